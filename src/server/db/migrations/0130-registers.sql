-- What the SII's registers say a company sold and bought, a month at a time, as it was last read there.
create table register_month (
  organisation_id bigint not null references organisation on delete cascade,
  company_id bigint not null,
  month text not null check (month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- Null: not read yet.
  read_at timestamptz,
  -- Somebody asked for it and it isn't read since. Null: nothing to do.
  wanted_at timestamptz,
  -- The last try that brought nothing, so that a month which can't be read keeps no other from being so.
  tried_at timestamptz,
  -- Every document that the register counts stands in a row of its own.
  is_whole boolean not null default false,
  -- Types of document the register has of which we don't know whether they add or subtract: counted nowhere.
  uncounted smallint[] not null default '{}',
  primary key (organisation_id, company_id, month),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade,
  check (read_at is not null or wanted_at is not null)
);

create table register_entry (
  organisation_id bigint not null references organisation on delete cascade,
  company_id bigint not null,
  month text not null,
  side text not null check (side in ('sales', 'purchases')),
  position integer not null,
  -- The SII's own number, in which 39 is a shop's boleta. Null: a boleta de honorarios, which has none.
  tipo_dte smallint,
  -- Null: a sum of documents that the register doesn't tell one by one.
  folio bigint,
  -- The customer of a sale, the supplier of a purchase; null where nobody is named.
  counterpart_rut text,
  counterpart_name text not null,
  issue_day date not null,
  -- With IVA; of a nota de crédito below 0.
  total_clp bigint not null,
  documents integer not null check (documents > 0),
  primary key (organisation_id, company_id, month, side, position),
  foreign key (organisation_id, company_id, month)
    references register_month (organisation_id, company_id, month) on delete cascade
);

-- How the reading of one company's registers goes.
create table register_reading (
  organisation_id bigint not null references organisation on delete cascade,
  company_id bigint not null,
  -- Null: nothing is wanted, or it was given up until somebody asks again.
  next_try_at timestamptz,
  -- Failures since a month was last read.
  tries smallint not null default 0,
  -- Why the last try brought nothing: 'clave' is the user's to mend.
  trouble text check (trouble in ('clave', 'portal')),
  taken_at timestamptz,
  -- The way to single documents that worked last, so that closed ones aren't tried each time.
  sales_route text,
  purchases_route text,
  primary key (organisation_id, company_id),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
create index register_reading_due on register_reading (next_try_at) where next_try_at is not null;
create index register_reading_taken on register_reading (taken_at) where taken_at is not null;

alter table register_month enable row level security;
create policy own on register_month to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update on register_month to folio_api;
alter table register_entry enable row level security;
create policy own on register_entry to folio_api using (organisation_id = reachable_organisation());
grant select on register_entry to folio_api;
alter table register_reading enable row level security;
create policy own on register_reading to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update on register_reading to folio_api;
