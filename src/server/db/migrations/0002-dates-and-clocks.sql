-- Documents ----------------------------------------------------------------------------------------------------

-- The date that a person saw when they ordered it to be issued at once. While the document carries that date it may
-- leave outside the hours and after midnight; any other date is judged by the day and the hours.
alter table document add column confirmed_day date;
-- The total that a person approved after its date had gone by: frozen again with the same total on another date, its
-- amount is not asked about a second time.
alter table document add column approved_total_clp bigint;

-- Facturators --------------------------------------------------------------------------------------------------

-- Workers whose clock differs from the database's: they issue nothing until it agrees again. Of no tenant.
create table worker_clock (
  worker text primary key,
  -- Positive: the worker's clock is ahead.
  skew_ms bigint not null,
  seen_at timestamptz not null
);
