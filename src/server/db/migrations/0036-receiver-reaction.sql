-- Reactions ---------------------------------------------------------------------------------------------

-- What the SII's register of sales shows of one issued factura's receiver (docs/decisions/0026). No row: its register was
-- not read yet.
create table receiver_reaction (
  organisation_id bigint not null,
  document_id bigint not null,
  -- Null: the register was read and doesn't show the factura.
  state text check (state in ('none', 'accepted', 'receipt', 'claimed', 'tacit', 'paid', 'other')),
  -- Of a claim, where the register tells.
  claim text check (claim in ('content', 'partial', 'total')),
  -- By the SII: the receiver's eight days run from it.
  received_day date,
  read_at timestamptz not null,
  -- Read after the receiver's last day: nothing changes any more.
  is_final boolean not null default false,
  -- A person's word that the claim is dealt with.
  settled_at timestamptz,
  settled_by bigint,
  primary key (organisation_id, document_id),
  check (claim is null or state = 'claimed'),
  check (settled_at is null or state = 'claimed'),
  check (state is null or received_day is not null),
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade
);
create index receiver_reaction_claimed on receiver_reaction (organisation_id)
  where state = 'claimed' and settled_at is null;
alter table receiver_reaction enable row level security;
create policy own on receiver_reaction to folio_api using (organisation_id = reachable_organisation());
grant select on receiver_reaction to folio_api;
grant update (settled_at, settled_by) on receiver_reaction to folio_api;

-- Each reaction that was ever seen there, and when it was first.
create table receiver_event (
  organisation_id bigint not null,
  document_id bigint not null,
  kind text not null check (kind in ('accepted', 'receipt', 'claimed', 'paid', 'other')),
  -- The SII's own; '' where it told a day alone.
  code text not null,
  claim text check (claim in ('content', 'partial', 'total')),
  text text not null,
  day date,
  seen_at timestamptz not null,
  primary key (organisation_id, document_id, kind, code),
  check (claim is null or kind = 'claimed'),
  foreign key (organisation_id, document_id) references receiver_reaction (organisation_id, document_id)
    on delete cascade
);
alter table receiver_event enable row level security;
create policy own on receiver_event to folio_api using (organisation_id = reachable_organisation());
grant select on receiver_event to folio_api;

-- A person's word is news to open pages, and so is another state; that the same was read once more isn't.
create function announce_reaction() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('folio_changes',
    json_build_object('organisation', new.organisation_id, 'document', new.document_id)::text);
  return null;
end $$;
create trigger receiver_reaction_announces after insert on receiver_reaction
  for each row when (new.state is not null) execute function announce_reaction();
create trigger receiver_reaction_announces_change after update on receiver_reaction
  for each row when ((new.state, new.claim, new.settled_at) is distinct from (old.state, old.claim, old.settled_at))
  execute function announce_reaction();

-- Which facturas of a company may still be reacted to.
create index document_issued_facturas on document (organisation_id, company_id, issue_day)
  where kind = 'factura' and state = 'issued';

-- When the reactions to a connection's facturas were all read, when that was last tried, and how often in vain since.
alter table facturator
  add column reactions_read_at timestamptz,
  add column reactions_tried_at timestamptz,
  add column reactions_tries smallint not null default 0;
