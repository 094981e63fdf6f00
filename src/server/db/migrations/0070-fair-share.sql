-- When this person's portal session was last put to work: whoever has waited longest comes next.
alter table portal_person add column served_at timestamptz;

-- What is due is found by whose it is, so that one tenant's hundred thousand rows are stepped over at once.
drop index document_due;
create index document_due on document (next_try_at)
  where state in ('planned', 'needs_data', 'waiting') and next_try_at is not null;
create index document_due_of_tenant on document (organisation_id, next_try_at, id)
  where state in ('planned', 'needs_data', 'waiting') and next_try_at is not null;
create index document_due_of_person on document (person_rut, next_try_at, id)
  where (state in ('queued', 'issuing', 'uncertain')
      or (state = 'issued' and (files_state = 'wanted' or annulment is not null)))
    and next_try_at is not null;
create index document_late on document (issue_day) where state = 'queued';
