-- When the sessions given up before the newest one die: what each of them sent is over by its own end, not by a later one's.
alter table portal_person add column earlier_sessions_die_at timestamptz[] not null default '{}';
-- When closing the stored session failed last, so that two failures far apart don't count as one long row of them.
alter table portal_person add column session_closing_failed_at timestamptz;
