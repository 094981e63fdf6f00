-- Payments ----------------------------------------------------------------------------------------------

-- One transfer of several documents is a declaration of each of them. Its voucher stands in one: the others name it.
alter table payment_declaration add column voucher_of bigint;
alter table payment_declaration add constraint payment_declaration_voucher_of
  foreign key (organisation_id, voucher_of) references payment_declaration (organisation_id, id)
  on delete set null (voucher_of) not valid;
alter table payment_declaration add constraint payment_declaration_one_voucher
  check (voucher_of is null or voucher is null) not valid;
create index payment_declaration_parts on payment_declaration (organisation_id, voucher_of) where voucher_of is not null;
