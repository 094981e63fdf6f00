import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { addDays, firstDayOf, knownDay, lastDayOf, monthOf, type Day } from '#domain/day.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import type { Schema } from '../db/schema.ts'
import { documentsWithCompany } from './listed.ts'
import type { DocumentRow } from './trail.ts'

/** Another one to the same recipient, of the same kind and total: ours, or on the SII's list alone. */
export interface Alike {
  /** Null: nobody issued it here, the SII's list has it. */
  documentId: number | null
  folio: number | null
  day: Day
}

/** Issued so close to each other, two of the same amount are taken for one written twice. */
const DAYS_APART = 3

/**
 * What the document seems to repeat: one made by another key for the same service month or days apart, that
 * is on its way or issued. Only looks; whether it is a repetition is for a person to say.
 */
export async function alikeOf(
  db: Kysely<Schema>,
  document: Pick<DocumentRow, 'organisation_id' | 'id' | 'company_id' | 'person_rut' | 'rule_id'>,
  content: DocumentContent,
): Promise<Alike | null> {
  return (await alikeOfOurs(db, document, content)) ?? (await issuedOutside(db, document, content))
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

type Asked = Parameters<typeof alikeOf>[1]

async function alikeOfOurs(
  db: Kysely<Schema>,
  document: Asked,
  content: DocumentContent,
): Promise<Alike | null> {
  const { from, to } = daysAround(content.issueDate)
  const row = await documentsWithCompany(db)
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
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id: documentId, folio } = row
  return { documentId, folio, day: knownDay(row.issue_day ?? row.emission_day) }
}

/** As the SII's lists were last read. A row there says no service month: its date's month stands for it. */
async function issuedOutside(
  db: Kysely<Schema>,
  document: Asked,
  content: DocumentContent,
): Promise<Alike | null> {
  const { from, to } = daysAround(content.issueDate)
  const month = monthOf(content.issueDate)
  const row = await db
    .selectFrom('sii_issued')
    .select(['folio', 'issue_day'])
    .where('organisation_id', '=', document.organisation_id)
    .where('company_id', '=', document.company_id)
    .where('kind', '=', content.kind)
    .where('recipient_rut', '=', content.recipient.rut)
    .where('total_clp', '=', contentTotal(content))
    .where('document_id', 'is', null)
    .where('is_annulled', '=', false)
    .where((eb) =>
      eb.or([
        eb('issue_day', '>=', from).and('issue_day', '<=', to),
        eb('issue_day', '>=', firstDayOf(month)).and('issue_day', '<=', lastDayOf(month)),
      ]),
    )
    .orderBy('issue_day', 'desc')
    .orderBy('folio', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined
    ? null
    : { documentId: null, folio: row.folio, day: knownDay(row.issue_day) }
}

function daysAround(date: Day): { from: Day; to: Day } {
  return { from: addDays(date, -DAYS_APART), to: addDays(date, DAYS_APART) }
}
