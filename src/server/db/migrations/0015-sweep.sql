-- What the SII's own lists have, read every night: each number is a document's of ours, or was issued outside.
create table sii_issued (
  organisation_id bigint not null,
  company_id bigint not null,
  kind text not null check (kind in ('factura', 'boletaHonorarios')),
  folio bigint not null,
  recipient_rut text,
  issue_day date not null,
  total_clp bigint not null,
  is_annulled boolean not null default false,
  -- Null: issued outside.
  document_id bigint,
  -- The document of ours that it repeats, though no try of ours explains it: an alarm.
  twin_of bigint,
  first_seen_at timestamptz not null,
  primary key (organisation_id, company_id, kind, folio),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade,
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  foreign key (organisation_id, twin_of) references document (organisation_id, id) on delete cascade
);
alter table sii_issued enable row level security;
create policy own on sii_issued to folio_api using (organisation_id = reachable_organisation());
grant select on sii_issued to folio_api;

-- When a facturator's lists were last read whole, so that the nightly sweep goes round.
alter table facturator add column swept_at timestamptz;
