import type { Kysely, Updateable } from 'kysely'
import { sql } from 'kysely'
import { z } from 'zod'
import {
  addDays,
  compare,
  firstDayOf,
  knownDay,
  lastDayOf,
  monthOf,
  type Day,
} from '#domain/day.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import { clp, ZERO_CLP, type Clp } from '#domain/money.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { frozenContent } from '../content/content.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

/** Another one to the same recipient, of the same kind and total: ours, or on the SII's list alone. */
export interface Alike {
  /** Null: nobody issued it here, the SII's list has it. */
  documentId: number | null
  folio: number | null
  day: Day
  /** What notas made at the portal took back of it, as far as they were read. */
  loweredClp: Clp
}

/** Issued so close to each other, two of the same amount are taken for one written twice. */
const DAYS_APART = 3
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

/** Ours first, then the newest on the SII's list. */
export async function alikesOf(
  db: Db,
  document: Asked,
  content: DocumentContent,
): Promise<Alike[]> {
  const found = [
    ...(await alikesOfOurs(db, document, content)),
    ...(await issuedOutside(db, document, content)),
  ]
  if (found.length === 0) return []
  const accepted = await acceptedAlikes(db, document)
  return found.filter((alike) => !accepted(alike))
}

/** Shows what a person has said already that the document is another one. */
export async function acceptedAlikes(
  db: Db,
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
): Promise<(alike: Pick<Alike, 'documentId' | 'folio'>) => boolean> {
  const events = await db
    .selectFrom('document_event')
    .select('data')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', id)
    .where('kind', '=', 'alikeAccepted')
    .execute()
  const said = events.map(({ data }) => saidAccepted.parse(data))
  return ({ documentId, folio }) =>
    said.some(({ documents, folios }) =>
      documentId === null
        ? folio !== null && folios.includes(folio)
        : documents.includes(documentId),
    )
}

const saidAccepted = z.object({ documents: z.array(z.number()), folios: z.array(z.number()) })

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

/** The days in which one of the same amount is taken for the same one: its date's month, and some around it. */
export function daysLookedAt(date: Day): { from: Day; to: Day } {
  const { from, to } = daysAround(date)
  const [first, last] = [firstDayOf(monthOf(date)), lastDayOf(monthOf(date))]
  return { from: compare(from, first) < 0 ? from : first, to: compare(to, last) > 0 ? to : last }
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

async function alikesOfOurs(db: Db, document: Asked, content: DocumentContent): Promise<Alike[]> {
  const { from, to } = daysAround(content.issueDate)
  const rows = await documentsWithCompany(db)
    .select(['document.id', 'document.folio', 'document.issue_day', 'document.emission_day'])
    .where('document.organisation_id', '=', document.organisation_id)
    .where('document.id', '<>', document.id)
    .where('document.kind', '=', content.kind)
    .where('document.recipient_rut', '=', content.recipient.rut)
    .where('document.total_clp', '=', contentTotal(content))
    .where('document.state', 'in', ['waiting', 'queued', 'issuing', 'uncertain', 'issued'])
    .$if(content.kind !== 'boletaHonorarios', (of) =>
      of.where('company.rut', '=', content.issuer.rut),
    )
    .$if(content.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', document.person_rut),
    )
    .where((eb) => {
      const sameMonth = eb('document.service_month', '=', content.serviceMonth)
      const near = eb('document.issue_day', '>=', from).and('document.issue_day', '<=', to)
      // A rule's own months may come close when one of them was late.
      const ofOther = eb('document.rule_id', 'is distinct from', document.rule_id)
      return eb.or([sameMonth, eb.and([near, ofOther])])
    })
    .orderBy('document.id')
    .limit(MOST)
    .execute()
  return rows.map(({ id: documentId, folio, issue_day, emission_day }) => ({
    documentId,
    folio,
    day: knownDay(issue_day ?? emission_day),
    loweredClp: ZERO_CLP,
  }))
}

/** As the SII's lists were last read. A row there says no service month: its date's month stands for it. */
async function issuedOutside(db: Db, document: Asked, content: DocumentContent): Promise<Alike[]> {
  const { from, to } = daysLookedAt(content.issueDate)
  const rows = await db
    .selectFrom('sii_issued')
    .select(['folio', 'issue_day', 'lowered_clp'])
    .where('organisation_id', '=', document.organisation_id)
    .where('company_id', '=', document.company_id)
    .where('kind', '=', content.kind)
    .where('recipient_rut', '=', content.recipient.rut)
    .where((eb) =>
      eb.or([
        eb('total_clp', '=', contentTotal(content)),
        eb(eb('total_clp', '-', eb.ref('lowered_clp')), '=', contentTotal(content)),
      ]),
    )
    .where('document_id', 'is', null)
    .where('is_annulled', '=', false)
    .where('annulled_by', 'is', null)
    .where('issue_day', '>=', from)
    .where('issue_day', '<=', to)
    .orderBy('issue_day', 'desc')
    .orderBy('folio', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ folio, issue_day, lowered_clp }) => ({
    documentId: null,
    folio,
    day: knownDay(issue_day),
    loweredClp: clp(lowered_clp),
  }))
}

function daysAround(date: Day): { from: Day; to: Day } {
  return { from: addDays(date, -DAYS_APART), to: addDays(date, DAYS_APART) }
}
