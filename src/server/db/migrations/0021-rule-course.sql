-- How a rule goes on: what becomes of a day that was missed (D-26), where it ends, and what is different in
-- one month only.
alter table invoice_rule add column catch_up text not null default 'notify'
  check (catch_up in ('notify', 'issue_today', 'skip'));
alter table invoice_rule add column end_day date;
alter table invoice_rule add column most_emissions smallint check (most_emissions between 1 and 600);

create table rule_month (
  organisation_id bigint not null,
  rule_id bigint not null,
  -- The month of the emission, as in an occurrence.
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  is_skipped boolean not null,
  -- Instead of the rule's own day; within the month.
  emission_day date,
  primary key (organisation_id, rule_id, period),
  check (is_skipped <> (emission_day is not null)),
  foreign key (organisation_id, rule_id) references invoice_rule (organisation_id, id) on delete cascade
);
alter table rule_month enable row level security;
create policy own on rule_month to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update, delete on rule_month to folio_api;
