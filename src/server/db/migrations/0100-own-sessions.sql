-- What a user is shown of each of their sessions: the device, in its browser's own words, and when it was last
-- used (null: not since it began, or only before this was kept).
alter table login_session add column browser text not null default '';
alter table login_session add column system text not null default '';
alter table login_session add column last_used_at timestamptz;
-- closed: from another one of the user's sessions.
alter table login_session drop constraint login_session_ended_reason_check;
alter table login_session add constraint login_session_ended_reason_check
  check (ended_reason in ('logout', 'reuse', 'password', 'expired', 'closed'));
