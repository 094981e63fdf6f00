-- What the SII answered and nobody had foreseen, grouped by what it says whoever it is about
-- (domain/answer-form.ts). Of no tenant: whoever runs the service reads what is new, and mends the reader.
create table unknown_answer (
  place text not null check (place in ('login', 'portal', 'send')),
  kind text not null check (kind in ('unknownPage', 'portalChanged', 'refused')),
  form text not null check (length(form) <= 300),
  count bigint not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (place, kind, form)
);
