import { sql, type Kysely, type Transaction } from 'kysely'
import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import { lockDocument, record, type Actor } from '../trail/trail.ts'
import { recordLateArrival } from './late-arrivals.ts'
import type { SweptRow } from './swept-row.ts'
import { alarm, endAlarm, repeatedBy } from './twins.ts'

/**
 * Writes down of every listed number whose it is. One of ours that the SII has annulled is annulled; one of nobody's
 * that repeats what we issued raises the alarm, once, and ends it when it is taken back; one that may be what a lost
 * answer issued has its document looked at again, and is written down when its fate is known; one that was signed for
 * a document of ours makes it issued, whatever was decided of it meanwhile. Answers how many alarms.
 */
export async function explainListed(
  trx: Transaction<Schema>,
  clock: Clock,
  actor: Actor,
  { organisationId }: { organisationId: number },
  rows: readonly SweptRow[],
): Promise<number> {
  let twins = 0
  for (const row of rows) {
    const holder = await holderOf(trx, organisationId, row)
    if (holder === null && (await isLookedAtAgain(trx, clock, row))) continue
    const ownId = holder?.organisation_id === organisationId ? holder.id : null
    const documentId =
      holder === null ? await recordLateArrival(trx, clock, actor, { organisationId }, row) : ownId
    const known = await seenBefore(trx, organisationId, row)
    const isTakenBack =
      row.annulled !== null || (row.annulledBy ?? known?.annulled_by ?? null) !== null
    if (documentId !== null && row.annulled !== null) {
      await markAnnulled(trx, clock, actor, { organisationId, id: documentId }, row.annulled.on)
    }
    const isOutside = holder === null && documentId === null
    const repeated =
      known?.twin_of ?? (isOutside ? await repeatedBy(trx, organisationId, row) : null)
    const twinOf = isOutside ? repeated : null
    if (twinOf !== null && !isTakenBack && known?.twin_of !== twinOf) {
      await alarm(trx, clock, actor, { organisationId, id: twinOf }, row.folio)
      twins += 1
    }
    await keep(trx, clock, organisationId, row, { documentId, twinOf })
    if (repeated !== null && (isTakenBack || !isOutside)) {
      await endAlarm(trx, clock, actor, { organisationId, id: repeated }, row.folio)
    }
  }
  return twins
}

/** Of listed facturas, those that may be the second of one of ours: whether a nota annuls them only its XML tells. */
export async function possibleTwins(
  db: Kysely<Schema>,
  organisationId: number,
  rows: readonly SweptRow[],
): Promise<Set<number>> {
  const found = new Set<number>()
  for (const row of rows) {
    if ((await holderOf(db, organisationId, row)) !== null) continue
    if ((await seenBefore(db, organisationId, row))?.annulled_by != null) continue
    if ((await repeatedBy(db, organisationId, row)) !== null) found.add(row.folio)
  }
  return found
}

/** Documents of this kind and issuer: two organisations, or two persons of one, may issue for one company. */
function ofIssuer(trx: Kysely<Schema>, { kind, issuer }: SweptRow) {
  return documentsWithCompany(trx)
    .where('document.kind', '=', kind)
    .$if(kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', issuer))
    .$if(kind === 'boletaHonorarios', (of) => of.where('document.person_rut', '=', issuer))
}

/** The document that has this number, whoever's it is; before all the organisation's own. */
async function holderOf(
  trx: Kysely<Schema>,
  organisationId: number,
  row: SweptRow,
): Promise<{ organisation_id: number; id: number } | null> {
  const holders = await ofIssuer(trx, row)
    .select(['document.organisation_id', 'document.id'])
    .where('document.folio', '=', row.folio)
    .orderBy('document.id')
    .execute()
  return holders.find((one) => one.organisation_id === organisationId) ?? holders[0] ?? null
}

/**
 * Whether a try whose answer is lost may have issued this number. A document that a person was asked about
 * because nothing was found, or that signed this very number, is looked at again at once.
 */
async function isLookedAtAgain(trx: Kysely<Schema>, clock: Clock, row: SweptRow): Promise<boolean> {
  const open = await ofIssuer(trx, row)
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'document.organisation_id')
        .onRef('attempt.document_id', '=', 'document.id'),
    )
    .select([
      'document.organisation_id',
      'document.id',
      'document.reason',
      'document.next_try_at',
      'attempt.signed_folio',
    ])
    .where('document.state', 'in', ['issuing', 'uncertain'])
    .where('document.recipient_rut', '=', row.recipient)
    .where('document.issue_day', '=', row.issueDate)
    .where('document.total_clp', '=', row.totalClp)
    .where('attempt.highest_folio', '<', row.folio)
    .where((eb) =>
      eb.or([eb('attempt.outcome', 'is', null), eb('attempt.outcome', '=', 'uncertain')]),
    )
    .where((eb) =>
      eb.or([
        eb('attempt.signed_folio', 'is', null),
        eb('attempt.signed_folio', '=', row.folio),
        // Another number than the signed one may be it only as long as nothing like it was seen.
        eb('document.reason', 'is distinct from', 'lookAlikes'),
      ]),
    )
    .execute()
  for (const one of open) {
    const isNews = one.reason === 'notFoundTwice' || one.signed_folio === row.folio
    // What is not at rest is looked at anyhow.
    if (one.next_try_at !== null || !isNews || !isAsked(one.reason)) continue
    await trx
      .updateTable('document')
      .set({ next_try_at: instantText(clock.now()) })
      .where('organisation_id', '=', one.organisation_id)
      .where('id', '=', one.id)
      .where('state', '=', 'uncertain')
      .execute()
  }
  return open.length > 0
}

function isAsked(reason: string | null): boolean {
  return reason === 'notFoundTwice' || reason === 'lookAlikes'
}

async function seenBefore(
  trx: Kysely<Schema>,
  organisationId: number,
  { companyId, kind, folio }: SweptRow,
): Promise<{ twin_of: number | null; annulled_by: number | null } | undefined> {
  return trx
    .selectFrom('sii_issued')
    .select(['twin_of', 'annulled_by'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('folio', '=', folio)
    .executeTakeFirst()
}

async function markAnnulled(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  at: { organisationId: number; id: number },
  on: Day | null,
): Promise<void> {
  const row = await lockDocument(trx, at)
  if (row?.state !== 'issued') return
  const change = { reason: null, reason_text: null, annulment: null }
  await record(trx, clock, actor, row, { kind: 'annulled', on }, change)
}

async function keep(
  trx: Kysely<Schema>,
  clock: Clock,
  organisationId: number,
  row: SweptRow,
  whose: { documentId: number | null; twinOf: number | null },
): Promise<void> {
  const said = {
    is_annulled: row.annulled !== null,
    document_id: whose.documentId,
    twin_of: whose.twinOf,
  }
  await trx
    .insertInto('sii_issued')
    .values({
      organisation_id: organisationId,
      company_id: row.companyId,
      kind: row.kind,
      folio: row.folio,
      recipient_rut: row.recipient,
      issue_day: row.issueDate,
      total_clp: row.totalClp,
      first_seen_at: instantText(clock.now()),
      annulled_by: row.annulledBy,
      lowered_clp: row.loweredClp,
      ...said,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'kind', 'folio']).doUpdateSet({
        ...said,
        annulled_by: sql`coalesce(excluded.annulled_by, sii_issued.annulled_by)`,
        lowered_clp: sql`greatest(excluded.lowered_clp, sii_issued.lowered_clp)`,
      }),
    )
    .execute()
}
