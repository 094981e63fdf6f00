-- What issued documents are owed, and the money that came: by a person's word, a provider or a bank's statement.

-- Payments ----------------------------------------------------------------------------------------------

-- How a company gets paid (docs/decisions/0020). No row: payment was never switched on.
create table payment_terms (
  organisation_id bigint not null,
  company_id bigint not null,
  -- Documents with this issue date or a later one are owed. Null: switched off; what is owed already stays.
  first_day date,
  allows_partial boolean not null default false,
  -- Days after the issue date, where neither the rule nor the client says otherwise.
  due_days smallint not null default 30 check (due_days between 0 and 365),
  -- The account that transfers go to. All null: none was given.
  bank text,
  account_type text check (account_type in ('corriente', 'vista', 'rut', 'ahorro')),
  account_number text,
  holder_name text,
  holder_rut text,
  notice_email text,
  updated_at timestamptz not null,
  primary key (organisation_id, company_id),
  check (num_nulls(bank, account_type, account_number, holder_name, holder_rut, notice_email) in (0, 6)),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
call tenant_table('payment_terms', 'select, insert, update, delete');

-- What one issued document is owed. A document without a row is not followed: its payment is "none".
create table receivable (
  organisation_id bigint not null,
  document_id bigint not null,
  company_id bigint not null,
  client_rut text not null,
  -- A factura's total with IVA; a boleta's líquido where the recipient withholds, else its gross.
  base_clp bigint not null check (base_clp >= 0),
  due_day date not null,
  -- The last day on which it can be paid by its page: 60 days after it is due, or after it was opened again.
  closes_day date not null,
  -- Sums of other tables' rows, written by follow_receivables() alone, in the transaction that changes those rows.
  taken_back_clp bigint not null default 0,
  is_annulled boolean not null default false,
  paid_clp bigint not null default 0,
  refunded_clp bigint not null default 0,
  declared_clp bigint not null default 0,
  created_at timestamptz not null,
  -- Of the money beyond what is owed, how much its owner agreed with the client not to give back: no task asks about
  -- it.
  agreed_excess_clp bigint not null default 0 check (agreed_excess_clp >= 0),
  primary key (organisation_id, document_id),
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
create index receivable_open on receivable (organisation_id, due_day, document_id)
  where not is_annulled and paid_clp - refunded_clp < base_clp - taken_back_clp;
create index receivable_client on receivable (organisation_id, company_id, client_rut);
create index receivable_declared on receivable (organisation_id) where declared_clp > 0;
create index receivable_overpaid on receivable (organisation_id)
  where paid_clp - refunded_clp > case when is_annulled then 0 else base_clp - taken_back_clp end;
-- The sums are no caller's to write.
call tenant_table('receivable', 'select, delete,
  insert (organisation_id, document_id, company_id, client_rut, base_clp, due_day, closes_day, created_at),
  update (due_day, closes_day, agreed_excess_clp)');

-- The open pages of its owner show what is owed, whatever changed it. Of many documents at once, they are told to look
-- at everything, instead of at each.
create function announce_receivables(org bigint, docs bigint[]) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  select pg_notify('folio_changes', told::text) from (
    select json_build_object('organisation', org) as told where cardinality(docs) > 100
    union all
    select json_build_object('organisation', org, 'document', doc) from unnest(docs) doc where cardinality(docs) <= 100
  ) announced
$$;

create function receivables_changed() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    perform announce_receivables(organisation_id, array_agg(document_id)) from (
      select * from after_change except all select * from before_change) changed group by organisation_id;
  else
    perform announce_receivables(organisation_id, array_agg(document_id)) from after_change group by organisation_id;
  end if;
  return null;
end $$;
create trigger receivable_opened after insert on receivable referencing new table as after_change
  for each statement execute function receivables_changed();
create trigger receivable_changed after update on receivable
  referencing old table as before_change new table as after_change
  for each statement execute function receivables_changed();
create trigger receivable_closed after delete on receivable referencing old table as after_change
  for each statement execute function receivables_changed();

-- Money that came. Never changed but for being undone; a correction is an undone row and a new one.
create table payment (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  day date not null,
  amount_clp bigint not null check (amount_clp > 0),
  way text not null check (way in ('transfer', 'card', 'cash', 'cheque', 'other')),
  -- Whose word it is: of a person, of a person about what the payer declared, of a bank's statement, of a provider.
  source text not null check (source in ('person', 'declaration', 'statement', 'provider')),
  note text not null default '',
  -- Null: no person recorded it.
  recorded_by bigint,
  recorded_at timestamptz not null,
  -- The one that this one corrects.
  corrects_id bigint,
  undone_at timestamptz,
  undone_by bigint,
  -- Its payer gets a receipt although a person recorded it, at that person's wish, or a statement brought it, of what
  -- that payer declared.
  wants_receipt boolean not null default false,
  primary key (organisation_id, id),
  check (source <> 'provider' or undone_at is null),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade,
  foreign key (organisation_id, corrects_id) references payment (organisation_id, id)
);
create unique index payment_corrected_once on payment (organisation_id, corrects_id) where corrects_id is not null;
create index payment_of_company on payment (organisation_id, company_id, day);
call tenant_table('payment', 'select, insert, update (undone_at, undone_by)');

-- How much of a payment pays which document. The shares of a payment add up to it.
create table payment_share (
  organisation_id bigint not null,
  payment_id bigint not null,
  document_id bigint not null,
  amount_clp bigint not null check (amount_clp > 0),
  primary key (organisation_id, payment_id, document_id),
  foreign key (organisation_id, payment_id) references payment (organisation_id, id) on delete cascade,
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  -- Not followed any more: refused while money is on record for it.
  foreign key (organisation_id, document_id) references receivable (organisation_id, document_id)
);
create index payment_share_document on payment_share (organisation_id, document_id);
call tenant_table('payment_share', 'select, insert');

-- Money given back of a payment, recorded by a person or confirmed by a provider.
create table payment_refund (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  payment_id bigint not null,
  document_id bigint not null,
  day date not null,
  amount_clp bigint not null check (amount_clp > 0),
  source text not null check (source in ('person', 'provider')),
  note text not null default '',
  recorded_by bigint,
  recorded_at timestamptz not null,
  undone_at timestamptz,
  undone_by bigint,
  primary key (organisation_id, id),
  check (source <> 'provider' or undone_at is null),
  foreign key (organisation_id, payment_id, document_id)
    references payment_share (organisation_id, payment_id, document_id) on delete cascade
);
create index payment_refund_document on payment_refund (organisation_id, document_id);
call tenant_table('payment_refund', 'select, insert, update (undone_at, undone_by)');

-- "Ya transferí": what somebody who has the document's link says. It is not money until its owner confirms it. Never
-- rewritten: a payer who corrects theirs adds a row, and the one that it names is kept as replaced.
create table payment_declaration (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  document_id bigint not null,
  -- Known to the browser that said it alone: the document's link must not be enough to replace what another said.
  payer_key uuid not null default gen_random_uuid(),
  amount_clp bigint not null check (amount_clp > 0),
  day date not null,
  note text not null default '',
  voucher bytea,
  voucher_type text check (voucher_type in ('image/jpeg', 'image/png', 'application/pdf')),
  -- One transfer of several documents is a declaration of each. Its voucher stands in one of them: the others name it.
  voucher_of bigint,
  declared_at timestamptz not null,
  -- The one that this one replaces.
  corrects_id bigint,
  state text not null default 'open' check (state in ('open', 'confirmed', 'rejected', 'replaced')),
  -- By the payment that it became.
  payment_id bigint,
  decided_at timestamptz,
  -- Null: its payer replaced it.
  decided_by bigint,
  primary key (organisation_id, id),
  check ((voucher is null) = (voucher_type is null)),
  constraint payment_declaration_one_voucher check (voucher_of is null or voucher is null),
  check ((state = 'open') = (decided_at is null)),
  check ((state = 'confirmed') = (payment_id is not null)),
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  foreign key (organisation_id, document_id) references receivable (organisation_id, document_id),
  foreign key (organisation_id, payment_id) references payment (organisation_id, id),
  foreign key (organisation_id, corrects_id) references payment_declaration (organisation_id, id),
  constraint payment_declaration_voucher_of foreign key (organisation_id, voucher_of)
    references payment_declaration (organisation_id, id) on delete set null (voucher_of)
);
-- A voucher is compressed already.
alter table payment_declaration alter column voucher set storage external;
create unique index payment_declaration_key on payment_declaration (organisation_id, document_id, payer_key);
create unique index payment_declaration_corrected_once on payment_declaration (organisation_id, corrects_id)
  where corrects_id is not null;
create index payment_declaration_open on payment_declaration (organisation_id, id) where state = 'open';
create index payment_declaration_confirmed on payment_declaration (organisation_id, payment_id)
  where payment_id is not null;
create index payment_declaration_parts on payment_declaration (organisation_id, voucher_of) where voucher_of is not null;
call tenant_table('payment_declaration', 'select, insert,
  update (voucher, voucher_type, state, payment_id, decided_at, decided_by)');

-- Notas de crédito made at the portal to clients of facturas that are followed, as the SII lists them. What one takes
-- back only its XML says, and never otherwise: it is read once.
create table portal_nota (
  organisation_id bigint not null,
  company_id bigint not null,
  folio bigint not null,
  recipient_rut text not null,
  issue_day date not null,
  total_clp bigint not null check (total_clp > 0),
  -- The last try to read it: of more than a sweep reads, those that were never tried come first.
  tried_at timestamptz,
  -- The facturas that it names, each with folio, day and code; null: not read yet.
  about jsonb,
  primary key (organisation_id, company_id, folio),
  check (about is null or tried_at is not null),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
create index portal_nota_recipient on portal_nota (organisation_id, company_id, recipient_rut) where about is not null;
call tenant_table('portal_nota', 'select');

-- What notas made at the portal take back of a document. One that became a document of ours after it was read, because
-- its answer was lost, counts as ours alone.
create function taken_back_at_portal(org bigint, doc bigint) returns bigint
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(case about.code when 1 then document.total_clp else nota.total_clp end), 0)::bigint
  from document
  join portal_nota nota on nota.organisation_id = org and nota.company_id = document.company_id
    and nota.recipient_rut = document.recipient_rut
  cross join jsonb_to_recordset(nota.about) as about (folio bigint, day date, code integer)
  where document.organisation_id = org and document.id = doc and document.kind = 'factura'
    and about.folio = document.folio and about.day = document.issue_day and about.code in (1, 3)
    and not exists (select from document own where own.organisation_id = org and own.company_id = nota.company_id
      and own.kind = 'notaCredito' and own.folio = nota.folio)
$$;
revoke execute on function taken_back_at_portal(bigint, bigint) from public;

-- Sums what documents' rows say, again each time, all of them in one statement: a bank's brings thousands of payments.
create function follow_receivables(org bigint, docs bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from receivable where organisation_id = org and document_id = any(docs) order by document_id for update;
  with said as (
    select receivable.document_id,
      (select state = 'annulled' from document where organisation_id = org and id = receivable.document_id) as is_annulled,
      least(base_clp,
        coalesce((select sum(nota.total_clp) from document nota where nota.organisation_id = org
          and nota.nota_of = receivable.document_id and nota.nota_code in (1, 3) and nota.state = 'issued'), 0)
        + taken_back_at_portal(org, receivable.document_id)
        + case when exists (select from sii_issued listed where listed.organisation_id = org
            and listed.document_id = receivable.document_id and listed.annulled_by is not null)
          then base_clp else 0 end) as taken_back_clp,
      coalesce((select sum(share.amount_clp) from payment_share share
        join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
        where share.organisation_id = org and share.document_id = receivable.document_id
          and payment.undone_at is null), 0) as paid_clp,
      coalesce((select sum(refund.amount_clp) from payment_refund refund
        join payment on payment.organisation_id = refund.organisation_id and payment.id = refund.payment_id
        where refund.organisation_id = org and refund.document_id = receivable.document_id
          and refund.undone_at is null and payment.undone_at is null), 0) as refunded_clp,
      coalesce((select sum(declared.amount_clp) from payment_declaration declared
        where declared.organisation_id = org and declared.document_id = receivable.document_id
          and declared.state = 'open'), 0) as declared_clp
    from receivable where receivable.organisation_id = org and receivable.document_id = any(docs)
  )
  update receivable before set is_annulled = said.is_annulled, taken_back_clp = said.taken_back_clp,
    paid_clp = said.paid_clp, refunded_clp = said.refunded_clp, declared_clp = said.declared_clp,
    -- Its owner's word is about that money, not about other money that is too much later.
    agreed_excess_clp = least(before.agreed_excess_clp, greatest(0, said.paid_clp - said.refunded_clp
      - case when said.is_annulled then 0 else before.base_clp - said.taken_back_clp end))
  from said
  where before.organisation_id = org and before.document_id = said.document_id
    and (before.is_annulled, before.taken_back_clp, before.paid_clp, before.refunded_clp, before.declared_clp)
      is distinct from
      (said.is_annulled, said.taken_back_clp, said.paid_clp, said.refunded_clp, said.declared_clp);
end $$;
-- It writes only what is so, so that a caller may ask for it.
revoke execute on function follow_receivables(bigint, bigint[]) from public;
grant execute on function follow_receivables(bigint, bigint[]) to folio_api;

create function follow_receivable(org bigint, doc bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select follow_receivables(org, array[doc])
$$;
revoke execute on function follow_receivable(bigint, bigint) from public;
grant execute on function follow_receivable(bigint, bigint) to folio_api;

-- A bank's statement brings thousands of payments by one statement: what follows from them is done once for all.
-- What was paid of documents, summed anew; shares that were added change no other sum.
create function follow_paid(org bigint, docs bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from receivable where organisation_id = org and document_id = any(docs) order by document_id for update;
  with said as (
    select share.document_id, coalesce(sum(share.amount_clp) filter (where payment.undone_at is null), 0) as paid_clp
    from payment_share share
    join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
    where share.organisation_id = org and share.document_id = any(docs)
    group by share.document_id
  )
  update receivable before set paid_clp = said.paid_clp from said
    where before.organisation_id = org and before.document_id = said.document_id
      and before.paid_clp <> said.paid_clp;
end $$;
revoke execute on function follow_paid(bigint, bigint[]) from public;

create function follow_shares() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_paid(organisation_id, array_agg(distinct document_id)) from added group by organisation_id;
  return null;
end $$;
create trigger payment_share_follows after insert on payment_share referencing new table as added
  for each statement execute function follow_shares();

create function follow_share() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_receivable(new.organisation_id, new.document_id);
  return null;
end $$;
create trigger payment_refund_follows after insert or update on payment_refund
  for each row execute function follow_share();
-- A proof changes no sum.
create trigger payment_declaration_follows after insert or update of amount_clp, state on payment_declaration
  for each row execute function follow_share();

-- The open pages of its owner show a proof all the same.
create function announce_voucher() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('folio_changes',
    json_build_object('organisation', new.organisation_id, 'document', new.document_id)::text);
  return null;
end $$;
create trigger payment_declaration_voucher after update of voucher on payment_declaration
  for each row when (new.voucher is distinct from old.voucher) execute function announce_voucher();

create function follow_payment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_receivable(share.organisation_id, share.document_id) from payment_share share
    where share.organisation_id = new.organisation_id and share.payment_id = new.id;
  return null;
end $$;
create trigger payment_follows after update of undone_at on payment for each row execute function follow_payment();

-- What a payment confirmed waits again once that is undone: its payer's word still stands, and its owner is asked.
create function reopen_declarations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update payment_declaration set state = 'open', payment_id = null, decided_at = null, decided_by = null
    where organisation_id = new.organisation_id and payment_id = new.id and state = 'confirmed';
  return null;
end $$;
create trigger payment_reopens_declarations after update of undone_at on payment
  for each row when (new.undone_at is not null and old.undone_at is null) execute function reopen_declarations();

create function follow_document() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_receivable(new.organisation_id, coalesce(new.nota_of, new.id));
  return null;
end $$;
create trigger document_follows after update of state on document
  for each row when (new.state is distinct from old.state and new.state in ('issued', 'annulled'))
  execute function follow_document();

create function follow_listed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_receivable(new.organisation_id, new.document_id);
  return null;
end $$;
create trigger sii_issued_follows after insert or update of document_id, annulled_by on sii_issued
  for each row when (new.document_id is not null and new.annulled_by is not null)
  execute function follow_listed();

create function follow_portal_notas() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform follow_receivables(nota.organisation_id, array_agg(distinct document.id))
    from changed nota
    cross join jsonb_to_recordset(nota.about) as about (folio bigint)
    join document on document.organisation_id = nota.organisation_id and document.company_id = nota.company_id
      and document.kind = 'factura' and document.folio = about.folio
    group by nota.organisation_id;
  return null;
end $$;
create trigger portal_nota_inserted after insert on portal_nota referencing new table as changed
  for each statement execute function follow_portal_notas();
create trigger portal_nota_read after update on portal_nota referencing new table as changed
  for each statement execute function follow_portal_notas();

-- Makes what is owed of issued documents rows of their own: by the switch of their company, or by their owner's word.
-- Returns those that were not followed before. It runs with the caller's rights: the API reaches its own tenant's rows only.
create function open_receivables(org bigint, docs bigint[], at timestamptz) returns bigint[] language plpgsql as $$
declare
  opened bigint[];
begin
  with made as (
    insert into receivable (organisation_id, document_id, company_id, client_rut, base_clp, due_day, closes_day,
      created_at)
    select issued.organisation_id, issued.id, issued.company_id, issued.recipient_rut,
      case when issued.kind = 'boletaHonorarios' and issued.content ->> 'withholder' = 'recipient'
        then (issued.content ->> 'liquidoClp')::bigint else issued.total_clp end,
      due, due + 60, at
    from document issued
    left join invoice_rule rule on rule.organisation_id = issued.organisation_id and rule.id = issued.rule_id
    left join client on client.organisation_id = issued.organisation_id and client.id = issued.client_id
    left join payment_terms terms on terms.organisation_id = issued.organisation_id
      and terms.company_id = issued.company_id
    -- A day that a file names stays that day; what is issued after it is due on the day of its issue.
    cross join coalesce(
      case when rule.due_day is not null then greatest(rule.due_day, issued.issue_day) end,
      issued.issue_day + coalesce(rule.due_days, client.due_days, terms.due_days, 30)) due
    where issued.organisation_id = org and issued.id = any(docs)
    order by issued.id
    on conflict (organisation_id, document_id) do nothing
    returning document_id
  )
  select coalesce(array_agg(document_id order by document_id), '{}') into opened from made;
  perform follow_receivables(org, opened);
  return opened;
end $$;

-- Between the terms of a company and what becomes issued of it meanwhile: who saves them (exclusively) waits for every
-- document that was looked at under the old ones, and a document waits for the new ones. Until the transaction ends.
create function lock_terms(org bigint, company bigint, exclusively boolean) returns void language plpgsql as $$
declare
  key bigint := hashtextextended(format('payment_terms %s %s', org, company), 0);
begin
  if exclusively then perform pg_advisory_xact_lock(key); else perform pg_advisory_xact_lock_shared(key); end if;
end $$;

-- Every way by which a document becomes issued makes its receivable, and none can forget it.
create function open_receivable_of_issued() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform lock_terms(new.organisation_id, new.company_id, false);
  if exists (select from payment_terms terms where terms.organisation_id = new.organisation_id
      and terms.company_id = new.company_id and terms.first_day <= new.issue_day) then
    perform open_receivables(new.organisation_id, array[new.id], new.updated_at);
  end if;
  return null;
end $$;
create trigger document_opens_receivable after update of state on document
  for each row when (new.state = 'issued' and old.state <> 'issued' and new.kind <> 'notaCredito')
  execute function open_receivable_of_issued();

-- Providers ---------------------------------------------------------------------------------------------

-- A company's own account at a payment provider (docs/decisions/0021): its money goes there directly.
create table payment_connection (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  -- In the address that the provider notifies. Unguessable, and says nothing of the organisation.
  public_id uuid not null default gen_random_uuid(),
  provider text not null check (provider in ('transbank', 'khipu', 'fintoc', 'mercadoPago')),
  mode text not null check (mode in ('live', 'test')),
  -- What names the account at its provider: codes, receiver, bank account. No secret.
  account jsonb not null,
  -- Its keys, as one sealed value of kind paymentKeys. Null: erased after it ended and nothing of it was pending.
  secret_id bigint,
  created_by bigint not null,
  created_at timestamptz not null,
  -- The last test of its keys; null: never tested.
  tested_at timestamptz,
  test_outcome text
    check (test_outcome in ('ok', 'unauthorised', 'otherAccount', 'otherMode', 'otherCountry', 'unavailable')),
  -- Whose account it is, as its provider said at a test. Null: it never said it.
  told_holder_rut text,
  -- Whether payers are offered it. Only a live one, or one of the demonstration, may be.
  is_offered boolean not null default false,
  -- Its owner removed it, or replaced it by another row: a changed account is another connection.
  ended_at timestamptz,
  ended_by bigint,
  primary key (organisation_id, id),
  check (ended_at is null or not is_offered),
  check (secret_id is not null or ended_at is not null),
  check ((tested_at is null) = (test_outcome is null)),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade,
  foreign key (organisation_id, secret_id) references secret (organisation_id, id)
);
-- Found by its address before its organisation is known.
create unique index payment_connection_public on payment_connection (public_id);
-- One in force of each provider and mode.
create unique index payment_connection_in_force on payment_connection (organisation_id, company_id, provider, mode)
  where ended_at is null;
call tenant_table('payment_connection', 'select, insert,
  update (secret_id, tested_at, test_outcome, told_holder_rut, is_offered, ended_at, ended_by)');

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
call tenant_table('payment_trial', 'select, insert, update');

-- Who comes back from a provider's page has no session there: the function finds the row of that very order, and no other.
create function ordered_trial(order_text text) returns table (organisation_id bigint, connection_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select trial.organisation_id, trial.connection_id from payment_trial trial where trial.order_id = order_text
$$;
revoke execute on function ordered_trial(text) from public;
grant execute on function ordered_trial(text) to folio_api;

-- One checkout at a provider, begun by a payer. Its state is the provider's, as we read it ourselves.
create table payment_attempt (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  connection_id bigint not null,
  -- Ours, random, in the return address and at the provider; 26 letters and digits: its limit for an order.
  order_id text not null check (order_id ~ '^[a-z2-7]{26}$'),
  provider text not null check (provider in ('transbank', 'khipu', 'fintoc', 'mercadoPago')),
  mode text not null check (mode in ('live', 'test')),
  amount_clp bigint not null check (amount_clp > 0),
  -- The link from which it was begun, to lead its payer back. It may be gone meanwhile.
  link_id bigint not null,
  -- What the provider calls the checkout, and the payment where that has another name. Null: not known (yet).
  provider_ref text,
  payment_ref text,
  -- Where its payer goes, while it can be paid; gone once it is over, because it may be a key to the checkout.
  redirect jsonb,
  -- created: not known at the provider yet. mismatch: money moved in another way than asked; a person looks.
  -- notOwed: its payer is back, and we did not settle it, because what it pays was not owed any more.
  state text not null
    check (state in
      ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'expired', 'mismatch', 'notOwed')),
  -- The provider's own word, and its reason for a person who looks into it.
  provider_status text not null default '',
  method jsonb,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  -- How its payer left the provider's pages. No proof of anything.
  returned text check (returned in ('normal', 'annulled', 'timedOut', 'formError')),
  -- By the last reading: a payer has paid, and the provider has not said yet whether the money comes.
  is_verifying boolean not null default false,
  -- Money may have moved and nothing is certain yet. Page, list, start and reminders read this one column.
  is_checking boolean not null
    generated always as (state = 'pending' and (returned is not null or is_verifying)) stored,
  ended_at timestamptz,
  -- The money that it became first; all of it is in provider_payment.
  payment_id bigint,
  -- Whoever reads its state at the provider; until then nobody else does.
  claimed_until timestamptz,
  -- When its state is read next without being asked; null: no more.
  poll_at timestamptz,
  primary key (organisation_id, id),
  check ((state = 'succeeded') = (payment_id is not null)),
  foreign key (organisation_id, connection_id) references payment_connection (organisation_id, id) on delete cascade,
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade,
  foreign key (organisation_id, payment_id) references payment (organisation_id, id)
);
-- Found by a payer's return before its organisation is known.
create unique index payment_attempt_order on payment_attempt (order_id);
-- The same payment of a provider is money once.
create unique index payment_attempt_reference on payment_attempt (organisation_id, connection_id, provider_ref)
  where provider_ref is not null;
create unique index payment_attempt_payment on payment_attempt (organisation_id, payment_id)
  where payment_id is not null;
create index payment_attempt_poll on payment_attempt (poll_at) where poll_at is not null;
create index payment_attempt_claimed on payment_attempt (claimed_until) where claimed_until is not null;
-- Whose money a bank's statement may bring before its provider says that it came.
create index payment_attempt_under_way on payment_attempt (organisation_id, company_id)
  where state in ('created', 'pending');
-- Where the payer of an attempt is led back to, and what was begun from there.
create index payment_attempt_link on payment_attempt (organisation_id, link_id);
call tenant_table('payment_attempt', 'select, insert, delete,
  update (provider_ref, payment_ref, redirect, state, provider_status, method, returned, is_verifying, ended_at,
  payment_id, claimed_until, poll_at)');

-- How much of an attempt is for which document.
create table payment_attempt_share (
  organisation_id bigint not null,
  attempt_id bigint not null,
  document_id bigint not null,
  provider text not null,
  amount_clp bigint not null check (amount_clp > 0),
  -- While its payer is led to it again. At most one such of a document and provider, whatever link it was begun from.
  is_open boolean not null default true,
  primary key (organisation_id, attempt_id, document_id),
  foreign key (organisation_id, attempt_id) references payment_attempt (organisation_id, id) on delete cascade,
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  -- Not followed any more: refused while an attempt of which money may come is on record for it.
  foreign key (organisation_id, document_id) references receivable (organisation_id, document_id)
);
create unique index payment_attempt_one_open on payment_attempt_share (organisation_id, document_id, provider)
  where is_open;
create index payment_attempt_share_document on payment_attempt_share (organisation_id, document_id);
call tenant_table('payment_attempt_share', 'select, insert, update (is_open)');

-- A payer who comes back has no session: the function finds the row of that very order, and no other.
create function ordered_attempt(order_text text) returns table (organisation_id bigint, id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select attempt.organisation_id, attempt.id from payment_attempt attempt where attempt.order_id = order_text
$$;
revoke execute on function ordered_attempt(text) from public;
grant execute on function ordered_attempt(text) to folio_api;

-- The open pages of its owner show where each attempt stands.
create function announce_attempt() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('folio_changes',
    json_build_object('organisation', new.organisation_id, 'document', share.document_id)::text)
    from payment_attempt_share share
    where share.organisation_id = new.organisation_id and share.attempt_id = new.id;
  return null;
end $$;
create trigger payment_attempt_announced after update of state, returned, is_verifying on payment_attempt
  for each row when ((new.state, new.is_checking) is distinct from (old.state, old.is_checking))
  execute function announce_attempt();

-- A checkout's payment at its provider that became money. Some providers let one checkout be paid again.
create table provider_payment (
  organisation_id bigint not null,
  attempt_id bigint not null,
  -- What the provider calls it; the checkout's name where a payment has none of its own.
  payment_ref text not null,
  payment_id bigint not null,
  method jsonb,
  -- Money once, whatever is notified and read of it.
  primary key (organisation_id, attempt_id, payment_ref),
  unique (organisation_id, payment_id),
  foreign key (organisation_id, attempt_id) references payment_attempt (organisation_id, id) on delete cascade,
  foreign key (organisation_id, payment_id) references payment (organisation_id, id)
);
call tenant_table('provider_payment', 'select, insert');

-- What a person has to look into at the provider: a payment that differs from what was asked for, one that its payer
-- disputes, one that the payer's bank took back, one that nobody could read until the end, or a refund that the provider
-- never says to have made or not.
create table payment_question (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  attempt_id bigint not null,
  kind text not null check (kind in ('mismatch', 'disputed', 'chargedBack', 'unread', 'refundUnseen', 'markedPaid')),
  -- As in provider_payment.
  payment_ref text not null,
  -- What was seen there, without secrets.
  about jsonb not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  answered_by bigint,
  -- Since when a reading doesn't see any more what was answered: seen again, it is another matter.
  over_at timestamptz,
  primary key (organisation_id, id),
  -- Answered by nobody: what was unread has been read after all.
  check (answered_by is null or answered_at is not null),
  check (over_at is null or answered_at is not null),
  foreign key (organisation_id, attempt_id) references payment_attempt (organisation_id, id) on delete cascade
);
create index payment_question_open on payment_question (organisation_id) where answered_at is null;
-- Each reading sees the same again: one matter is asked once at a time.
create unique index payment_question_one on payment_question (organisation_id, attempt_id, kind, payment_ref)
  where answered_at is null;
create index payment_question_attempt on payment_question (organisation_id, attempt_id);
call tenant_table('payment_question', 'select, insert, update (about, answered_at, answered_by, over_at)');

create function announce_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('folio_changes',
    json_build_object('organisation', new.organisation_id, 'document', share.document_id)::text)
    from payment_attempt_share share
    where share.organisation_id = new.organisation_id and share.attempt_id = new.attempt_id;
  return null;
end $$;
create trigger payment_question_announced after insert or update on payment_question
  for each row execute function announce_question();

-- The undecided movements of a company's statements are to be judged again (payments/reconcile/match-requested.ts), because
-- an online transfer that held some of them ended without money. Rows of their own: who ends an attempt waits for no other.
create table match_request (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
call tenant_table('match_request');

create function request_match() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into match_request (organisation_id, company_id) values (new.organisation_id, new.company_id);
  return null;
end $$;
create trigger payment_attempt_requests_match after update of state on payment_attempt
  for each row when (new.provider in ('khipu', 'fintoc') and old.state in ('created', 'pending')
    and new.state in ('failed', 'cancelled', 'expired', 'mismatch'))
  execute function request_match();

create function request_match_of_attempt() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into match_request (organisation_id, company_id)
    select attempt.organisation_id, attempt.company_id from payment_attempt attempt
    where attempt.organisation_id = new.organisation_id and attempt.id = new.attempt_id
      and attempt.provider in ('khipu', 'fintoc') and attempt.payment_id is null;
  return null;
end $$;
create trigger payment_question_requests_match after update of answered_at on payment_question
  for each row when (new.kind in ('mismatch', 'unread') and old.answered_at is null and new.answered_at is not null)
  execute function request_match_of_attempt();

-- What providers notified, as it came: stored first, answered, then processed once. Later only in short, because it may
-- name its payer.
create table payment_notice (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  connection_id bigint not null,
  -- The same for a repetition of the same notice.
  event_key text not null,
  -- authentic; stale: rightly signed outside of the time window, read before it is believed.
  trust text not null check (trust in ('authentic', 'stale')),
  refs jsonb not null,
  -- Those that its signature is made of, so that it can be checked again; none once it is shortened.
  headers jsonb not null,
  raw_body bytea not null,
  received_at timestamptz not null,
  -- When it is taken up next; whoever takes it up moves this on first, so that nobody else does.
  next_try_at timestamptz,
  tries integer not null default 0,
  processed_at timestamptz,
  -- What came of it: the attempt's state, or why nothing did.
  outcome text,
  -- Since when raw_body has only its digest, ids, times and amounts.
  shortened_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, connection_id, event_key),
  check ((processed_at is null) = (next_try_at is not null)),
  check (shortened_at is null or processed_at is not null),
  foreign key (organisation_id, connection_id) references payment_connection (organisation_id, id) on delete cascade
);
alter table payment_notice alter column raw_body set storage external;
create index payment_notice_waiting on payment_notice (next_try_at) where processed_at is null;
create index payment_notice_whole on payment_notice (processed_at) where shortened_at is null;
call tenant_table('payment_notice', 'select, insert, update (next_try_at, tries, processed_at, outcome)');

-- A refund that its owner orders of a provider. The money given back is a payment_refund, once the provider says so.
create table payment_refund_order (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  attempt_id bigint not null,
  payment_id bigint not null,
  document_id bigint not null,
  amount_clp bigint not null check (amount_clp > 0),
  -- Ours, random, at the provider: the same one refunds once, where the provider has such a thing.
  refund_id text not null check (refund_id ~ '^[a-z2-7]{26}$'),
  -- What the provider had given back of the payment before, so that the payment shows whether this one was done.
  before_clp bigint not null,
  -- asked: not answered yet. pending: taken by the provider, not done yet. unseen: given up, and it may have been done:
  -- its owner is asked. refused: not possible, nothing given back.
  state text not null check (state in ('asked', 'pending', 'unseen', 'done', 'refused')),
  refund_ref text,
  reason text,
  ordered_by bigint not null,
  ordered_at timestamptz not null,
  ended_at timestamptz,
  poll_at timestamptz,
  -- Since when nobody can say what became of it; null: its last look said something.
  silent_since timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, refund_id),
  check ((state in ('asked', 'pending')) = (ended_at is null)),
  check ((state in ('asked', 'pending')) = (poll_at is not null)),
  foreign key (organisation_id, attempt_id, document_id)
    references payment_attempt_share (organisation_id, attempt_id, document_id) on delete cascade,
  foreign key (organisation_id, payment_id)
    references provider_payment (organisation_id, payment_id) on delete cascade
);
-- One at a time: what the payment says was given back is of one alone, and one that may have been done is not repeated.
create unique index payment_refund_order_one on payment_refund_order (organisation_id, payment_id)
  where state in ('asked', 'pending', 'unseen');
create index payment_refund_order_poll on payment_refund_order (poll_at) where poll_at is not null;
create index payment_refund_order_document on payment_refund_order (organisation_id, document_id);
call tenant_table('payment_refund_order', 'select, insert, update (state, refund_ref, reason, ended_at, poll_at, silent_since)');

-- Statements --------------------------------------------------------------------------------------------

-- A bank's file that was taken whole (docs/decisions/0022). The file itself is not kept.
create table bank_statement (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  -- Digits alone; '' where the file says none.
  account text not null,
  file_name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  first_day date not null,
  last_day date not null,
  movements integer not null check (movements > 0),
  -- Of them, those that no statement before had.
  added integer not null check (added >= 0),
  uploaded_by bigint not null,
  uploaded_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
-- The same file again is the same statement.
create unique index bank_statement_once on bank_statement (organisation_id, company_id, account, sha256);
call tenant_table('bank_statement', 'select, insert, update (movements, added)');

-- A line of an account. Of what left, only what identifies it is kept, and its text where that says a reversal.
create table bank_movement (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  account text not null,
  -- The first that had it.
  statement_id bigint not null,
  day date not null,
  -- What came is positive, what left is negative.
  amount_clp bigint not null check (amount_clp <> 0),
  operation text not null,
  -- Among those equal in all of this, from 1.
  ordinal integer not null check (ordinal > 0),
  payer_rut text,
  payer_name text not null default '',
  description text not null default '',
  reversal text check (reversal in ('reversed', 'reversal', 'doubtful', 'alone')),
  -- The one that takes it back, or that it takes back.
  reversal_id bigint,
  -- One of another statement that it may be, by another number: it pays nothing without a person.
  maybe_id bigint,
  -- A person's word that no client paid by it, or that its money is on record in other amounts.
  set_aside_at timestamptz,
  set_aside_by bigint,
  set_aside_why text check (set_aside_why in ('notOfClient', 'recorded')),
  primary key (organisation_id, id),
  check ((set_aside_at is null) = (set_aside_by is null)),
  check ((set_aside_at is null) = (set_aside_why is null)),
  check ((reversal_id is null) = (reversal is null or reversal = 'alone')),
  check (reversal_id is null or reversal is not null),
  -- By which it is its company's, too: each foreign key costs thousands of checks for a statement.
  foreign key (organisation_id, statement_id) references bank_statement (organisation_id, id) on delete cascade
);
-- A second or an overlapping upload adds nothing. Days are looked up by it, too.
create unique index bank_movement_once
  on bank_movement (organisation_id, company_id, day, amount_clp, operation, ordinal, account);
create index bank_movement_taken_back on bank_movement (organisation_id, company_id)
  where reversal in ('reversed', 'doubtful');
create index bank_movement_on_record on bank_movement (organisation_id, company_id, day)
  where set_aside_why = 'recorded';
call tenant_table('bank_movement', 'select, insert, update (reversal, reversal_id, set_aside_at, set_aside_by, set_aside_why)');

-- Which columns of its banks' files a company said mean what: by the headings of that file.
create table statement_columns (
  organisation_id bigint not null,
  company_id bigint not null,
  headings text not null,
  columns jsonb not null,
  answered_by bigint not null,
  answered_at timestamptz not null,
  primary key (organisation_id, company_id, headings),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
call tenant_table('statement_columns', 'select, insert, update (columns, answered_by, answered_at)');

-- That a movement is a payment. Undone with the payment, and kept: what a person took back is never matched again.
create table movement_match (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  -- The movement's.
  company_id bigint not null,
  movement_id bigint not null,
  payment_id bigint not null,
  -- recorded: the payment was on record already, and the movement is its money.
  how text not null check (how in ('automatic', 'person', 'recorded')),
  matched_by bigint,
  matched_at timestamptz not null,
  -- What a provider confirmed afterwards and may be the same money: a person says whether it is.
  maybe_payment_id bigint,
  -- A person's word that the money stayed, whatever the bank had told until then.
  kept_at timestamptz,
  kept_by bigint,
  undone_at timestamptz,
  undone_by bigint,
  primary key (organisation_id, id),
  check ((kept_at is null) = (kept_by is null)),
  check ((how = 'automatic') = (matched_by is null)),
  foreign key (organisation_id, movement_id) references bank_movement (organisation_id, id) on delete cascade,
  foreign key (organisation_id, payment_id) references payment (organisation_id, id) on delete cascade,
  foreign key (organisation_id, maybe_payment_id) references payment (organisation_id, id) on delete cascade
);
create unique index movement_matched_once on movement_match (organisation_id, movement_id) where undone_at is null;
create unique index payment_matched_once on movement_match (organisation_id, payment_id) where undone_at is null;
create index movement_match_company on movement_match (organisation_id, company_id) where undone_at is null;
create index movement_match_maybe on movement_match (organisation_id, maybe_payment_id) where maybe_payment_id is not null;
create index movement_match_movement on movement_match (organisation_id, movement_id);
create index movement_match_payment on movement_match (organisation_id, payment_id);
call tenant_table('movement_match', 'select, insert, update (kept_at, kept_by, undone_at, undone_by, maybe_payment_id)');

-- Wherever a payment is undone, its movement pays nothing any more.
create function unmatch_payment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update movement_match set undone_at = new.undone_at, undone_by = new.undone_by
    where organisation_id = new.organisation_id and payment_id = new.id and undone_at is null;
  return null;
end $$;
create trigger payment_is_unmatched after update of undone_at on payment
  for each row when (new.undone_at is not null and old.undone_at is null) execute function unmatch_payment();

-- A person's no to one proposal: the movement pays that document, or is that payment, in none of them again.
create table movement_refusal (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  movement_id bigint not null,
  document_id bigint,
  payment_id bigint,
  refused_by bigint not null,
  refused_at timestamptz not null,
  -- When a person asked to look at the movement again.
  taken_back_at timestamptz,
  taken_back_by bigint,
  primary key (organisation_id, id),
  check (num_nonnulls(document_id, payment_id) = 1),
  foreign key (organisation_id, movement_id) references bank_movement (organisation_id, id) on delete cascade,
  foreign key (organisation_id, document_id) references document (organisation_id, id) on delete cascade,
  foreign key (organisation_id, payment_id) references payment (organisation_id, id) on delete cascade
);
create unique index movement_refused_once on movement_refusal (organisation_id, movement_id, document_id, payment_id)
  nulls not distinct where taken_back_at is null;
call tenant_table('movement_refusal', 'select, insert, update (taken_back_at, taken_back_by)');

-- Whom a company lets pay for one of its clients, too.
create table authorised_payer (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  client_rut text not null,
  payer_rut text not null check (payer_rut <> client_rut),
  added_by bigint not null,
  added_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, company_id, client_rut, payer_rut),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
call tenant_table('authorised_payer', 'select, insert, delete');

-- A person's word that what a client was issued without its payment being followed is paid: its transfers are for what
-- came after.
create table settled_client (
  organisation_id bigint not null,
  id bigint generated by default as identity,
  company_id bigint not null,
  client_rut text not null,
  -- The newest such document's; what became known after `said_at` is not meant.
  through_day date not null,
  said_by bigint not null,
  said_at timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, company_id, client_rut),
  foreign key (organisation_id, company_id) references company (organisation_id, id) on delete cascade
);
call tenant_table('settled_client', 'select, insert, update (through_day, said_by, said_at), delete');

-- What is inserted by thousands takes its numbers before: what follows from them is worked out meanwhile.
grant usage on sequence bank_movement_id_seq, payment_id_seq to folio_api;
