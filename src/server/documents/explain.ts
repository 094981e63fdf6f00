import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import type { DocumentKind } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { lockDocument, record, type Actor } from './trail.ts'

/** A row of the SII's own lists, of either kind. */
export interface SweptRow {
  companyId: number
  kind: DocumentKind
  folio: number
  recipient: Rut | null
  issueDate: Day
  totalClp: Clp
  annulled: { on: Day | null } | null
}

/**
 * Writes down of every listed number whose it is. One of ours that the SII has annulled is annulled; one of
 * nobody's that repeats what we issued raises the alarm, once. Answers how many alarms.
 */
export async function explainListed(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  { organisationId }: { organisationId: number },
  rows: readonly SweptRow[],
): Promise<number> {
  let twins = 0
  for (const row of rows) {
    const documentId = await documentWith(trx, organisationId, row)
    const known = await seenBefore(trx, organisationId, row)
    if (documentId !== null && row.annulled !== null) {
      await markAnnulled(trx, clock, actor, { organisationId, id: documentId }, row.annulled.on)
    }
    const twinOf =
      documentId === null ? (known?.twin_of ?? (await repeated(trx, organisationId, row))) : null
    if (twinOf !== null && known?.twin_of !== twinOf) {
      await alarm(trx, clock, actor, { organisationId, id: twinOf }, row.folio)
      twins += 1
    }
    await keep(trx, clock, organisationId, row, { documentId, twinOf })
  }
  return twins
}

async function documentWith(
  trx: Kysely<Schema>,
  organisationId: number,
  { companyId, kind, folio }: SweptRow,
): Promise<number | null> {
  const row = await trx
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('folio', '=', folio)
    .executeTakeFirst()
  return row?.id ?? null
}

async function seenBefore(
  trx: Kysely<Schema>,
  organisationId: number,
  { companyId, kind, folio }: SweptRow,
): Promise<{ twin_of: number | null } | undefined> {
  return trx
    .selectFrom('sii_issued')
    .select('twin_of')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('folio', '=', folio)
    .executeTakeFirst()
}

/**
 * The issued document of ours that this number repeats: same recipient, day and total, and above the mark of
 * the try that issued it, so that what was there before it explains itself.
 */
async function repeated(
  trx: Kysely<Schema>,
  organisationId: number,
  { companyId, kind, folio, recipient, issueDate, totalClp }: SweptRow,
): Promise<number | null> {
  if (recipient === null) return null
  const row = await trx
    .selectFrom('document')
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'document.organisation_id')
        .onRef('attempt.document_id', '=', 'document.id'),
    )
    .select('document.id')
    .where('document.organisation_id', '=', organisationId)
    .where('document.company_id', '=', companyId)
    .where('document.kind', '=', kind)
    .where('document.state', '=', 'issued')
    .where('document.recipient_rut', '=', recipient)
    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt.highest_folio', '<', folio)
    .orderBy('document.id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function alarm(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  at: { organisationId: number; id: number },
  folio: number,
): Promise<void> {
  const row = await lockDocument(trx, at)
  if (row === null) return
  await record(trx, clock, actor, row, { kind: 'twin', folio }, { reason: 'twinFound' })
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
      ...said,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'company_id', 'kind', 'folio']).doUpdateSet(said),
    )
    .execute()
}
