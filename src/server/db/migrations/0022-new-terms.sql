-- Users -------------------------------------------------------------------------------------------------

-- Which versions of the terms a user accepted and was written to about, found at once among everything on record.
create index audit_event_terms on audit_event (user_id) where kind in ('termsAccepted', 'termsAnnounced');

-- Mailer ------------------------------------------------------------------------------------------------

alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'accountClosed',
    'newSignIn', 'contactReceived', 'contactMessage', 'monthlyValues', 'checkFailed', 'documentUncertain',
    'mailboxDisconnected', 'issuedToday', 'weeklyDigest', 'emailConfirm', 'emailChanged', 'emailUndone',
    'attention', 'termsChanged')) not valid;
