import { sql, type Kysely } from 'kysely'
import { compare, knownDay, type Day } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import type { Schema } from '../../db/schema.ts'
import type { Listed, TakenBack } from '../portal/adapter.ts'
import { takenBackBy, takenBackOf } from '../portal/notas-of-facturas.ts'

interface Of {
  organisationId: number
  companyId: number
}

/** What the sweep lists of one company. */
export interface SweptLists {
  facturas: readonly Listed[]
  /** Of the same days, by their own date: what they are about may be older. */
  notas(): Promise<Answer<Listed[]>>
  /** The notas are listed even if no listed factura is owed. */
  hasNotas: boolean
  from: Day
  to: Day
}

export interface LoweredFactura {
  factura: Listed
  back: TakenBack
}

/** Clients of one company in two months that got notas made at the portal. */
const MOST_CLIENTS = 20
/** Facturas of theirs, the newest first. */
const MOST_FACTURAS = 2_000

/**
 * What notas made at the portal take back of facturas of ours that are owed, however old. Only clients who got a nota
 * that is none of ours are asked about: of each, the XML of those notas is read, because the list doesn't tell what a
 * nota is about.
 */
export async function notasOfOwed(
  portal: CompanyPortal,
  db: Kysely<Schema>,
  of: Of,
  lists: SweptLists,
): Promise<Answer<LoweredFactura[]>> {
  const value: LoweredFactura[] = []
  if (!lists.hasNotas && !(await isAnyOwed(db, of, lists.facturas))) return { kind: 'ok', value }
  const notas = await lists.notas()
  if (notas.kind !== 'ok') return notas
  const ours = await foliosOfNotas(db, of)
  const outside = Map.groupBy(
    notas.value.filter(({ folio }) => !ours.has(folio)),
    ({ recipient }) => recipient,
  )
  const clients = [...outside.keys()].filter((recipient) => recipient !== null)
  const owed = Map.groupBy(await owedBy(db, of, clients), ({ recipient }) => recipient)
  for (const [client, facturas] of [...owed].slice(0, MOST_CLIENTS)) {
    const lowered = await loweredOf(portal, facturas, outside.get(client) ?? [], lists)
    if (lowered.kind !== 'ok') return lowered
    value.push(...lowered.value)
  }
  return { kind: 'ok', value }
}

interface Owed extends Listed {
  /** What notas of ours lower it by. */
  ownClp: Clp
}

/** Of a factura older than the listed days, others may have lowered it before them: all its notas are listed. */
async function loweredOf(
  portal: CompanyPortal,
  facturas: readonly Owed[],
  notas: readonly Listed[],
  { from, to }: SweptLists,
): Promise<Answer<LoweredFactura[]>> {
  const known = await takenBackBy(portal, facturas, notas)
  if (known.kind !== 'ok') return known
  const found = facturas.flatMap((factura) => {
    const back = known.value.get(factura.folio)
    if (back === undefined) return []
    const isLowered = back.annulledBy === null && back.loweredClp > 0
    const isPart = isLowered && compare(factura.issueDate, from) < 0
    const loweredClp = clp(back.loweredClp + factura.ownClp)
    return [{ factura, isPart, back: { ...back, loweredClp } }]
  })
  const part = found.filter(({ isPart }) => isPart).map(({ factura }) => factura)
  const whole = await takenBackOf(portal, part, to)
  if (whole.kind !== 'ok') return whole
  const value = found.map(({ factura, back }) => ({
    factura,
    back: whole.value.get(factura.folio) ?? back,
  }))
  return { kind: 'ok', value }
}

/** Paid ones too: what is lowered afterwards was paid too much. */
function owedOf(db: Kysely<Schema>, { organisationId, companyId }: Of) {
  return db
    .selectFrom('receivable')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'receivable.organisation_id')
        .onRef('document.id', '=', 'receivable.document_id'),
    )
    .where('receivable.organisation_id', '=', organisationId)
    .where('receivable.company_id', '=', companyId)
    .where('receivable.is_annulled', '=', false)
    .whereRef('receivable.taken_back_clp', '<', 'receivable.base_clp')
    .where('document.kind', '=', 'factura')
}

async function isAnyOwed(
  db: Kysely<Schema>,
  of: Of,
  facturas: readonly Listed[],
): Promise<boolean> {
  if (facturas.length === 0) return false
  const folios = facturas.map(({ folio }) => folio)
  const row = await owedOf(db, of)
    .select('document.id')
    .where('document.folio', 'in', folios)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function owedBy(db: Kysely<Schema>, of: Of, clients: readonly Rut[]): Promise<Owed[]> {
  if (clients.length === 0) return []
  const rows = await owedOf(db, of)
    .select([
      'document.folio',
      'document.recipient_rut',
      'document.issue_day',
      'document.total_clp',
    ])
    .select(
      sql<number>`coalesce((select sum(nota.total_clp) from document nota
        where nota.organisation_id = document.organisation_id and nota.nota_of = document.id
          and nota.nota_code = 3 and nota.state = 'issued'), 0)::bigint`.as('own_clp'),
    )
    .where('document.recipient_rut', 'in', [...clients])
    .orderBy('document.issue_day', 'desc')
    .orderBy('document.id', 'desc')
    .limit(MOST_FACTURAS)
    .execute()
  return rows.flatMap(({ folio, issue_day, total_clp, ...row }): Owed[] => {
    if (folio === null || issue_day === null || total_clp === null) return []
    const listed = { folio, code: null, recipient: rut(row.recipient_rut), isAnnulled: false }
    const said = { issueDate: knownDay(issue_day), totalClp: clp(total_clp) }
    return [{ ...listed, ...said, ownClp: clp(row.own_clp) }]
  })
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
