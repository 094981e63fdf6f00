import { sql, type Kysely } from 'kysely'
import { daysLookedAt } from '#domain/alike.ts'
import { compare, type Day } from '#domain/day.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import type { Answer } from '#sii/sii.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { acceptedAlikes } from '../freeze/similar-documents.ts'
import type { Desk, Listed, TakenBack } from '../portal/adapter.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import type { PortalDocument } from '../portal/portal-step.ts'
import { NOTHING } from '../portal/notas-of-facturas.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/**
 * The last look before issuing: the SII's list, as it is at this moment, has one that this document would repeat,
 * that is none of ours and of which nobody said that it is another. Then it waits, and a person is asked. Answers
 * whether it does. One that a nota annuls is no repetition; one that a nota lowers is what is left of it as much as
 * what it was. Of notas the list doesn't tell what they are about: their XML is read (portal/outside-nota.ts).
 */
export async function askedWhetherRepeated(
  { db, clock }: Needs,
  actor: Actor,
  document: PortalDocument,
  desk: Pick<Desk, 'takenBack'>,
  listed: readonly Listed[],
): Promise<Answer<boolean>> {
  const { content } = document
  const near = content.kind === 'notaCredito' ? [] : nearOf(listed, content)
  const open = near.length === 0 ? [] : await unexplained(db, document, near)
  if (open.length === 0) return { kind: 'ok', value: false }
  const taken = await desk.takenBack(open)
  if (taken.kind !== 'ok') return taken
  const known = open.map((row) => ({ ...row, ...(taken.value.get(row.folio) ?? NOTHING) }))
  const value = await db.transaction().execute(async (trx) => {
    const at = { organisationId: document.row.organisation_id, id: document.row.id }
    const row = await lockDocument(trx, at)
    if (row?.state !== 'queued') return false
    const alike = known.filter((one) => repeats(one, contentTotal(content)))
    const fresh = alike.length === 0 ? [] : await unexplained(trx, { ...document, row }, alike)
    // What became of the others is kept too: nobody is asked about them another time.
    const kept = known.filter((one) => fresh.includes(one) || one.annulledBy !== null)
    if (kept.length > 0) await keepListed(trx, clock, row, kept)
    if (fresh.length === 0) return false
    const reason = 'looksRepeated'
    const event = { kind: 'held', reason, tries: row.tries } as const
    await record(trx, clock, actor, row, event, { reason, reason_text: null, next_try_at: null })
    return true
  })
  return { kind: 'ok', value }
}

type Known = Listed & TakenBack

function repeats({ totalClp, annulledBy, loweredClp }: Known, ownClp: number): boolean {
  return annulledBy === null && (totalClp === ownClp || totalClp - loweredClp === ownClp)
}

/** Those that may be it: of a factura a part may have been taken back. */
function nearOf(rows: readonly Listed[], content: DocumentContent): Listed[] {
  const { from, to } = daysLookedAt(content.issueDate)
  const isNear = (day: Day) => compare(day, from) >= 0 && compare(day, to) <= 0
  const ownClp = contentTotal(content)
  return rows.filter(
    ({ recipient, totalClp, issueDate, isAnnulled }) =>
      recipient === content.recipient.rut &&
      (content.kind === 'factura' ? totalClp >= ownClp : totalClp === ownClp) &&
      isNear(issueDate) &&
      !isAnnulled,
  )
}

/**
 * Neither a document of this organisation, which were compared when it was frozen, nor accepted by a person. The
 * numbers are the company's, whichever of the organisation's persons issues for it, and of boletas the person's.
 */
async function unexplained<Row extends Listed>(
  trx: Kysely<Schema>,
  { row, company }: Pick<PortalDocument, 'row' | 'company'>,
  alike: readonly Row[],
): Promise<Row[]> {
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
  const { folios } = await acceptedAlikes(trx, row)
  const ours = new Set(own.map(({ folio }) => folio))
  return alike.filter(({ folio }) => !ours.has(folio) && !folios.includes(folio))
}

/** As the nightly sweep would write them: whoever is asked is shown what the SII has. */
export async function keepListed(
  trx: Kysely<Schema>,
  clock: Clock,
  { organisation_id, company_id, kind }: DocumentRow,
  rows: readonly (Listed & Partial<TakenBack>)[],
): Promise<void> {
  await trx
    .insertInto('sii_issued')
    .values(
      rows.map(({ folio, recipient, issueDate, totalClp, isAnnulled, annulledBy, loweredClp }) => ({
        organisation_id,
        company_id,
        kind,
        folio,
        recipient_rut: recipient,
        issue_day: issueDate,
        total_clp: totalClp,
        is_annulled: isAnnulled,
        annulled_by: annulledBy ?? null,
        lowered_clp: loweredClp ?? 0,
        document_id: null,
        twin_of: null,
        first_seen_at: instantText(clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'kind', 'folio']).doUpdateSet({
        // What a nota took back stays so, whoever looks without asking about it.
        annulled_by: sql`coalesce(excluded.annulled_by, sii_issued.annulled_by)`,
        lowered_clp: sql`greatest(excluded.lowered_clp, sii_issued.lowered_clp)`,
      }),
    )
    .execute()
}
