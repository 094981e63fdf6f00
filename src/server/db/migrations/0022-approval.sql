-- A rule whose documents wait for somebody's word each time.
alter table invoice_rule add column needs_approval boolean not null default false;
create index document_of_rule on document (organisation_id, rule_id, client_id, emission_day desc);
