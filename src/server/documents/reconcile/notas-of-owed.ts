import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import type { Schema } from '../../db/schema.ts'
import type { Listed, TakenBack } from '../portal/adapter.ts'
import { rowsOf, TIPO_DTE } from '../portal/issued-list.ts'
import { takenBackOf } from '../portal/notas-of-facturas.ts'

interface Of {
  organisationId: number
  companyId: number
}

/** Clients of one company in two months that got notas made at the portal. */
const MOST_CLIENTS = 20

/**
 * What notas made at the portal take back of listed facturas of ours that are owed, by number. Only clients who got a
 * nota that is none of ours are asked about: of each, the XML of its notas is read.
 */
export async function notasOfOwed(
  portal: CompanyPortal,
  db: Kysely<Schema>,
  of: Of,
  facturas: readonly Listed[],
  { from, to }: { from: Day; to: Day },
): Promise<Answer<Map<number, TakenBack>>> {
  const found = new Map<number, TakenBack>()
  const folios = await owedOf(db, of, facturas)
  if (folios.size === 0) return { kind: 'ok', value: found }
  const notas = await rowsOf(portal, { tipoDte: TIPO_DTE.notaCredito, from, to })
  if (notas.kind !== 'ok') return notas
  const ours = await foliosOfNotas(db, of)
  const outside = notas.value.filter(({ folio }) => !ours.has(folio))
  const clients = new Set(outside.map(({ recipient }) => recipient))
  const owed = facturas.filter(
    ({ folio, recipient }) => folios.has(folio) && clients.has(recipient),
  )
  const byClient = [...Map.groupBy(owed, ({ recipient }) => recipient).values()]
  for (const asked of byClient.slice(0, MOST_CLIENTS)) {
    const taken = await takenBackOf(portal, asked, to)
    if (taken.kind !== 'ok') return taken
    for (const [folio, back] of taken.value) found.set(folio, back)
  }
  return { kind: 'ok', value: found }
}

/** Paid ones too: what is lowered afterwards was paid too much. */
async function owedOf(
  db: Kysely<Schema>,
  { organisationId, companyId }: Of,
  facturas: readonly Listed[],
): Promise<Set<number>> {
  const listed = facturas.map(({ folio }) => folio)
  if (listed.length === 0) return new Set()
  const rows = await db
    .selectFrom('receivable')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'receivable.organisation_id')
        .onRef('document.id', '=', 'receivable.document_id'),
    )
    .select('document.folio')
    .where('receivable.organisation_id', '=', organisationId)
    .where('receivable.company_id', '=', companyId)
    .where('receivable.is_annulled', '=', false)
    .whereRef('receivable.taken_back_clp', '<', 'receivable.base_clp')
    .where('document.kind', '=', 'factura')
    .where('document.folio', 'in', listed)
    .execute()
  return new Set(rows.flatMap(({ folio }) => folio ?? []))
}

async function foliosOfNotas(db: Kysely<Schema>, { organisationId, companyId }: Of) {
  const rows = await db
    .selectFrom('document')
    .select('folio')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('kind', '=', 'notaCredito')
    .where('folio', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ folio }) => folio ?? []))
}
