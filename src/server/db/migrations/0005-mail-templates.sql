-- The product's mails are a closed list; what each says is in the texts.
alter table system_mail add check (template in ('activation', 'recovery', 'passwordChanged'));
