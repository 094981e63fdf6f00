-- Documents ---------------------------------------------------------------------------------------------

-- A change of a rule makes documents of today, or moves what waits to another day: whether that day is unusually full is
-- decided in the same transaction, which is a call's.
grant insert on unusual_run to folio_api;
