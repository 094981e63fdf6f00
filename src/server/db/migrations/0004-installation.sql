-- Which environment this database belongs to: what the demonstration made is never taken for real (D-44).
create table installation (
  only_one boolean primary key default true check (only_one),
  environment text not null check (environment in ('demonstration', 'real')),
  created_at timestamptz not null
);
