-- A mailbox that its provider takes no more is told to its owners.
alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'monthlyValues', 'mailboxDisconnected'));
