import type { Kysely } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import type { Answer } from '#sii/sii.ts'
import type { Schema } from '../../db/schema.ts'
import { UNSIGNED } from '../../facturators/certificate/password.ts'
import type { Lease } from '../../facturators/lease.ts'
import { recordTaken } from '../issue/outcome.ts'
import type { Adopted, Desk } from '../portal/adapter.ts'
import {
  actorOf,
  claimedFolios,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { atDesk } from '../portal/with-adapter.ts'
import { lockDocument, record } from '../trail/trail.ts'

/**
 * The number that a person says this document got at the portal: it is believed when the SII's list has it, to the
 * same recipient, and it is no other document of ours. From then on the document says what the SII's does, and what
 * differs is on record. Else the person is asked again.
 */
export async function confirmAdopted(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  folio: number,
): Promise<void> {
  const { row, content } = document
  const issueDate = await listedDay(needs.db, document, folio)
  const about = { recipient: content.recipient.rut, issueDate: issueDate ?? content.issueDate }
  const answer = await atDesk(needs, lease, document, UNSIGNED, async (desk) => {
    const claimed = await claimedFolios(needs.db, document, [folio])
    return claimed.has(folio) ? { kind: 'ok', value: null } : read(desk, folio, about)
  })
  if (answer.kind !== 'ok') {
    await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
    return
  }
  if (answer.value !== null) {
    await recordTaken(needs, actorOf(lease), document, answer.value, 'person')
    return
  }
  await askAgain(needs, lease, row)
}

async function read(
  desk: Desk,
  folio: number,
  about: Parameters<Desk['find']>[1],
): Promise<Answer<Adopted | null>> {
  const found = await desk.find(folio, about)
  if (found.kind !== 'ok') return found
  if (found.value === null) return { kind: 'ok', value: null }
  const { code } = found.value
  const seen = await desk.asListed(found.value)
  if (seen.kind !== 'ok') return seen
  return { kind: 'ok', value: seen.value === null ? null : { ...seen.value, folio, code } }
}

/** As the SII's list was read when the person was asked. */
async function listedDay(
  db: Kysely<Schema>,
  { row }: PortalDocument,
  folio: number,
): Promise<Day | null> {
  const listed = await db
    .selectFrom('sii_issued')
    .select('issue_day')
    .where('organisation_id', '=', row.organisation_id)
    .where('company_id', '=', row.company_id)
    .where('kind', '=', row.kind)
    .where('folio', '=', folio)
    .executeTakeFirst()
  return listed === undefined ? null : knownDay(listed.issue_day)
}

async function askAgain(
  { db, clock }: PortalStepNeeds,
  lease: Lease,
  { organisation_id: organisationId, id }: PortalDocument['row'],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId, id })
    if (row?.state !== 'queued') return
    const event = { kind: 'held', reason: 'adoptedNotFound', tries: row.tries } as const
    const asked = { reason: 'looksRepeated', reason_text: null, next_try_at: null }
    await record(trx, clock, actorOf(lease), row, event, { ...asked, told_folio: null })
  })
}
