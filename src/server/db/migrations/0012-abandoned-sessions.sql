-- A session that could not be closed: no process uses it any more, and unused it dies at the SII by then.
alter table portal_person add column session_dies_at timestamptz;
