import { sql, type Kysely } from 'kysely'
import type { Month } from '#domain/day.ts'
import type { Schema } from '../../db/schema.ts'
import type { LaterPrice } from './line-prices.ts'

type Db = Kysely<Schema>

export interface LineAt {
  ruleId: number
  position: number
}

/**
 * From that month on each of these lines costs its new price: prices that were set for later months go, because "from
 * a month on" is said of all of them.
 */
export async function setPricesFrom(
  trx: Db,
  organisationId: number,
  from: Month,
  lines: readonly (LineAt & { price: string })[],
): Promise<void> {
  if (lines.length === 0) return
  await removePricesFrom(trx, organisationId, from, lines)
  await trx
    .insertInto('rule_price')
    .values(
      lines.map(({ ruleId, position, price }) => ({
        organisation_id: organisationId,
        rule_id: ruleId,
        position,
        from_period: from,
        price,
      })),
    )
    .execute()
}

/** From that month on these lines cost what they cost the month before. */
export async function removePricesFrom(
  trx: Db,
  organisationId: number,
  from: Month,
  lines: readonly LineAt[],
): Promise<void> {
  if (lines.length === 0) return
  await sql`delete from rule_price using unnest(${lines.map(({ ruleId }) => ruleId)}::bigint[],
      ${lines.map(({ position }) => position)}::smallint[]) as line(rule_id, position)
    where rule_price.organisation_id = ${organisationId} and rule_price.rule_id = line.rule_id
      and rule_price.position = line.position and rule_price.from_period >= ${from}`.execute(trx)
}

/** What a line costs over the months, kept while its rule's lines are written anew. */
export interface KeptPrices {
  position: number
  first: string
  later: readonly LaterPrice[]
}

export async function restorePrices(
  trx: Db,
  at: { organisationId: number; ruleId: number },
  kept: readonly KeptPrices[],
): Promise<void> {
  const rows = kept.flatMap(({ position, later }) =>
    later.map(({ from, price }) => ({
      organisation_id: at.organisationId,
      rule_id: at.ruleId,
      position,
      from_period: from,
      price,
    })),
  )
  if (rows.length > 0) await trx.insertInto('rule_price').values(rows).execute()
}
