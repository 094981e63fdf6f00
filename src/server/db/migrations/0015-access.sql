-- Access: what a stranger can no longer do to an account that is not theirs.

-- Audit -------------------------------------------------------------------------------------------------

-- A sign-in that failed is one row for an account, what was wrong and an hour, with a count: guesses fill no table. The
-- function finds the account of an address and changes that row alone; the API may change no other row on record. The
-- lock lets two at once count as two.
create function record_failed_sign_in(address text, what text, instant timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_user bigint;
begin
  select id into found_user from app_user where email = address for no key update;
  if found_user is null then return; end if;
  update audit_event set at = instant,
      data = jsonb_build_object('count', coalesce((data ->> 'count')::int, 1) + 1)
    where user_id = found_user and kind = what
      and at >= date_trunc('hour', instant, 'UTC') and at <= instant;
  if found then return; end if;
  insert into audit_event (organisation_id, user_id, at, kind, subject, data)
    select organisation_id, user_id, instant, what, 'user:' || user_id, '{"count": 1}'
    from membership where user_id = found_user;
end $$;
revoke execute on function record_failed_sign_in(text, text, timestamptz) from public;
grant execute on function record_failed_sign_in(text, text, timestamptz) to folio_api;
create index audit_event_failed_sign_in on audit_event (user_id, at) where kind in ('signInFailed', 'signInCodeWrong');

-- Users -------------------------------------------------------------------------------------------------

-- Activated by the link alone, without the password of its registration: who chose that password may be another person
-- than who reads the mail. The first reset through the mail ends that, and takes the second factor with it.
alter table app_user add column password_unproved boolean not null default false;

-- Mailer ------------------------------------------------------------------------------------------------

-- How many mails with a link an address got of late.
create index system_mail_sent on system_mail (recipient, template, sent_at) where sent_at is not null;
