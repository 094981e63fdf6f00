-- Vault -------------------------------------------------------------------------------------------------

-- What a call of the API asks of a worker, because only workers open claves, certificate passwords and mailbox tokens
-- (docs/decisions/0012). Sealed, because it may hold a clave that was just typed; gone once it is answered and read.
create table worker_request (
  organisation_id bigint not null references organisation on delete cascade,
  id uuid not null,
  name text not null,
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  created_at timestamptz not null,
  -- No worker takes it up after this.
  expires_at timestamptz not null,
  taken_at timestamptz,
  answered_at timestamptz,
  -- The worker could not do it; what happened is in its log.
  has_failed boolean not null default false,
  answer text,
  primary key (organisation_id, id)
);
create index worker_request_waiting on worker_request (created_at) where taken_at is null;
create index worker_request_age on worker_request (created_at);

-- A call asks, reads the answer and takes back what it asked; it neither answers nor reads what was asked.
alter table worker_request enable row level security;
create policy own on worker_request to folio_api using (organisation_id = reachable_organisation());
grant select (organisation_id, id, created_at, taken_at, answered_at, has_failed, answer), insert, delete
  on worker_request to folio_api;

-- What runs with the rights of the owner looks for names where nobody else can put any.
alter function hang_delivery_of(document, boolean) set search_path = pg_catalog, public, pg_temp;
alter function hang_delivery() set search_path = pg_catalog, public, pg_temp;
alter function linked_document(bytea) set search_path = pg_catalog, public, pg_temp;

-- The database belongs to the workers' role; nobody else makes temporary tables in it.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  raise notice 'an administrator should run: REVOKE TEMPORARY ON DATABASE % FROM PUBLIC;', current_database();
end $$;

-- Users -------------------------------------------------------------------------------------------------

-- The token that this one replaced. Of two that replaced the same one, in its time of grace, one may be a thief's: the
-- second of them to be used ends the session. Null: the first of its session, or of before this column.
alter table refresh_token add parent_hash bytea;
create index refresh_token_parent on refresh_token (parent_hash) where parent_hash is not null;

-- An attempt to connect a mailbox ends with the session that began it.
alter table oauth_attempt add session_id uuid;
