-- Mailer ------------------------------------------------------------------------------------------------

alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'accountClosed',
    'newSignIn', 'contactReceived', 'contactMessage', 'monthlyValues', 'checkFailed', 'documentUncertain',
    'mailboxDisconnected', 'issuedToday', 'weeklyDigest', 'emailConfirm', 'emailChanged', 'emailUndone',
    'attention', 'termsChanged', 'secondFactorSet', 'secondFactorRemoved')) not valid;
