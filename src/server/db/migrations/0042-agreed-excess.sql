-- Agreed excess -----------------------------------------------------------------------------------------

-- Of the money beyond what is owed, how much its owner agreed with the client not to give back: no task asks about it.
alter table receivable add column agreed_excess_clp bigint not null default 0 check (agreed_excess_clp >= 0);
grant update (agreed_excess_clp) on receivable to folio_api;
