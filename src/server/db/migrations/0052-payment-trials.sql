-- Payments ----------------------------------------------------------------------------------------------

-- The last payment that a company's owner tried by a connection in test mode (docs/decisions/0024). It pays no document
-- and becomes no money: nothing refers to it.
create table payment_trial (
  organisation_id bigint not null,
  connection_id bigint not null,
  -- Ours, random, in the return address and at the provider.
  order_id text not null check (order_id ~ '^[a-z2-7]{26}$'),
  amount_clp bigint not null check (amount_clp > 0),
  provider_ref text not null,
  state text not null check (state in ('pending', 'succeeded', 'failed', 'cancelled', 'expired', 'mismatch')),
  -- How its owner left the provider's pages. No proof of anything.
  returned text check (returned in ('normal', 'annulled', 'timedOut', 'formError')),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  -- While somebody reads its state at the provider, and for a moment after that, nobody else does.
  claimed_until timestamptz,
  primary key (organisation_id, connection_id),
  foreign key (organisation_id, connection_id) references payment_connection (organisation_id, id) on delete cascade
);
-- Found by its owner's return before the organisation is known.
create unique index payment_trial_order on payment_trial (order_id);
alter table payment_trial enable row level security;
create policy own on payment_trial to folio_api using (organisation_id = reachable_organisation());
grant select, insert, update on payment_trial to folio_api;

-- Who comes back from a provider's page has no session there: the function finds the row of that very order, and no other.
create function ordered_trial(order_text text) returns table (organisation_id bigint, connection_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select trial.organisation_id, trial.connection_id from payment_trial trial where trial.order_id = order_text
$$;
revoke execute on function ordered_trial(text) from public;
grant execute on function ordered_trial(text) to folio_api;
