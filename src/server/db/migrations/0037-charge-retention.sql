-- Charges -----------------------------------------------------------------------------------------------

-- A line is never changed, but for its price once. It is deleted by forget_charges alone, and never before six years
-- are over by the database's own clock: a process whose clock is wrong takes nothing of the record of our sales.
create or replace function keep_charge() returns trigger language plpgsql as $$
declare
  price text[] := '{rate_clp, net_clp, iva_clp, total_clp}';
begin
  if tg_op = 'UPDATE' then
    if old.net_clp is null and new.net_clp is not null
      and to_jsonb(new) - price = to_jsonb(old) - price then return new; end if;
  elsif tg_op = 'DELETE' then
    if current_setting('folio.forgets_charges', true) = 'on'
      and old.day < current_date - interval '6 years' then return old; end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name;
end $$;

-- Deletes at most so many lines from before that day, the oldest first, and returns how many went. None of an
-- organisation whose owner suspended the use of their data.
create function forget_charges(first_kept date, at_most integer) returns bigint
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  perform set_config('folio.forgets_charges', 'on', true);
  with past as (
    select organisation_id, id from charge where day < first_kept
      and not exists (select from organisation where organisation.id = charge.organisation_id
        and organisation.blocked_at is not null)
    order by day limit at_most)
  delete from charge using past where charge.organisation_id = past.organisation_id and charge.id = past.id;
  get diagnostics gone = row_count;
  perform set_config('folio.forgets_charges', '', true);
  return gone;
end $$;
revoke execute on function forget_charges(date, integer) from public;
