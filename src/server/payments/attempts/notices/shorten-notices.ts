import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { instantText, type Clock } from '../../../clock.ts'
import type { Db } from '../store.ts'

/** What a notice is about and how much: by these the provider finds the payment again, and none of them names its payer. */
const KEPT_FIELDS = new Set([
  'action',
  'amount',
  'attempt_id',
  'buy_order',
  'conciliation_date',
  'created_at',
  'currency',
  'date_created',
  'discount',
  'id',
  'live_mode',
  'mode',
  'object',
  'out_of_date_conciliation',
  'payment_id',
  'payment_method',
  'receiver_id',
  'reference_id',
  'resource_id',
  'resource_type',
  'status',
  'transaction_date',
  'transaction_id',
  'type',
  'user_id',
])
/** Others, as the payer's account, are left out with all that is in them. */
const KEPT_OBJECTS = new Set(['data', 'metadata', 'payment_intent', 'payment_resource'])
const MAX_VALUE_CHARACTERS = 100

const fields = z.record(z.string(), z.unknown())

/**
 * A notice in short: the digest of its bytes as they came, by which a copy of it can be proved to be the same, and its ids,
 * times and amounts. Only what is listed above is kept, so that a field that a provider adds is left out. Its signature goes:
 * it is over bytes that are gone.
 */
export function shortNotice(rawBody: Buffer): Buffer {
  const sha256 = createHash('sha256').update(rawBody).digest('hex')
  return Buffer.from(JSON.stringify({ sha256, bytes: rawBody.length, ...keptOf(parsed(rawBody)) }))
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return null
  }
}

function keptOf(value: unknown): Record<string, unknown> {
  const read = fields.safeParse(value).data ?? {}
  return Object.fromEntries(
    Object.entries(read).flatMap(([name, content]): [string, unknown][] => {
      if (KEPT_OBJECTS.has(name)) return [[name, keptOf(content)]]
      return KEPT_FIELDS.has(name) && isShort(content) ? [[name, content]] : []
    }),
  )
}

function isShort(content: unknown): boolean {
  if (typeof content === 'string') return content.length <= MAX_VALUE_CHARACTERS
  return typeof content === 'number' || typeof content === 'boolean'
}

const AT_ONCE = 1_000
/** Of one night: the next goes on. */
const MAX_BATCHES = 1_000

/**
 * For the nightly sweep: notices processed before that instant, in short from now on. One that waits to be processed stays
 * whole, and a repetition of one in short is still known by its event. Answers how many.
 */
export async function shortenNotices(
  { db, clock }: { db: Db; clock: Clock },
  before: string,
): Promise<number> {
  let count = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const shortened = await shortenSome(db, before, instantText(clock.now()))
    count += shortened
    if (shortened < AT_ONCE) break
  }
  return count
}

function shortenSome(db: Db, before: string, now: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organisation_id: number; id: number; raw_body: Buffer }>`
      select notice.organisation_id, notice.id, notice.raw_body from payment_notice notice
      join organisation o on o.id = notice.organisation_id and o.blocked_at is null
      where notice.shortened_at is null and notice.processed_at < ${before}::timestamptz
      order by notice.processed_at limit ${AT_ONCE} for update of notice skip locked`.execute(trx)
    for (const { organisation_id: organisationId, id, raw_body: rawBody } of rows) {
      await trx
        .updateTable('payment_notice')
        .set({ raw_body: shortNotice(rawBody), headers: '{}', shortened_at: now })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
    }
    return rows.length
  })
}
