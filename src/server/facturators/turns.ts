import { sql, type Kysely, type RawBuilder } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import { notBlocked } from '../db/not-blocked.ts'
import type { Schema } from '../db/schema.ts'
import type { FacturatorAt } from './store.ts'

/** What is done for every connection in turn, and what tells that it was done. */
const DONE_AT = {
  sweep: 'swept_at',
  refresh: 'refreshed_at',
  reactions: 'reactions_read_at',
} as const
export type Chore = keyof typeof DONE_AT

type Db = Kysely<Schema>

/** A quarter of an hour after the first failure, twice as long after each, half a day at most. */
const FIRST_WAIT_MINUTES = 15
const MAX_WAIT_MINUTES = 12 * 60
const MAX_TRIES_COUNTED = 20

/** Connections whose last success and last try are long enough ago, the longest untouched first. */
export async function choreTurns(
  { db, clock }: { db: Db; clock: Clock },
  chore: Chore,
  {
    since,
    limit,
    where = sql`true`,
  }: { since: string; limit: number; where?: RawBuilder<unknown> },
): Promise<FacturatorAt[]> {
  const [done, tried, tries] = columnsOf(chore)
  const now = instantText(clock.now())
  const { rows } = await sql<{ organisation_id: number; id: number }>`
    select organisation_id, id from facturator
    where clave_state = 'valid' and clave_secret_id is not null
      and ${notBlocked('facturator.organisation_id')}
      and (${done} is null or ${done} < ${since}::timestamptz)
      and (${tries} = 0 or ${tried} + least(
        ${FIRST_WAIT_MINUTES}::int * power(2, ${tries} - 1), ${MAX_WAIT_MINUTES}::int)
        * interval '1 minute' <= ${now}::timestamptz)
      and ${where}
    order by greatest(${done}, ${tried}) nulls first, id
    limit ${limit}`.execute(db)
  return rows.map((row) => ({ organisationId: row.organisation_id, facturatorId: row.id }))
}

/** Before the try: one that fails, however, has had its turn, and the others come first. */
export async function beginTurn(
  { db, clock }: { db: Db; clock: Clock },
  chore: Chore,
  at: FacturatorAt,
): Promise<void> {
  const [, tried, tries] = columnsOf(chore)
  await sql`update facturator set ${tried} = ${instantText(clock.now())}::timestamptz,
      ${tries} = least(${tries} + 1, ${MAX_TRIES_COUNTED}::int)
    where organisation_id = ${at.organisationId} and id = ${at.facturatorId}`.execute(db)
}

/** After a success, or when the person's session was in use: nothing is wrong with the connection. */
export async function forgiveTurn(db: Db, chore: Chore, at: FacturatorAt): Promise<void> {
  const [, , tries] = columnsOf(chore)
  await sql`update facturator set ${tries} = 0
    where organisation_id = ${at.organisationId} and id = ${at.facturatorId}`.execute(db)
}

function columnsOf(chore: Chore) {
  return [
    sql.ref(`facturator.${DONE_AT[chore]}`),
    sql.ref(`${chore}_tried_at`),
    sql.ref(`${chore}_tries`),
  ] as const
}
