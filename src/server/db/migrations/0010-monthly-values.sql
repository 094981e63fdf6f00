-- What the user fills in each month where a rule's line leaves quantity or price open. Per client: each has
-- a document of its own, and hours of its own in it.
create table monthly_value (
  organisation_id bigint not null,
  rule_id bigint not null,
  -- The month of the emission, as in an occurrence.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  client_id bigint not null,
  position smallint not null,
  -- A line that became another product's takes nothing of what was meant for this one.
  product_id bigint not null,
  quantity numeric(18, 6) check (quantity > 0),
  price numeric(18, 6) check (price > 0),
  saved_at timestamptz not null,
  primary key (organisation_id, rule_id, period, client_id, position),
  foreign key (organisation_id, rule_id) references invoice_rule (organisation_id, id) on delete cascade,
  foreign key (organisation_id, client_id) references client (organisation_id, id) on delete cascade,
  foreign key (organisation_id, product_id) references product (organisation_id, id) on delete cascade
);
alter table monthly_value enable row level security;
create policy own on monthly_value to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update on monthly_value to folio_api;

-- That the user was asked by mail, once for each month.
create table monthly_ask (
  organisation_id bigint not null,
  rule_id bigint not null,
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  asked_at timestamptz not null,
  primary key (organisation_id, rule_id, period),
  foreign key (organisation_id, rule_id) references invoice_rule (organisation_id, id) on delete cascade
);
alter table monthly_ask enable row level security;
create policy own on monthly_ask to folio_api using (organisation_id = reachable_organisation());
