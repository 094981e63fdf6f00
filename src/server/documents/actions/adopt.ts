import type { Kysely } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { frozenContent } from '../content/content.ts'
import { alikesOf } from '../freeze/similar-documents.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

/**
 * A person says that the number made at the portal which this document would repeat is this document. Nothing is
 * issued any more; the SII's list and XML are asked for that number before it is believed.
 */
export async function adopt(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
  folio: number,
): Promise<boolean> {
  const isAsked = row.state === 'waiting' || row.state === 'queued'
  if (!isAsked || row.reason !== 'looksRepeated') return false
  const alikes = await alikesOf(trx, row, frozenContent(row))
  if (!alikes.some((alike) => alike.documentId === null && alike.folio === folio)) return false
  await record(
    trx,
    clock,
    user,
    row,
    { kind: 'told', folio },
    {
      told_folio: folio,
      reason: null,
      reason_text: null,
      wait_until: null,
      tries: 0,
      next_try_at: instantText(clock.now()),
    },
  )
  return true
}

/** The differences that the SII's XML has from what was frozen are taken as they are, by whoever saw them. */
export async function acceptFile(
  trx: Kysely<Schema>,
  clock: Clock,
  user: Actor,
  row: DocumentRow,
): Promise<boolean> {
  const isAsked = row.state === 'issued' && row.files_state === 'wanted'
  if (!isAsked || row.reason !== 'xmlDiffers' || row.reason_text === null) return false
  const event = { kind: 'fileAccepted', detail: row.reason_text } as const
  const next = { next_try_at: instantText(clock.now()), tries: 0 }
  await record(trx, clock, user, row, event, { reason: null, reason_text: null, ...next })
  return true
}
