import type { TestedMutant } from '../mutant.ts'

const PAYMENTS = 'server/db/migrations/0003-payments.sql'
const DELIVERIES = 'server/db/migrations/0004-deliveries.sql'
const SCHEMA = 'test/payments/schema.test.ts'
const refuses = (what: string) => ({ test: SCHEMA, name: `refuses ${what}` })
const forbids = (statement: string) => ({ test: SCHEMA, name: `no right to: ${statement}` })
const inPayments = (name: string) => ({ test: 'test/contract/api/payments.test.ts', name })
const announced = (name: string) => ({ test: 'test/payments/announced.test.ts', name })

/** Faults in what the database keeps true of money by itself: sums, rows that stand once, checks and rights. */
export const PAYMENT_SCHEMA_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a nota that corrects a text lowers what is owed',
    file: PAYMENTS,
    from: `nota.nota_code in (1, 3) and nota.state`,
    to: `nota.state`,
    caughtBy: inPayments('corrects its text lowers nothing'),
  },
  {
    name: 'a nota that is not issued lowers what is owed',
    file: PAYMENTS,
    from: ` and nota.nota_code in (1, 3) and nota.state = 'issued'), 0)
        + taken`,
    to: ` and nota.nota_code in (1, 3)), 0)
        + taken`,
    caughtBy: inPayments('begins to be followed while its nota is still to be issued'),
  },
  {
    name: 'a question is answered by a person at no time',
    file: PAYMENTS,
    from: `
  check (answered_by is null or answered_at is not null),`,
    to: ``,
    caughtBy: refuses('a question that a person answered at no time'),
  },
  {
    name: 'a refund that was undone is still given back',
    file: PAYMENTS,
    from: `          and refund.undone_at is null and payment.undone_at is null), 0) as refunded_clp,`,
    to: `          and payment.undone_at is null), 0) as refunded_clp,`,
    caughtBy: inPayments('the payment stays until its refund is undone'),
  },
  {
    name: 'a declaration that was answered is still declared',
    file: PAYMENTS,
    from: `
          and declared.state = 'open'), 0)`,
    to: `), 0)`,
    caughtBy: inPayments('a rejected declaration leaves it open'),
  },
  {
    name: 'a declaration that is answered changes no sum',
    file: PAYMENTS,
    from: `after insert or update of amount_clp, state on payment_declaration`,
    to: `after insert or update of amount_clp on payment_declaration`,
    caughtBy: inPayments('a rejected declaration leaves it open'),
  },
  {
    name: 'a payment that is undone stays in the sum',
    file: PAYMENTS,
    from: `create trigger payment_follows after update of undone_at on payment for each row execute function follow_payment();`,
    to: ``,
    caughtBy: inPayments('an undone payment is no money'),
  },
  {
    name: 'a nota is owed',
    file: PAYMENTS,
    from: `old.state <> 'issued' and new.kind <> 'notaCredito')
  execute function open_receivable_of_issued();`,
    to: `old.state <> 'issued')
  execute function open_receivable_of_issued();`,
    caughtBy: inPayments('a nota de crédito is never owed'),
  },
  {
    name: 'a document is followed without its company’s switch',
    file: PAYMENTS,
    from: `
      and terms.company_id = new.company_id and terms.first_day <= new.issue_day) then`,
    to: `
      and terms.company_id = new.company_id) then`,
    caughtBy: inPayments('is not followed where payments are on'),
  },
  {
    name: 'following a document again puts its due day back',
    file: PAYMENTS,
    from: `    on conflict (organisation_id, document_id) do nothing
    returning document_id`,
    to: `    on conflict (organisation_id, document_id) do update set due_day = excluded.due_day
    returning document_id`,
    caughtBy: inPayments('whose following begins twice'),
  },
  {
    name: 'what an owner does about a payment without changing a sum is told to no open page',
    file: PAYMENTS,
    from: `create trigger receivable_changed after update on receivable
  referencing old table as before_change new table as after_change
  for each statement execute function receivables_changed();`,
    to: ``,
    caughtBy: announced('moves a due day'),
  },
  {
    name: 'a payment that begins to be followed is told to no open page',
    file: PAYMENTS,
    from: `create trigger receivable_opened after insert on receivable referencing new table as after_change
  for each statement execute function receivables_changed();`,
    to: ``,
    caughtBy: announced('stops following a payment and follows it again'),
  },
  {
    name: 'a thousand documents that begin to be followed are told one by one',
    file: PAYMENTS,
    from: `where cardinality(docs) > 100`,
    to: `where cardinality(docs) > 1000`,
    also: { from: `where cardinality(docs) <= 100`, to: `where cardinality(docs) <= 1000` },
    caughtBy: announced('to look at everything'),
  },
  {
    name: 'a movement whose payment is undone stays matched',
    file: PAYMENTS,
    from: `create trigger payment_is_unmatched after update of undone_at on payment
  for each row when (new.undone_at is not null and old.undone_at is null) execute function unmatch_payment();`,
    to: ``,
    caughtBy: {
      test: 'test/payments/statement/movements.test.ts',
      name: 'undone on its document’s page stays undone',
    },
  },
  {
    name: 'what an undone payment confirmed stays confirmed',
    file: PAYMENTS,
    from: `create trigger payment_reopens_declarations after update of undone_at on payment
  for each row when (new.undone_at is not null and old.undone_at is null) execute function reopen_declarations();`,
    to: ``,
    caughtBy: {
      test: 'test/payments/statement/movements.test.ts',
      name: 'waits for its owner again',
    },
  },
  {
    name: 'a bank’s movement brings a receipt by mail',
    file: DELIVERIES,
    from: `    and (payment.source in ('provider', 'declaration') or payment.wants_receipt)
  on conflict`,
    to: `  on conflict`,
    also: {
      from: `
    where payment.source in ('provider', 'declaration') or payment.wants_receipt
    order by added`,
      to: `
    order by added`,
    },
    caughtBy: {
      test: 'test/engine/deliveries/receipt-mails.test.ts',
      name: 'a statement brings none',
    },
  },
  {
    name: 'an annulment stops the receipt of what came',
    file: DELIVERIES,
    from: `
      and purpose = 'document' and not despite_annulment`,
    to: `
      and not despite_annulment`,
    caughtBy: {
      test: 'test/engine/deliveries/receipt-mails.test.ts',
      name: 'leaves the receipt of what came',
    },
  },
  {
    name: 'a receipt goes where a mail came back from',
    file: DELIVERIES,
    from: `last.purpose = 'document' and last.state not in ('failed', 'bounced')`,
    to: `last.purpose = 'document' and last.state not in ('failed')`,
    caughtBy: { test: 'test/payments/receipts.test.ts', name: 'came back' },
  },
  {
    name: 'a payment is corrected twice',
    file: PAYMENTS,
    from: `create unique index payment_corrected_once`,
    to: `create index payment_corrected_once`,
    caughtBy: refuses('a second correction of one payment'),
  },
  {
    name: 'a reference of a provider is money twice',
    file: PAYMENTS,
    from: `create unique index payment_attempt_reference`,
    to: `create index payment_attempt_reference`,
    caughtBy: refuses('a second attempt by one reference'),
  },
  {
    name: 'two attempts of a document and provider are open',
    file: PAYMENTS,
    from: `create unique index payment_attempt_one_open`,
    to: `create index payment_attempt_one_open`,
    caughtBy: refuses('a second open attempt'),
  },
  {
    name: 'two refunds of one attempt are under way',
    file: PAYMENTS,
    from: `create unique index payment_refund_order_one`,
    to: `create index payment_refund_order_one`,
    caughtBy: refuses('a second refund under way'),
  },
  {
    name: 'a movement is stored again by each upload',
    file: PAYMENTS,
    from: `create unique index bank_movement_once`,
    to: `create index bank_movement_once`,
    caughtBy: refuses('a movement that is there'),
  },
  {
    name: 'a movement has two matches in force',
    file: PAYMENTS,
    from: `create unique index movement_matched_once`,
    to: `create index movement_matched_once`,
    caughtBy: refuses('a second match of one movement'),
  },
  {
    name: 'a payment is the money of two movements',
    file: PAYMENTS,
    from: `create unique index payment_matched_once`,
    to: `create index payment_matched_once`,
    caughtBy: refuses('a second movement of one payment'),
  },
  {
    name: 'a step of a reminder is written twice',
    file: DELIVERIES,
    from: `  primary key (organisation_id, document_id, due_day, step),
`,
    to: ``,
    caughtBy: refuses('a step of a reminder once more'),
  },
  {
    name: 'a payment of a provider is undone',
    file: PAYMENTS,
    from: `  primary key (organisation_id, id),
  check (source <> 'provider' or undone_at is null),
  foreign key (organisation_id, company_id)`,
    to: `  primary key (organisation_id, id),
  foreign key (organisation_id, company_id)`,
    caughtBy: refuses('an undone payment of a provider'),
  },
  {
    name: 'an attempt succeeds without a payment',
    file: PAYMENTS,
    from: `  check ((state = 'succeeded') = (payment_id is not null)),
`,
    to: ``,
    caughtBy: refuses('a success without its payment'),
  },
  {
    name: 'a call may write the sums of what is owed',
    file: PAYMENTS,
    from: `  update (due_day, closes_day, agreed_excess_clp)');`,
    to: `  update');`,
    caughtBy: forbids('update receivable set paid_clp'),
  },
  {
    name: 'a call may change the amount of a payment',
    file: PAYMENTS,
    from: `call tenant_table('payment', 'select, insert, update (undone_at, undone_by)');`,
    to: `call tenant_table('payment', 'select, insert, update');`,
    caughtBy: forbids('update payment set amount_clp'),
  },
  {
    name: 'a call sees the payments of every organisation',
    file: PAYMENTS,
    from: `call tenant_table('payment', 'select, insert, update (undone_at, undone_by)');`,
    to: `call tenant_table('payment', 'select, insert, update (undone_at, undone_by)');
alter policy own on payment using (true);`,
    caughtBy: { test: SCHEMA, name: 'another organisation’s' },
  },
  {
    name: 'a call may write reminders',
    file: DELIVERIES,
    from: `call tenant_table('reminder', 'select');`,
    to: `call tenant_table('reminder', 'select, insert, delete');`,
    caughtBy: forbids('delete from reminder'),
  },
]
