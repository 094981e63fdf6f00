-- What a call with an Idempotency-Key answered, in the transaction of what it did: both stay or neither.
create table idempotency_key (
  organisation_id bigint not null references organisation on delete cascade,
  key text not null,
  -- Over the call, where it was aimed and its body: the same key for anything else is refused.
  request_digest bytea not null,
  status smallint,
  reply text,
  created_at timestamptz not null,
  primary key (organisation_id, key)
);
create index idempotency_key_age on idempotency_key (created_at);
alter table idempotency_key enable row level security;
create policy own on idempotency_key to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update, delete on idempotency_key to folio_api;
