import { sql, type Kysely } from 'kysely'
import type { Month } from '#domain/day.ts'
import { firstDayOf, lastDayOf } from '#domain/day.ts'
import { PAYMENT_FEE_BASIS_POINTS } from '#domain/prices.ts'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

export interface Sums {
  net_clp: number
  iva_clp: number
  total_clp: number
  documents: number
  mails: number
  payments: number
  unpriced: number
}

/** Of one organisation's month. Lines without a price are counted and add nothing. */
export async function sumsOf(db: Db, organisationId: number, month: Month): Promise<Sums> {
  const { rows } =
    await sql<Sums>`select ${SUMS} from charge where organisation_id = ${organisationId}
    and day between ${firstDayOf(month)} and ${lastDayOf(month)}`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('Nothing was summed')
  return sums
}

const SUMS = sql`coalesce(sum(net_clp), 0)::bigint as net_clp, coalesce(sum(iva_clp), 0)::bigint as iva_clp,
  coalesce(sum(total_clp), 0)::bigint as total_clp,
  count(*) filter (where kind = 'document')::int as documents, count(*) filter (where kind = 'mail')::int as mails,
  count(*) filter (where kind = 'payment')::int as payments,
  count(*) filter (where net_clp is null)::int as unpriced`

/** For the operator: of every organisation with something in that month. A closed one has no name any more. */
export async function sumsOfAll(
  db: Db,
  month: Month,
  organisationId: number | null,
): Promise<(Sums & { organisation_id: number; name: string })[]> {
  const { rows } = await sql<Sums & { organisation_id: number; name: string }>`
    select charge.organisation_id, coalesce(max(organisation.name), '') as name, ${SUMS}
    from charge left join organisation on organisation.id = charge.organisation_id
    where day between ${firstDayOf(month)} and ${lastDayOf(month)}
      and (${organisationId}::bigint is null or charge.organisation_id = ${organisationId}::bigint)
    group by charge.organisation_id order by charge.organisation_id`.execute(db)
  return rows
}

/** The newest first. */
export async function monthsOf(db: Db, organisationId: number): Promise<string[]> {
  const { rows } = await sql<{
    month: string
  }>`select distinct to_char(day, 'YYYY-MM') as month from charge
    where organisation_id = ${organisationId} order by month desc`.execute(db)
  return rows.map(({ month }) => month)
}

export interface ChargedDocument {
  id: number
  kind: 'factura' | 'boletaHonorarios' | 'notaCredito'
  folio: number | null
  recipient: string
}

/** The newest first; `before`: those with a smaller id. With the documents that each is about, as far as they are kept. */
export async function linesOf(
  db: Db,
  at: { organisationId: number; month: Month; before: number | null; limit: number },
) {
  const { organisationId, month, before, limit } = at
  let lines = db
    .selectFrom('charge')
    .selectAll()
    .select(
      sql<
        ChargedDocument[]
      >`coalesce((select json_agg(json_build_object('id', document.id, 'kind', document.kind,
          'folio', document.folio, 'recipient', document.recipient_name) order by document.id)
        from document where document.organisation_id = charge.organisation_id and (document.id = charge.document_id
          or charge.kind = 'payment' and document.id in (select share.document_id from payment_share share
            where share.organisation_id = charge.organisation_id and share.payment_id = charge.payment_id))), '[]')`.as(
        'documents',
      ),
    )
    .where('organisation_id', '=', organisationId)
    .where('day', '>=', firstDayOf(month))
    .where('day', '<=', lastDayOf(month))
  if (before !== null) lines = lines.where('id', '<', before)
  return lines.orderBy('id', 'desc').limit(limit).execute()
}

export type ChargeLine = Awaited<ReturnType<typeof linesOf>>[number]

/** The part that was charged tells by which way the money came. */
export function wayOf(basisPoints: number): 'transfer' | 'card' {
  return basisPoints === PAYMENT_FEE_BASIS_POINTS.card ? 'card' : 'transfer'
}
