import type { Kysely } from 'kysely'
import { facturaTotals, lineAmount } from '#domain/totals.ts'
import { clp } from '#domain/money.ts'
import { quantity } from '#domain/uf.ts'
import type { Clock } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { RECIPIENTS, type Cast } from '../worlds/cast.ts'
import { orderFile, uploadBillings, uploadRows, type Ordered } from '../worlds/pairs/uploads.ts'

const [FIRST = '', SECOND = ''] = RECIPIENTS

/** In pesos, because nobody tells a history the UF. */
const ORDERED: readonly Ordered[] = [
  { row: 2, recipient: FIRST, quantity: '3', price: '41003', currency: 'CLP' },
  { row: 3, recipient: SECOND, quantity: '1', price: '250001', currency: 'CLP' },
  { row: 4, recipient: FIRST, quantity: '1', price: '77000', currency: 'CLP' },
]

/** With an uploaded file of its first company. */
export function withFile(cast: Cast): Cast {
  const valuesOf = (table: string) => cast.rows.find((row) => row.table === table)?.values ?? {}
  const said = {
    person: String(valuesOf('facturator')['person_rut']),
    company: String(valuesOf('company')['rut']),
  }
  const billings = uploadBillings(said, ORDERED).map((billing, index) => ({
    ...billing,
    totalClp: totalOf(ORDERED[index]),
  }))
  return {
    ...cast,
    rows: [...cast.rows, ...uploadRows()],
    billings: [...cast.billings, ...billings],
  }
}

function totalOf(ordered: Ordered | undefined): number {
  if (ordered === undefined) throw new Error('No such document')
  const price = { currency: 'CLP' as const, unitClp: clp(Number(ordered.price)) }
  const amountClp = lineAmount({ quantity: quantity(ordered.quantity), price })
  if (amountClp === null) throw new Error(`${ordered.price} is no amount`)
  return facturaTotals([{ amountClp }]).totalClp
}

/** Its documents are still to be made. */
export function orderDocuments(
  needs: { db: Kysely<Schema>; clock: Clock },
  { day }: Cast,
): Promise<void> {
  return orderFile(needs, day, ORDERED)
}
