import type { Kysely, Updateable } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import { daysAround, daysLookedAt, isAlike, type OneMore } from '#domain/alike.ts'
import { knownDay, knownMonth, type Day } from '#domain/day.ts'
import { contentTotal, type Besides, type DocumentContent } from '#domain/document.ts'
import { clp, ZERO_CLP, type Clp } from '#domain/money.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { frozenContent } from '../content/content.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { documentsTo, issuedOutsideTo, KEY_AND_REVISION, type Issuer } from './repeatable.ts'

/** Another one to the same recipient, of the same kind and total: ours, or on the SII's list alone. */
export interface Alike {
  /** Null: nobody issued it here, the SII's list has it. */
  documentId: number | null
  folio: number | null
  day: Day
  /** What notas made at the portal took back of it, as far as they were read. */
  loweredClp: Clp
}

/** More alike than this nobody compares. */
const MOST = 50

/**
 * What the document seems to repeat: one made by another key for the same service month or days apart, that
 * is on its way or issued. Only looks; whether it is a repetition is for a person to say, once for each.
 */
export async function alikeOf(db: Db, document: Asked, content: DocumentContent) {
  const [first] = await alikesOf(db, document, content)
  return first ?? null
}

/** Ours first, then the newest on the SII's list. Those that a person accepted are left out before any are counted. */
export async function alikesOf(
  db: Db,
  document: Asked,
  content: DocumentContent,
): Promise<Alike[]> {
  const accepted = await acceptedAlikes(db, document)
  return [
    ...(await alikesOfOurs(db, document, content, accepted)),
    ...(await issuedOutside(db, document, content, accepted)),
  ]
}

/** Documents and folios that a person confirmed to be different from this one. */
export type AcceptedAlikes = Besides & { documents: number[] }

/** Said when it was ordered, or when it was held for that word. */
export async function acceptedAlikes(
  db: Db,
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
): Promise<AcceptedAlikes> {
  const events = await db
    .selectFrom('document_event')
    .select('data')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', id)
    .where('kind', 'in', ['planned', 'alikeAccepted'])
    .execute()
  const said = events.map(({ data }) => accepted.parse(data))
  return {
    documents: said.flatMap(({ documents }) => documents),
    keys: said.flatMap(({ besides }) => besides.keys),
    folios: said.flatMap(({ folios, besides }) => [...folios, ...besides.folios]),
  }
}

const accepted = z.object({
  documents: z.array(z.number()).default([]),
  folios: z.array(z.number()).default([]),
  besides: z
    .object({ keys: z.array(z.string()), folios: z.array(z.number()) })
    .default({ keys: [], folios: [] }),
})

/** A person says that it is another one: of all that it looks like by now, on record, none is asked about again. */
export async function acceptAlikes(
  trx: Db,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  change: Updateable<Schema['document']> = {},
): Promise<DocumentRow> {
  const alikes = await alikesOf(trx, row, frozenContent(row))
  const documents = alikes.flatMap(({ documentId }) => (documentId === null ? [] : [documentId]))
  const folios = alikes.flatMap(({ documentId, folio }) =>
    documentId === null && folio !== null ? [folio] : [],
  )
  return record(trx, clock, user, row, { kind: 'alikeAccepted', documents, folios }, change)
}

/** Held until the transaction ends: of two alike that come at once, the second sees the first. */
export async function lockAlikes(
  trx: Kysely<Schema>,
  { organisation_id }: Pick<DocumentRow, 'organisation_id'>,
  { kind, recipient }: DocumentContent,
): Promise<void> {
  const key = `alike:${organisation_id}:${kind}:${recipient.rut}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

type Asked = Pick<DocumentRow, 'organisation_id' | 'id' | 'company_id' | 'person_rut' | 'rule_id'>
type Db = Kysely<Schema>

async function alikesOfOurs(
  db: Db,
  document: Asked,
  content: DocumentContent,
  { documents, keys }: AcceptedAlikes,
): Promise<Alike[]> {
  const own = ownOf(content)
  const { from, to } = daysAround(own.day)
  const rows = await documentsTo(db, issuerOf(document, content), toOf(content))
    .where('document.id', '<>', document.id)
    .where('document.total_clp', '=', own.totalClp)
    .where((eb) =>
      eb.or([
        eb('document.service_month', '=', own.serviceMonth),
        eb.between('document.issue_day', from, to),
      ]),
    )
    .where(sql<boolean>`document.id <> all(${documents}::bigint[])`)
    .where(sql<boolean>`${KEY_AND_REVISION} <> all(${keys}::text[])`)
    .orderBy('document.id')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ id: documentId, folio, issue_day, emission_day, ...row }) => {
    const day = knownDay(issue_day ?? emission_day)
    const other = {
      day,
      serviceMonth: knownMonth(row.service_month),
      totalClp: row.total_clp,
      loweredClp: 0,
      isOfSameRule: row.rule_id === document.rule_id,
    }
    return isAlike(own, other) ? [{ documentId, folio, day, loweredClp: ZERO_CLP }] : []
  })
}

/** As the SII's lists were last read. */
async function issuedOutside(
  db: Db,
  document: Asked,
  content: DocumentContent,
  { folios }: AcceptedAlikes,
): Promise<Alike[]> {
  const own = ownOf(content)
  const { from, to } = daysLookedAt(own.day)
  const rows = await issuedOutsideTo(db, issuerOf(document, content), toOf(content))
    .where((eb) =>
      eb.or([
        eb('total_clp', '=', own.totalClp),
        eb(eb('total_clp', '-', eb.ref('lowered_clp')), '=', own.totalClp),
      ]),
    )
    .where((eb) => eb.between('issue_day', from, to))
    .where(sql<boolean>`folio <> all(${folios}::bigint[])`)
    .orderBy('issue_day', 'desc')
    .orderBy('folio', 'desc')
    .limit(MOST)
    .execute()
  return rows.flatMap(({ folio, issue_day, total_clp, lowered_clp }) => {
    const [day, loweredClp] = [knownDay(issue_day), clp(lowered_clp)]
    const other = { day, serviceMonth: null, totalClp: total_clp, loweredClp, isOfSameRule: false }
    return isAlike(own, other) ? [{ documentId: null, folio, day, loweredClp }] : []
  })
}

function ownOf(content: DocumentContent): OneMore & { totalClp: Clp } {
  const { issueDate: day, serviceMonth } = content
  return { day, serviceMonth, totalClp: contentTotal(content) }
}

function toOf({ kind, recipient }: DocumentContent) {
  return { kind, ruts: [recipient.rut] }
}

function issuerOf(document: Asked, { issuer }: DocumentContent): Issuer {
  return {
    organisationId: document.organisation_id,
    companyId: document.company_id,
    companyRut: issuer.rut,
    personRut: document.person_rut,
  }
}
