import { sql, type Kysely } from 'kysely'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../walls/tenants.ts'

// What the database itself refuses of money, whatever the code in front of it does: of rows as they stand and of the
// rights of the API's role.

let app: TestApp
let ana: Tenant
beforeAll(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, ANA)
})
afterAll(() => app.close())

/** Ends in the name of what is in the way: a constraint, an index, or the message. */
async function refusalOf(work: (trx: Kysely<Schema>) => Promise<unknown>): Promise<string> {
  try {
    await app.database.db.transaction().execute(async (trx) => {
      await work(trx)
      throw new Error('nothing is in the way')
    })
    return ''
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint !== undefined) return error.constraint
    return error instanceof Error ? error.message : String(error)
  }
}

/** Another row like one that stands there, but for these values; `of`: a condition on it. */
async function again(trx: Kysely<Schema>, table: string, values: object, of = 'true') {
  const name = sql.table(table)
  const changed = sql`to_jsonb(one) || ${JSON.stringify(values)}::jsonb`
  const stored = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    trx,
  )
  const columns = sql.join(stored.rows.map((column) => sql.ref(column.name)))
  return sql`insert into ${name} (${columns}) select ${columns}
    from (select (jsonb_populate_record(null::${name}, ${changed})).*
      from ${name} one where ${sql.raw(of)} limit 1) copied`.execute(trx)
}

const MORE = 900_001
const ORDER = 'a'.repeat(26)
const PENDING = { state: 'pending', payment_id: null, ended_at: null, question: null }
const OF_PROVIDER = `source = 'provider'`

type Work = (trx: Kysely<Schema>) => Promise<unknown>

const SECOND_ROWS: [string, string, Work][] = [
  [
    'a second correction of one payment',
    'payment_corrected_once',
    async (trx) => {
      await again(trx, 'payment', { id: MORE, corrects_id: ana.ids.payment })
      await again(trx, 'payment', { id: MORE + 1, corrects_id: ana.ids.payment })
    },
  ],
  [
    'a second correction of one declaration',
    'payment_declaration_corrected_once',
    async (trx) => {
      const corrects_id = ana.ids.declaration
      for (const [at, key] of ['1', '2'].entries()) {
        const payer_key = `00000000-0000-4000-8000-00000000000${key}`
        await again(trx, 'payment_declaration', { id: MORE + at, payer_key, corrects_id })
      }
    },
  ],
  [
    'a second attempt by one reference of a provider',
    'payment_attempt_reference',
    (trx) =>
      again(trx, 'payment_attempt', { ...PENDING, id: MORE, order_id: ORDER, provider_ref: REF }),
  ],
  [
    'a second attempt that became one payment',
    'payment_attempt_payment',
    (trx) => again(trx, 'payment_attempt', { id: MORE, order_id: ORDER, provider_ref: 'x' }),
  ],
  [
    'a second open attempt of a document and provider',
    'payment_attempt_one_open',
    async (trx) => {
      await sql`update payment_attempt_share set is_open = true`.execute(trx)
      await again(trx, 'payment_attempt', {
        ...PENDING,
        id: MORE,
        order_id: ORDER,
        provider_ref: 'x',
      })
      await again(trx, 'payment_attempt_share', { attempt_id: MORE })
    },
  ],
  [
    'a second refund under way of one payment',
    'payment_refund_order_one',
    async (trx) => {
      await orderRefund(trx, MORE, 'a')
      await orderRefund(trx, MORE + 1, 'b')
    },
  ],
  [
    'a refund of a payment of which nobody knows whether one was made',
    'payment_refund_order_one',
    async (trx) => {
      await orderRefund(trx, MORE, 'a')
      await sql`update payment_refund_order set state = 'unseen', ended_at = ordered_at, poll_at = null
        where id = ${MORE}`.execute(trx)
      await orderRefund(trx, MORE + 1, 'b')
    },
  ],
  [
    'a second open question about one matter',
    'payment_question_one',
    (trx) => again(trx, 'payment_question', { id: MORE, about: '{}' }),
  ],
  [
    'a movement that is there',
    'bank_movement_once',
    (trx) => again(trx, 'bank_movement', { id: MORE }),
  ],
  [
    'a second match of one movement',
    'movement_matched_once',
    (trx) => again(trx, 'movement_match', { id: MORE, payment_id: ana.ids.onlinePayment }),
  ],
  [
    'a second movement of one payment',
    'payment_matched_once',
    (trx) => again(trx, 'movement_match', { id: MORE, movement_id: ana.ids.movement }),
  ],
  ['a step of a reminder once more', 'reminder_pkey', (trx) => again(trx, 'reminder', {})],
  [
    'a second mail of a day’s reminders to a client',
    'reminder_mail_pkey',
    async (trx) => {
      await again(trx, 'delivery', { id: MORE, nth: 99 }, `purpose = 'reminder'`)
      await again(trx, 'reminder_mail', { delivery_id: MORE })
    },
  ],
]

const REF = 'again'

test.each(SECOND_ROWS)('the database refuses %s', async (_what, constraint, work) => {
  const refusal = refusalOf(async (trx) => {
    await sql`update payment_attempt set provider_ref = ${REF}`.execute(trx)
    await work(trx)
  })
  expect(await refusal).toBe(constraint)
})

function orderRefund(trx: Kysely<Schema>, id: number, letter: string) {
  return sql`insert into payment_refund_order (organisation_id, id, attempt_id, payment_id, document_id, amount_clp,
      refund_id, before_clp, state, ordered_by, ordered_at, poll_at)
    select share.organisation_id, ${id}, share.attempt_id, paid.payment_id, share.document_id, 1, ${letter.repeat(26)},
      0, 'asked', 1, now(), now()
    from payment_attempt_share share
    join provider_payment paid on paid.organisation_id = share.organisation_id and paid.attempt_id = share.attempt_id
    where share.organisation_id = ${ana.organisationId} limit 1`.execute(trx)
}

const UNTRUE: [string, RegExp, Work][] = [
  [
    'an undone payment of a provider',
    /^payment_check/,
    (trx) => sql`update payment set undone_at = now() where ${sql.raw(OF_PROVIDER)}`.execute(trx),
  ],
  [
    'an undone refund of a provider',
    /^payment_refund_check/,
    (trx) => sql`update payment_refund set source = 'provider', undone_at = now()`.execute(trx),
  ],
  [
    'a success without its payment',
    /^payment_attempt_check/,
    (trx) => sql`update payment_attempt set state = 'succeeded', payment_id = null`.execute(trx),
  ],
  [
    'a confirmed declaration without its payment',
    /^payment_declaration_check/,
    (trx) =>
      sql`update payment_declaration set state = 'confirmed', decided_at = now()`.execute(trx),
  ],
  [
    'a question that a person answered at no time',
    /^payment_question_check/,
    (trx) =>
      sql`update payment_question set answered_at = null, answered_by = ${ana.userId}`.execute(trx),
  ],
  [
    'a share of nothing',
    /^payment_share_amount_clp_check/,
    (trx) => sql`update payment_share set amount_clp = 0`.execute(trx),
  ],
]

test.each(UNTRUE)('the database refuses %s', async (_what, constraint, work) => {
  expect(await refusalOf(work)).toMatch(constraint)
})

const FORBIDDEN = [
  'update payment set amount_clp = 1',
  'delete from payment',
  'update payment_share set amount_clp = 1',
  'delete from payment_share',
  'update payment_refund set amount_clp = 1',
  'update payment_declaration set amount_clp = 1',
  'update receivable set paid_clp = base_clp',
  'update receivable set base_clp = 0',
  'update payment_attempt set amount_clp = 1',
  'update bank_movement set amount_clp = 1',
  'update movement_match set payment_id = 1',
  'delete from movement_match',
  'delete from reminder',
  'delete from reminder_mail',
  'update charge set net_clp = 0',
  'delete from charge',
]

test.each(FORBIDDEN)('a call has no right to: %s', async (statement) => {
  const refusal = refusalOf(async (trx) => {
    await asCallOf(trx, ana)
    await sql.raw(statement).execute(trx)
  })
  expect(await refusal).toMatch(/^permission denied for table /)
})

test('a call sees no row of another organisation’s money', async () => {
  const rodrigo = await makeTenant(app, RODRIGO)
  for (const table of TABLES) {
    const counted = await app.database.db.transaction().execute(async (trx) => {
      await asCallOf(trx, ana)
      return sql<{ own: boolean }>`select distinct organisation_id = ${ana.organisationId} as own
        from ${sql.table(table)}`.execute(trx)
    })
    expect({ table, rows: counted.rows }).toEqual({ table, rows: [{ own: true }] })
  }
  expect(rodrigo.organisationId).not.toBe(ana.organisationId)
})

const TABLES = [
  'payment',
  'payment_share',
  'payment_refund',
  'payment_declaration',
  'payment_connection',
  'payment_attempt',
  'payment_attempt_share',
  'receivable',
  'bank_statement',
  'bank_movement',
  'movement_match',
  'reminder',
  'reminder_mail',
]

async function asCallOf(trx: Kysely<Schema>, { organisationId }: Tenant): Promise<void> {
  await sql`set local role folio_api`.execute(trx)
  await sql`select set_config('folio.organisation_id', ${String(organisationId)}, true)`.execute(
    trx,
  )
}
