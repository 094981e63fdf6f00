-- When the session's user last gave the password again; null: when signing in.
alter table login_session add column proved_at timestamptz;
