import type { Transaction } from 'kysely'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { frozenContent } from '../content/content.ts'
import { recordIssuedRow } from '../issue/outcome.ts'
import { documentsWithCompany } from '../trail/document-query.ts'
import { lockDocument, type Actor } from '../trail/trail.ts'
import type { SweptRow } from './swept-row.ts'

/** States in which nothing more is done for a try: what is queued looks for its tries itself. */
const AT_REST = ['planned', 'needs_data', 'waiting', 'failed', 'skipped'] as const

/**
 * Records as issued a document of this organisation that was taken for absent or refused and whose signed number the
 * SII lists after all. Returns its id; null when the number was signed for none of them.
 */
export async function recordLateArrival(
  trx: Transaction<Schema>,
  clock: Clock,
  actor: Actor,
  { organisationId }: { organisationId: number },
  listed: SweptRow,
): Promise<number | null> {
  if (listed.kind === 'boletaHonorarios') return null
  const tries = await documentsWithCompany(trx)
    .innerJoin('attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'document.organisation_id')
        .onRef('attempt.document_id', '=', 'document.id'),
    )
    .select(['document.id', 'attempt.number', 'attempt.content', 'attempt.content_digest'])
    .where('document.organisation_id', '=', organisationId)
    .where('document.kind', '=', listed.kind)
    .where('company.rut', '=', listed.issuer)
    .where('document.state', 'in', AT_REST)
    .where('attempt.signed_folio', '=', listed.folio)
    .execute()
  for (const { number: attempt, ...sent } of tries) {
    if (sent.content === null || !isOf(frozenContent(sent), listed)) continue
    const row = await lockDocument(trx, { organisationId, id: sent.id })
    if (row === null || !AT_REST.some((state) => state === row.state)) continue
    const fact = { folio: listed.folio, code: null, how: 'reconciled', attempt } as const
    await recordIssuedRow(trx, clock, actor, row, fact)
    return row.id
  }
  return null
}

/** A number alone proves too little: the SII proposes one again when nothing was sent with it. */
function isOf(content: DocumentContent, listed: SweptRow): boolean {
  return (
    content.recipient.rut === listed.recipient &&
    content.issueDate === listed.issueDate &&
    contentTotal(content) === listed.totalClp
  )
}
