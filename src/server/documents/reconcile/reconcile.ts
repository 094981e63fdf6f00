import type { DocumentContent } from '#domain/document.ts'
import { instantText, msOf } from '../../clock.ts'
import { UNSIGNED } from '../../facturators/certificate/password.ts'
import type { Lease } from '../../facturators/lease.ts'
import { endSessionOf } from '../../facturators/session/close-session.ts'
import { atDesk } from '../portal/with-adapter.ts'
import type { Listed } from '../portal/adapter.ts'
import { contentOf, type Attempt } from '../issue/earlier-attempts.ts'
import { becomeUncertain, recordIssued } from '../issue/outcome.ts'
import {
  aboutOf,
  actorOf,
  candidates,
  claimedFolios,
  recordSetback,
  setbackOf,
  type PortalDocument,
  type PortalStepNeeds,
} from '../portal/portal-step.ts'
import { foliosSignedByOthers, isContested } from '../issue/open-rivals.ts'
import { keepListed } from '../issue/repeated-at-sii.ts'
import { doubtOf } from '../queue/doubt.ts'
import { lockDocument, record, type DocumentRow } from '../trail/trail.ts'

const MINUTE_MS = 60_000
/** Looks that find nothing: again after these, so that the last comes over an hour after the first. */
const WAITS_BETWEEN_LOOKS_MS = [5, 15, 45].map((minutes) => minutes * MINUTE_MS)
const PROOF_MS = 60 * MINUTE_MS

/**
 * Finds out what became of a try whose answer is lost. In this order: the session that sent it is closed
 * at the SII, or is dead there because nobody has used it for hours, so that nothing of it can arrive any more; the
 * quiet time passes; the SII's list is read.
 * A match with the number that was signed is the document. Look-alikes with other numbers, or nothing
 * twice an hour apart, are for a person to decide.
 */
export async function reconcileDocument(
  needs: PortalStepNeeds,
  lease: Lease,
  taken: PortalDocument,
): Promise<void> {
  const document = await takeOver(needs, lease, taken)
  if (document === null) return
  const attempt = await lastAttempt(needs, document)
  if (attempt.fenced_at === null) return fence(needs, lease, document, attempt)
  const quietUntilMs = msOf(attempt.fenced_at) + needs.timing.quietMs
  if (quietUntilMs > needs.clock.now()) return comeBack(needs, document, quietUntilMs)
  return look(needs, lease, document, attempt)
}

/** A document left `issuing` by a worker that is gone becomes uncertain: its request may have left. */
async function takeOver(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
): Promise<PortalDocument | null> {
  const { organisation_id: organisationId, id, state } = document.row
  if (state === 'uncertain') return document
  if (state !== 'issuing') return null
  const after = await needs.db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId, id })
    if (row?.state !== 'issuing') return row
    const attempt = await lastAttempt({ ...needs, db: trx }, { row })
    return await becomeUncertain(trx, needs, actorOf(lease), row, attempt.number, 'workerLost')
  })
  return after?.state === 'uncertain' ? { ...document, row: after } : null
}

async function lastAttempt(
  { db }: Pick<PortalStepNeeds, 'db'>,
  { row }: { row: DocumentRow },
): Promise<Attempt> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

async function fence(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  attempt: Attempt,
): Promise<void> {
  // The request may still be under way until its own time limit: closing is final only after that.
  const deadlineMs = msOf(attempt.deadline_at)
  const isOver = attempt.ended_at !== null || deadlineMs <= needs.clock.now()
  if (!isOver) return comeBack(needs, document, deadlineMs)
  const sent = { fromMs: msOf(attempt.intended_at), limitMs: deadlineMs }
  const ended = await endSessionOf(needs, document.user, sent)
  if (ended.kind === 'dying') return comeBack(needs, document, ended.untilMs)
  if (ended.kind !== 'ok') {
    await recordSetback(needs, actorOf(lease), document, setbackOf(ended))
    return
  }
  const now = needs.clock.now()
  await change(
    needs,
    lease,
    document,
    attempt,
    { fenced_at: instantText(now) },
    (attemptNumber) => ({
      event: { kind: 'fenced', attempt: attemptNumber },
      nextTryAt: instantText(now + needs.timing.quietMs),
    }),
  )
  await needs.boundary('afterFence')
}

async function look(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  attempt: Attempt,
): Promise<void> {
  await needs.boundary('beforeLook')
  const content = contentOf(attempt, document)
  const answer = await atDesk(needs, lease, document, UNSIGNED, (desk) =>
    desk.list(aboutOf(content)),
  )
  if (answer.kind !== 'ok') {
    await recordSetback(needs, actorOf(lease), document, setbackOf(answer))
    return
  }
  const found = await matching(needs, document, content, attempt, answer.value)
  const only = onlyOne(attempt, found)
  const sent = { signedFolio: attempt.signed_folio, content }
  const isOnly = only !== undefined && !(await isContested(needs.db, document, sent, only.folio))
  const own =
    found.find(({ folio }) => folio === attempt.signed_folio) ??
    found.find(({ folio }) => folio === attempt.pointed_folio) ??
    (isOnly ? only : undefined)
  if (own !== undefined) {
    const how = own.folio === attempt.pointed_folio ? 'person' : 'reconciled'
    const fact = { folio: own.folio, code: own.code, how, attempt: attempt.number } as const
    await recordIssued(needs, actorOf(lease), document, fact)
  } else if (found.length > 0) {
    await askPerson(needs, lease, document, 'lookAlikes', found)
  } else {
    await foundNothing(needs, lease, document, attempt)
  }
}

/** A boleta's number isn't known before it is sent: the only one that can be it is it. */
function onlyOne(attempt: Attempt, found: readonly Listed[]): Listed | undefined {
  const isUnsigned = attempt.signed_folio === null && attempt.pointed_folio === null
  return isUnsigned && found.length === 1 ? found[0] : undefined
}

async function matching(
  needs: PortalStepNeeds,
  document: PortalDocument,
  content: DocumentContent,
  attempt: Attempt,
  rows: readonly Listed[],
): Promise<Listed[]> {
  const folios = rows.map(({ folio }) => folio)
  const claimed = await claimedFolios(needs.db, document, folios)
  const signed = await foliosSignedByOthers(needs.db, document, folios)
  const others = [...signed].filter((folio) => folio !== attempt.signed_folio)
  return candidates(rows, content, attempt.highest_folio, new Set([...claimed, ...others]))
}

async function foundNothing(
  needs: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  attempt: Attempt,
): Promise<void> {
  const now = needs.clock.now()
  const firstMs = attempt.first_looked_at === null ? now : msOf(attempt.first_looked_at)
  const looked = { looks: attempt.looks + 1, first_looked_at: instantText(firstMs) }
  const waitMs = WAITS_BETWEEN_LOOKS_MS[attempt.looks] ?? PROOF_MS
  await change(needs, lease, document, attempt, looked, (attemptNumber) => ({
    event: { kind: 'looked', attempt: attemptNumber, candidates: 0 },
    nextTryAt: instantText(now + waitMs),
  }))
  if (attempt.looks >= 1 && now - firstMs >= PROOF_MS) {
    await askPerson(needs, lease, document, 'notFoundTwice')
  }
}

async function askPerson(
  { db, clock }: PortalStepNeeds,
  lease: Lease,
  { row: { organisation_id, id } }: PortalDocument,
  reason: 'lookAlikes' | 'notFoundTwice',
  found: readonly Listed[] = [],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, { organisationId: organisation_id, id })
    if (row?.state !== 'uncertain') return
    if (found.length > 0) await keepListed(trx, clock, row, found)
    const event = { kind: 'decisionNeeded', reason } as const
    await record(trx, clock, actorOf(lease), row, event, { reason, next_try_at: null })
  })
}

/** Writes what was learnt of the attempt, and the event of it, together. */
async function change(
  { db, clock }: PortalStepNeeds,
  lease: Lease,
  document: PortalDocument,
  attempt: Attempt,
  attemptChange: { fenced_at?: string; looks?: number; first_looked_at?: string },
  then: (attemptNumber: number) => {
    event:
      | { kind: 'fenced'; attempt: number }
      | { kind: 'looked'; attempt: number; candidates: number }
    nextTryAt: string
  },
): Promise<void> {
  const at = { organisationId: document.row.organisation_id, id: document.row.id }
  await db.transaction().execute(async (trx) => {
    const row = await lockDocument(trx, at)
    if (row?.state !== 'uncertain') return
    await trx
      .updateTable('attempt')
      .set(attemptChange)
      .where('organisation_id', '=', at.organisationId)
      .where('document_id', '=', at.id)
      .where('number', '=', attempt.number)
      .execute()
    const { event, nextTryAt } = then(attempt.number)
    // What kept the step from being done is over; that it is in doubt is not.
    const reason = doubtOf(row) ?? 'answerLost'
    const said = { reason, reason_text: row.reason === reason ? row.reason_text : null }
    const next = { next_try_at: nextTryAt, tries: 0 }
    await record(trx, clock, actorOf(lease), row, event, { ...said, ...next })
  })
}

async function comeBack(
  { db }: PortalStepNeeds,
  { row }: PortalDocument,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('document')
    .set({ next_try_at: instantText(atMs) })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.id)
    .execute()
}
