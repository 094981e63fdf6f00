-- Deliveries --------------------------------------------------------------------------------------------

-- 'annulled': its document was annulled before the mail left. 'annulmentUnderWay': it waits for the outcome of that.
alter table delivery drop constraint delivery_reason_check;
alter table delivery add constraint delivery_reason_check check (reason in ('mailboxMissing',
  'mailboxDisconnected', 'noRecipients', 'recipient', 'message', 'tooLarge', 'policy', 'rateLimited',
  'dailyLimit', 'unavailable', 'misconfigured', 'answerLost', 'cannotLook', 'tooManyTries', 'returned',
  'annulled', 'annulmentUnderWay')) not valid;
-- A person wants it sent although its document is annulled; the mail says so.
alter table delivery add column despite_annulment boolean not null default false;
-- A person leaves it unsent: nobody is asked about it any more.
alter table delivery add column left_at timestamptz;

-- The mail that has not left is stopped in the transaction that annuls its document, and no caller can forget it.
-- A row that a worker has just locked is skipped, so that annulling never waits for a mail: that worker reads the
-- document's state, under a lock, in the transaction of the mail's intent.
create function stop_mail_of_annulled() returns trigger language plpgsql as $$
begin
  update delivery set state = 'failed', reason = 'annulled', next_try_at = null
  where organisation_id = new.organisation_id and id in (
    select id from delivery
    where organisation_id = new.organisation_id and document_id = new.id and state = 'queued'
      and not despite_annulment
    for update skip locked);
  return null;
end $$;
create trigger document_stops_mail after update of state on document
  for each row when (new.state = 'annulled' and old.state <> 'annulled')
  execute function stop_mail_of_annulled();
