import { sql, type Kysely } from 'kysely'
import { compare, knownDay, type Day } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { DteReference } from '#dte/document/document.ts'
import type { Answer, CompanyPortal } from '#sii/sii.ts'
import type { Schema } from '../../db/schema.ts'
import type { Listed } from '../portal/adapter.ts'
import { rowsOf, TIPO_DTE } from '../portal/issued-list.ts'
import { readNota, UNREADABLE } from '../portal/notas-of-facturas.ts'

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

/** A factura that a nota names. */
interface Named {
  folio: number
  day: Day
  code: 1 | 2 | 3
}

/** A nota made at the portal, to a client of followed facturas. */
export interface PortalNota {
  companyId: number
  folio: number
  recipient: Rut
  issueDate: Day
  totalClp: Clp
  /** Whether this sweep tried to read it. */
  isTried: boolean
  /** Null: not read. */
  about: readonly Named[] | null
}

/** Notas of one company that one sweep reads; the next one reads the rest. */
export const MAX_READ = 40

/**
 * The notas made at the portal to clients of facturas that are followed, however old those are. The XML of each is read
 * once, because the list doesn't tell what a nota is about; those that were never tried first, then those that could not
 * be read.
 */
export async function notasOfOwed(
  portal: CompanyPortal,
  db: Kysely<Schema>,
  of: Of,
  lists: SweptLists,
): Promise<Answer<PortalNota[]>> {
  const isListed = lists.hasNotas || (await isAnyOwed(db, of, lists.facturas))
  if (!isListed) return { kind: 'ok', value: [] }
  const listed = await lists.notas()
  if (listed.kind !== 'ok') return listed
  // Those of ours say nothing new, and each is tried once.
  const done = await foliosOfNotas(db, of)
  const known = await knownNotas(db, of)
  const owed = await owedBy(db, of)
  const found = new Map<number, Waiting>()
  const add = (notas: readonly Listed[]) => {
    for (const nota of notas.filter(({ folio }) => !done.has(folio))) {
      const waiting = waitingOf(nota, owed, known.get(nota.folio))
      if (waiting !== null) found.set(nota.folio, found.get(nota.folio) ?? waiting)
    }
  }
  add(listed.value)
  add([...known.values()])
  const read = await readThem(portal, found, { companyId: of.companyId, left: MAX_READ })
  if (read.kind !== 'ok') return read
  for (const { folio } of read.value) done.add(folio)
  const older = await clientsWithOlder(db, of, lists.from, read.value)
  for (const { recipient, from } of older) {
    const all = await rowsOf(portal, {
      recipient,
      tipoDte: TIPO_DTE.notaCredito,
      from,
      to: lists.to,
    })
    if (all.kind !== 'ok') return all
    add(all.value)
  }
  const left = MAX_READ - read.value.length
  const rest = await readThem(portal, found, { companyId: of.companyId, left })
  if (rest.kind !== 'ok') return rest
  const later = [...found.values()].map((nota) => noteOf(of.companyId, nota, false, null))
  return { kind: 'ok', value: [...read.value, ...rest.value, ...later] }
}

interface Waiting extends Listed {
  recipient: Rut
  /** When reading it was tried before; '' : never. */
  triedAt: string
}

/** Null: it was read, or is to nobody whose facturas are followed, or is of more than any of those. */
function waitingOf(
  nota: Listed,
  owed: ReadonlyMap<string, number>,
  known: KnownNota | undefined,
): Waiting | null {
  const { recipient, totalClp } = nota
  if (recipient === null || known?.isRead === true) return null
  const isPossible = totalClp > 0 && totalClp <= (owed.get(recipient) ?? 0)
  return isPossible ? { ...nota, recipient, triedAt: known?.triedAt ?? '' } : null
}

/** Reads so many of those that wait, takes them out, and answers them. */
async function readThem(
  portal: CompanyPortal,
  waiting: Map<number, Waiting>,
  { companyId, left }: { companyId: number; left: number },
): Promise<Answer<PortalNota[]>> {
  const next = [...waiting.values()]
    .toSorted((a, b) => a.triedAt.localeCompare(b.triedAt) || b.folio - a.folio)
    .slice(0, left)
  const value: PortalNota[] = []
  for (const nota of next) {
    const read = await readNota(portal, nota)
    if (read.kind !== 'ok' && !UNREADABLE.has(read.kind)) return read
    waiting.delete(nota.folio)
    const { folio, recipient } = nota
    if (read.kind !== 'ok') value.push(noteOf(companyId, nota, true, null))
    else {
      const isIt = read.value.folio === folio && read.value.recipient.rut === recipient
      const about = isIt ? read.value.references.flatMap(namedIn) : []
      value.push(noteOf(companyId, nota, true, about))
    }
  }
  return { kind: 'ok', value }
}

function namedIn({ documentType, folio, issueDate, code }: DteReference): Named[] {
  const isFactura = documentType === String(TIPO_DTE.factura) && /^[0-9]{1,10}$/.test(folio)
  if (!isFactura || issueDate === null || code === null) return []
  return [{ folio: Number(folio), day: issueDate, code }]
}

function noteOf(
  companyId: number,
  { folio, recipient, issueDate, totalClp }: Waiting,
  isTried: boolean,
  about: PortalNota['about'],
): PortalNota {
  return { companyId, folio, recipient, issueDate, totalClp, isTried, about }
}

/**
 * Of a factura older than the listed days, others may have lowered it before it was followed: all notas to its client since
 * its day are listed.
 */
async function clientsWithOlder(
  db: Kysely<Schema>,
  of: Of,
  from: Day,
  notas: readonly PortalNota[],
): Promise<{ recipient: Rut; from: Day }[]> {
  const named = notas.flatMap(({ recipient, about }) =>
    (about ?? []).filter(({ code }) => code === 3).map((one) => ({ ...one, recipient })),
  )
  const older = named.filter(({ day }) => compare(day, from) < 0)
  if (older.length === 0) return []
  const rows = await owedOf(db, of)
    .select(['document.folio', 'document.recipient_rut', 'document.issue_day'])
    .where(
      'document.folio',
      'in',
      older.map(({ folio }) => folio),
    )
    .orderBy('document.issue_day')
    .execute()
  const first = new Map<Rut, Day>()
  for (const { folio, recipient_rut: recipient, issue_day: day } of rows) {
    const one = older.find((each) => each.folio === folio && each.day === day)
    if (one === undefined || one.recipient !== recipient || first.has(one.recipient)) continue
    first.set(one.recipient, one.day)
  }
  return [...first].map(([recipient, day]) => ({ recipient, from: day }))
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

/** By client, the largest of the facturas that are followed. */
async function owedBy(db: Kysely<Schema>, of: Of): Promise<ReadonlyMap<string, number>> {
  const rows = await owedOf(db, of)
    .select(['document.recipient_rut', sql<number>`max(document.total_clp)::bigint`.as('largest')])
    .groupBy('document.recipient_rut')
    .execute()
  return new Map(rows.map(({ recipient_rut: recipient, largest }) => [recipient, largest]))
}

interface KnownNota extends Listed {
  triedAt: string
  isRead: boolean
}

async function knownNotas(
  db: Kysely<Schema>,
  { organisationId, companyId }: Of,
): Promise<Map<number, KnownNota>> {
  const rows = await db
    .selectFrom('portal_nota')
    .select(['folio', 'recipient_rut', 'issue_day', 'total_clp', 'tried_at'])
    .select(sql<boolean>`about is not null`.as('is_read'))
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .execute()
  return new Map(
    rows.map((row) => [
      row.folio,
      {
        folio: row.folio,
        code: null,
        recipient: rut(row.recipient_rut),
        issueDate: knownDay(row.issue_day),
        totalClp: clp(row.total_clp),
        isAnnulled: false,
        triedAt: row.tried_at ?? '',
        isRead: row.is_read,
      },
    ]),
  )
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
