-- Folio numbers that this document's own signature left unused: one that fails again and again holds back no other.
alter table document add column unused_numbers smallint not null default 0;
