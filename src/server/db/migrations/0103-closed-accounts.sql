-- An account that its owner closed: nobody reaches it any more. What tax law makes us keep of it stays until then.
alter table organisation add column closed_at timestamptz;
alter table organisation add column kept_until timestamptz;
alter table organisation add check ((closed_at is null) = (kept_until is null));
create index organisation_closed on organisation (kept_until) where closed_at is not null;

alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'accountClosed', 'newSignIn',
    'contactReceived', 'contactMessage', 'monthlyValues', 'checkFailed', 'documentUncertain',
    'mailboxDisconnected', 'issuedToday', 'weeklyDigest'));
