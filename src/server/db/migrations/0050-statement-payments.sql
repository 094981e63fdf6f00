-- Statements --------------------------------------------------------------------------------------------

-- A bank's statement brings thousands of payments by one INSERT: what follows from them is done once for all.

-- What was paid of documents, summed anew; shares that were added change no other sum. Of many at once, whoever watches
-- the organisation is told to look at everything, instead of at each.
create function follow_paid(org bigint, docs bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed bigint[];
begin
  perform from receivable where organisation_id = org and document_id = any(docs) order by document_id for update;
  with said as (
    select share.document_id, coalesce(sum(share.amount_clp) filter (where payment.undone_at is null), 0) as paid_clp
    from payment_share share
    join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
    where share.organisation_id = org and share.document_id = any(docs)
    group by share.document_id
  ), followed as (
    update receivable before set paid_clp = said.paid_clp from said
    where before.organisation_id = org and before.document_id = said.document_id
      and before.paid_clp <> said.paid_clp
    returning before.document_id
  )
  select array_agg(document_id) into changed from followed;
  if cardinality(changed) > 100 then
    perform pg_notify('folio_changes', json_build_object('organisation', org)::text);
  else
    perform pg_notify('folio_changes', json_build_object('organisation', org, 'document', document_id)::text)
      from unnest(changed) document_id;
  end if;
end $$;
revoke execute on function follow_paid(bigint, bigint[]) from public;

create or replace function follow_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_paid(organisation_id, array_agg(distinct document_id)) from added group by organisation_id;
  return null;
end $$;

-- Only those that have a receipt are looked at one by one: a mailbox removed at this moment leaves its payment without.
create function queue_receipts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  share payment_share;
begin
  for share in
    select added.* from added
    join payment on payment.organisation_id = added.organisation_id and payment.id = added.payment_id
    where payment.source in ('provider', 'declaration') or payment.wants_receipt
    order by added.payment_id, added.document_id
  loop
    begin
      perform queue_receipt_of(share);
    exception when foreign_key_violation then
      null;
    end;
  end loop;
  return null;
end $$;
drop trigger payment_share_queues_receipt on payment_share;
create trigger payment_share_queues_receipt after insert on payment_share referencing new table as added
  for each statement execute function queue_receipts();
drop function queue_receipt();

-- What is inserted by thousands takes its numbers before: what follows from them is worked out meanwhile.
grant usage on sequence bank_movement_id_seq, payment_id_seq to folio_api;
