import type { Kysely } from 'kysely'
import { compare, type Day } from '#domain/day.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { acceptedAlikes, daysLookedAt } from './alike.ts'
import type { Listed } from './desk.ts'
import { documentsWithCompany } from './listed.ts'
import type { PortalDocument } from './portal-step.ts'
import { lockDocument, record, type Actor, type DocumentRow } from './trail.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/**
 * The last look before issuing: the SII's list, as it is at this moment, has one that this document would repeat,
 * that is none of ours and of which nobody said that it is another. Then it waits, and a person is asked. Answers
 * whether it does. Of notas the list doesn't tell what they are about: their XML is read (rival-nota.ts).
 */
export async function askedWhetherRepeated(
  { db, clock }: Needs,
  actor: Actor,
  document: PortalDocument,
  listed: readonly Listed[],
): Promise<boolean> {
  const { content } = document
  const alike = content.kind === 'notaCredito' ? [] : alikesIn(listed, content)
  if (alike.length === 0) return false
  return db.transaction().execute(async (trx) => {
    const at = { organisationId: document.row.organisation_id, id: document.row.id }
    const row = await lockDocument(trx, at)
    if (row?.state !== 'queued') return false
    const fresh = await unexplained(trx, { ...document, row }, alike)
    if (fresh.length === 0) return false
    await keepListed(trx, clock, row, fresh)
    const reason = 'looksRepeated'
    const event = { kind: 'held', reason, tries: row.tries } as const
    await record(trx, clock, actor, row, event, { reason, reason_text: null, next_try_at: null })
    return true
  })
}

function alikesIn(rows: readonly Listed[], content: DocumentContent): Listed[] {
  const { from, to } = daysLookedAt(content.issueDate)
  const isNear = (day: Day) => compare(day, from) >= 0 && compare(day, to) <= 0
  return rows.filter(
    (row) =>
      row.recipient === content.recipient.rut &&
      row.totalClp === contentTotal(content) &&
      isNear(row.issueDate) &&
      !row.isAnnulled,
  )
}

/**
 * Neither a document of this organisation, which were compared when it was frozen, nor accepted by a person. The
 * numbers are the company's, whichever of the organisation's persons issues for it, and of boletas the person's.
 */
async function unexplained(
  trx: Kysely<Schema>,
  { row, company }: Pick<PortalDocument, 'row' | 'company'>,
  alike: readonly Listed[],
): Promise<Listed[]> {
  const own = await documentsWithCompany(trx)
    .select('document.folio')
    .where('document.organisation_id', '=', row.organisation_id)
    .where('document.kind', '=', row.kind)
    .where(
      'document.folio',
      'in',
      alike.map(({ folio }) => folio),
    )
    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
    .execute()
  const isAccepted = await acceptedAlikes(trx, row)
  const ours = new Set(own.map(({ folio }) => folio))
  return alike.filter(({ folio }) => !ours.has(folio) && !isAccepted({ documentId: null, folio }))
}

/** As the nightly sweep would write them: whoever is asked is shown what the SII has. */
export async function keepListed(
  trx: Kysely<Schema>,
  clock: Clock,
  { organisation_id, company_id, kind }: DocumentRow,
  rows: readonly Listed[],
): Promise<void> {
  await trx
    .insertInto('sii_issued')
    .values(
      rows.map(({ folio, recipient, issueDate, totalClp, isAnnulled }) => ({
        organisation_id,
        company_id,
        kind,
        folio,
        recipient_rut: recipient,
        issue_day: issueDate,
        total_clp: totalClp,
        is_annulled: isAnnulled,
        document_id: null,
        twin_of: null,
        first_seen_at: instantText(clock.now()),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
