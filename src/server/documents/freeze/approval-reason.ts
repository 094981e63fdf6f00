import type { Kysely } from 'kysely'
import { oddAmount } from '#domain/brakes.ts'
import { contentTotal, type DocumentContent } from '#domain/document.ts'
import { pricedLines } from '#domain/priced-lines.ts'
import type { DocumentReason } from '#domain/reason.ts'
import type { Schema } from '../../db/schema.ts'
import { frozenContent } from '../content/content.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { wasAskedFor } from '../trail/was-asked-for.ts'
import { isOfUnusualRun } from '../plan/unusual-runs.ts'
import { alikeOf, lockAlikes } from './similar-documents.ts'

/**
 * Why a document just frozen must not be issued unasked: another looks the same, its amount is far from the one
 * before of the same rule and client, its rule wants a word each time, or its day is unusually full. Null: the
 * undo window may run. Who asked for it to be issued on another day has given that word, but has not seen its
 * amount.
 */
export async function brakeOf(
  trx: Kysely<Schema>,
  document: DocumentRow,
  content: DocumentContent,
): Promise<DocumentReason | null> {
  await lockAlikes(trx, document, content)
  if ((await alikeOf(trx, document, content)) !== null) return 'looksRepeated'
  const before = isApproved(document, content) ? null : await contentBefore(trx, document)
  if (before !== null && oddAmount(pricedLines(before), pricedLines(content)) !== null) {
    return 'amountDiffers'
  }
  const isApprovalNeeded = await needsApproval(trx, document)
  const isUnusual = await isOfUnusualRun(trx, document)
  if ((!isApprovalNeeded && !isUnusual) || (await wasAskedFor(trx, document))) return null
  return isApprovalNeeded ? 'approvalNeeded' : 'unusualRun'
}

/** A person approved that very total when its date had gone by: only the date is another now. */
function isApproved({ approved_total_clp: approved }: DocumentRow, content: DocumentContent) {
  return approved !== null && approved === contentTotal(content)
}

async function contentBefore(
  trx: Kysely<Schema>,
  { organisation_id, id, rule_id, client_id }: DocumentRow,
): Promise<DocumentContent | null> {
  if (rule_id === null || client_id === null) return null
  const row = await trx
    .selectFrom('document')
    .select(['id', 'content', 'content_digest'])
    .where('organisation_id', '=', organisation_id)
    .where('rule_id', '=', rule_id)
    .where('client_id', '=', client_id)
    .where('id', '<>', id)
    .where('state', '=', 'issued')
    .orderBy('emission_day', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : frozenContent(row)
}

async function needsApproval(trx: Kysely<Schema>, { organisation_id, rule_id }: DocumentRow) {
  if (rule_id === null) return false
  const row = await trx
    .selectFrom('invoice_rule')
    .select('needs_approval')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', rule_id)
    .executeTakeFirst()
  return row?.needs_approval ?? false
}
