-- Mails that come back after the provider took them, where a mailbox lets us see as much.
alter table delivery drop constraint delivery_reason_check;
alter table delivery add constraint delivery_reason_check check (reason in ('mailboxMissing',
  'mailboxDisconnected', 'noRecipients', 'recipient', 'message', 'tooLarge', 'policy', 'rateLimited',
  'dailyLimit', 'unavailable', 'misconfigured', 'answerLost', 'cannotLook', 'tooManyTries', 'returned'));
alter table delivery add column return_looks smallint not null default 0;
alter table delivery add column next_return_look_at timestamptz;
create index delivery_returns on delivery (next_return_look_at)
  where state = 'sent' and next_return_look_at is not null;
