-- Payments ----------------------------------------------------------------------------------------------

-- Its payer gets a receipt although a person recorded it: at that person's wish.
alter table payment add column wants_receipt boolean not null default false;

-- Deliveries --------------------------------------------------------------------------------------------

-- receipt: what a payment's payer gets (docs/decisions/0027). It is no sending of the document's own mail, and no last one.
alter table delivery drop constraint delivery_purpose_check;
alter table delivery add constraint delivery_purpose_check check (purpose in ('document', 'receipt')) not valid;
alter table delivery add column payment_id bigint;
alter table delivery add constraint delivery_of_payment check ((purpose = 'receipt') = (payment_id is not null)) not valid;
alter table delivery add constraint delivery_payment_fkey foreign key (organisation_id, payment_id)
  references payment (organisation_id, id) on delete cascade not valid;
-- One receipt of a payment, however many documents it pays and however often it is read.
create unique index delivery_receipt on delivery (organisation_id, payment_id) where payment_id is not null;
-- 'paymentUndone': the payment was undone before its receipt left.
alter table delivery drop constraint delivery_reason_check;
alter table delivery add constraint delivery_reason_check check (reason in ('mailboxMissing',
  'mailboxDisconnected', 'noRecipients', 'recipient', 'message', 'tooLarge', 'policy', 'rateLimited',
  'dailyLimit', 'unavailable', 'misconfigured', 'answerLost', 'cannotLook', 'tooManyTries', 'returned',
  'annulled', 'annulmentUnderWay', 'paymentUndone')) not valid;

-- To the addresses that the document's last mail went to, from its mailbox. Those of a mail that failed are not known
-- to be right. What a person recorded or a statement brought has no receipt by mail, unless the person chose it.
create function queue_receipt_of(share payment_share) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into delivery (organisation_id, document_id, purpose, payment_id, nth, is_last, email_account_id,
    subject_template, body_template, recipients, next_try_at, created_at)
  select share.organisation_id, share.document_id, 'receipt', share.payment_id,
    1 + coalesce((select max(other.nth) from delivery other where other.organisation_id = share.organisation_id
      and other.document_id = share.document_id and other.purpose = 'receipt'), 0),
    false, mailed.account, '', '', mailed.recipients, payment.recorded_at, payment.recorded_at
  from payment
  join lateral (
    select last.recipients, coalesce(last.email_account_id, rule.email_account_id) as account
    from delivery last
    join document on document.organisation_id = last.organisation_id and document.id = last.document_id
    left join invoice_rule rule on rule.organisation_id = document.organisation_id and rule.id = document.rule_id
    where last.organisation_id = share.organisation_id and last.document_id = share.document_id
      and last.purpose = 'document' and last.state not in ('failed', 'bounced')
    order by last.nth desc limit 1
  ) mailed on mailed.account is not null and mailed.recipients <> '[]'
  where payment.organisation_id = share.organisation_id and payment.id = share.payment_id
    and (payment.source in ('provider', 'declaration') or payment.wants_receipt)
  on conflict do nothing;
end $$;
revoke execute on function queue_receipt_of(payment_share) from public;

-- In the transaction that makes the payment true, and no caller can forget it. It never stands in the way of the money:
-- a mailbox removed at this moment leaves the payment without a receipt by mail.
create function queue_receipt() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  begin
    perform queue_receipt_of(new);
  exception when foreign_key_violation then
    null;
  end;
  return null;
end $$;
-- Who inserts a share holds its receivable's lock, so that no two number receipts of a document at once.
create trigger payment_share_queues_receipt after insert on payment_share for each row execute function queue_receipt();

-- An annulment stops the document's own mails. That money came stays true.
create or replace function stop_mail_of_annulled() returns trigger language plpgsql as $$
begin
  update delivery set state = 'failed', reason = 'annulled', next_try_at = null
  where organisation_id = new.organisation_id and id in (
    select id from delivery
    where organisation_id = new.organisation_id and document_id = new.id and state = 'queued'
      and purpose = 'document' and not despite_annulment
    for update skip locked);
  return null;
end $$;

-- Mailer ------------------------------------------------------------------------------------------------

alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'accountClosed',
    'newSignIn', 'contactReceived', 'contactMessage', 'monthlyValues', 'checkFailed', 'documentUncertain',
    'mailboxDisconnected', 'issuedToday', 'weeklyDigest', 'emailConfirm', 'emailChanged', 'emailUndone',
    'attention', 'termsChanged', 'secondFactorSet', 'secondFactorRemoved', 'paymentAccount', 'paymentRefund',
    'paymentConnection', 'paymentConnectionEnded', 'paymentReceived')) not valid;
alter table mail_preference drop constraint mail_preference_kind_check;
alter table mail_preference add constraint mail_preference_kind_check
  check (kind in ('newSignIn', 'monthlyValues', 'checkFailed', 'documentUncertain', 'mailboxDisconnected', 'issuedToday',
    'weeklyDigest', 'paymentReceived')) not valid;
