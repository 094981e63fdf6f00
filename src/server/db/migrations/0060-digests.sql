-- What a day or a week of an organisation brought, counted once when it is over: whoever tells about it tells
-- from this row, and marks it.
create table digest (
  organisation_id bigint not null references organisation on delete cascade,
  period text not null check (period in ('day', 'week')),
  -- Days in Chile, both included.
  first_day date not null,
  last_day date not null,
  issued integer not null,
  issued_clp bigint not null,
  mails_sent integer not null,
  mails_failed integer not null,
  -- Refused by the SII in these days, and not tried again since.
  failed integer not null,
  -- Due by the last day and neither issued nor given up when it was counted.
  waiting integer not null,
  -- Emissions of the day or the week that follows.
  ahead integer not null,
  made_at timestamptz not null,
  -- Null: nobody was told yet.
  told_at timestamptz,
  primary key (organisation_id, period, first_day),
  check (first_day <= last_day)
);
create index digest_untold on digest (made_at) where told_at is null;
create index document_issued_at on document (issued_at) where issued_at is not null;
create index delivery_sent_at on delivery (sent_at) where sent_at is not null;

alter table digest enable row level security;
create policy own on digest to folio_api using (organisation_id = reachable_organisation());
grant select on digest to folio_api;
