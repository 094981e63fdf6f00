-- Asking for a month's open quantities and prices is one of the product's own mails.
alter table system_mail drop constraint system_mail_template_check;
alter table system_mail add constraint system_mail_template_check
  check (template in ('activation', 'recovery', 'passwordChanged', 'monthlyValues'));
