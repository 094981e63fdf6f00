-- A boleta of ours that somebody wants annulled: by which cause of the SII's form, and how far that is.
alter table document add column annulment text check (annulment in ('wanted', 'sent'));
alter table document add column annulment_cause smallint check (annulment_cause between 1 and 3);
alter table document add column annulment_tries smallint not null default 0;
alter table document add check (annulment is null
  or (state = 'issued' and kind = 'boletaHonorarios' and annulment_cause is not null));
drop index document_due;
create index document_due on document (next_try_at)
  where state in ('planned', 'needs_data', 'waiting', 'queued', 'uncertain', 'issuing')
    or (state = 'issued' and (files_state = 'wanted' or annulment is not null));
