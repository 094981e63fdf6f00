-- A user's second factor (RFC 6238). Not in force until its first code was given back.
alter table secret drop constraint secret_kind_check;
alter table secret add constraint secret_kind_check
  check (kind in ('clave', 'certificatePassword', 'portalSession', 'totp'));

create table second_factor (
  organisation_id bigint not null,
  user_id bigint not null,
  secret_id bigint not null,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: none is taken twice, nor an older one after it.
  last_step bigint,
  created_at timestamptz not null,
  primary key (organisation_id, user_id),
  foreign key (organisation_id, user_id) references membership (organisation_id, user_id)
    on delete cascade,
  foreign key (organisation_id, secret_id) references secret (organisation_id, id)
);

-- Each stands in for a code once, for whoever lost the telephone.
create table recovery_code (
  organisation_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (organisation_id, user_id, code_hash),
  foreign key (organisation_id, user_id) references second_factor (organisation_id, user_id)
    on delete cascade
);

alter table second_factor enable row level security;
create policy own on second_factor to folio_api using (organisation_id = reachable_organisation());
alter table recovery_code enable row level security;
create policy own on recovery_code to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update, delete on second_factor, recovery_code to folio_api;
