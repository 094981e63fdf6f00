-- What is due is planned company by company: how full its day is can be counted once for all of it.
drop index invoice_rule_due;
create index invoice_rule_due on invoice_rule (next_emission_day, organisation_id, company_id)
  where deleted_at is null and not is_paused;
