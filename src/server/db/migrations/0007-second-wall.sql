-- The second wall between tenants: the connections of the API act as folio_api, which sees of each tenant's
-- table only the rows of `folio.organisation_id`, and of the others only what signing in needs. Workers own
-- the tables, so nothing here binds them.

do $$
begin
  if not exists (select from pg_roles where rolname = 'folio_api') then
    begin
      create role folio_api nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  begin
    set local role folio_api;
    reset role;
  exception when insufficient_privilege then
    execute format('grant folio_api to %I', current_user);
  end;
exception when insufficient_privilege then
  raise exception 'an administrator must run: CREATE ROLE folio_api NOLOGIN; GRANT folio_api TO %;',
    current_user;
end $$;

-- Whose rows may be reached. Null, and no tenant's rows at all, before a session is known.
create function reachable_organisation() returns bigint language sql stable parallel safe
  return nullif(current_setting('folio.organisation_id', true), '')::bigint;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'facturator', 'company', 'issuer_address', 'issuer_activity', 'client',
    'client_address', 'client_activity', 'contact', 'product', 'invoice_rule', 'rule_client',
    'rule_client_contact', 'rule_line', 'occurrence', 'document', 'attempt', 'document_event',
    'document_file', 'secret'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('create policy own on %I to folio_api using (organisation_id = reachable_organisation())',
      tenant_table);
  end loop;
end $$;

-- What exists before anybody is known: reached by the calls without a session, and by the others only
-- as far as it is the session's own.
alter table organisation enable row level security;
create policy own on organisation to folio_api
  using (id = reachable_organisation() or reachable_organisation() is null);
alter table membership enable row level security;
create policy own on membership to folio_api
  using (organisation_id = reachable_organisation() or reachable_organisation() is null);
alter table login_session enable row level security;
create policy own on login_session to folio_api
  using (organisation_id = reachable_organisation() or reachable_organisation() is null);
-- Members of the organisation: membership's own policy leaves no other rows to look in.
alter table app_user enable row level security;
create policy own on app_user to folio_api
  using (reachable_organisation() is null
    or exists (select from membership where membership.user_id = app_user.id));
alter table one_time_token enable row level security;
create policy before_session on one_time_token to folio_api using (reachable_organisation() is null);
alter table refresh_token enable row level security;
create policy before_session on refresh_token to folio_api using (reachable_organisation() is null);
-- Whoever recovers a password is on record although nobody is signed in.
alter table audit_event enable row level security;
create policy own on audit_event to folio_api using (organisation_id = reachable_organisation());
create policy before_session on audit_event for insert to folio_api
  with check (reachable_organisation() is null);
-- Written by calls, read by the mailer alone.
alter table system_mail enable row level security;
create policy write_only on system_mail for insert to folio_api with check (true);

grant usage on schema public to folio_api;
grant select, insert, update, delete on
  facturator, company, issuer_address, issuer_activity, client, client_address, client_activity,
  contact, product, invoice_rule, rule_client, rule_client_contact, rule_line, document,
  membership, login_session, one_time_token, refresh_token to folio_api;
grant select, insert, update on app_user, organisation to folio_api;
grant select, insert on audit_event, document_event to folio_api;
grant select, update on attempt to folio_api;
grant select on document_file, occurrence, uf_value to folio_api;
grant insert on system_mail to folio_api;
-- A call stores secrets and can't read one back.
grant select (organisation_id, id, kind), insert, update, delete on secret to folio_api;
