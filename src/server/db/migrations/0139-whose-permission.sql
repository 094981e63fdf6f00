-- Whose mailbox a permission on its way back is of: Google takes back all of a mailbox at once, also what another
-- organisation sends with. Null: of a mailbox removed before this was kept.
alter table mail_revocation add column address text;
