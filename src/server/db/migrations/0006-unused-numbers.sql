-- Companies ------------------------------------------------------------------------------------------------

-- Folio numbers that the SII proposed in a row and no document got, because signing failed after it; and until
-- when nothing of this company is signed, so that no more are spent.
alter table company add column unused_numbers smallint not null default 0;
alter table company add column signing_paused_until timestamptz;
