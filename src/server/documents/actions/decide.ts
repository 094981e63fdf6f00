import type { ExpressionBuilder, Kysely } from 'kysely'
import { dayInChile, type Day } from '#domain/day.ts'
import { nextDeparture } from '#domain/departure.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { acceptAlikes } from '../freeze/similar-documents.ts'
import { mayDecide } from '../queue/doubt.ts'
import { moveTo, type PastDateNeeds } from '../queue/past-date.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'
import type { Ordered } from './order-issue.ts'

export type Decision =
  | { decision: 'issued'; folio: number }
  /** It is to be issued again. `shown`: the date the person saw. */
  | { decision: 'notIssued'; shown?: Day | undefined }
  | { decision: 'discard' }

/** What a person saw at the SII of a document in doubt. False, and nothing has changed, while it may still be found. */
export async function decide(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
  decision: Decision,
): Promise<Ordered> {
  if (!(await mayDecide(trx, needs.clock, row))) return false
  switch (decision.decision) {
    case 'issued':
      return lookForFolio(trx, needs, user, row, decision.folio)
    case 'notIssued':
      return issueAgain(trx, needs, user, row, decision.shown)
    case 'discard':
      return leaveUnissued(trx, needs, user, row)
  }
}

/** A person's word tells which number to look for; the SII's list must confirm it before it is believed. */
async function lookForFolio(
  trx: Kysely<Schema>,
  { clock }: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
  folio: number,
): Promise<true> {
  await trx
    .updateTable('attempt')
    .set({ pointed_folio: folio })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where(mayHaveIssued)
    .execute()
  const now = instantText(clock.now())
  const change = { reason: 'answerLost', reason_text: null, tries: 0, next_try_at: now }
  await record(trx, clock, user, row, { kind: 'pointed', folio }, change)
  return true
}

/** At once with its own date, at any hour of that day; later, prepared again with the next date it can carry. */
async function issueAgain(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
  shown: Day | undefined,
): Promise<Ordered> {
  const { clock } = needs
  const now = clock.now()
  const isOnItsDay = row.issue_day === dayInChile(now)
  // A number that a person told is only looked for, whatever the date.
  const isTold = row.told_folio !== null
  const departure = nextDeparture(needs, now, row.company_id)
  const day = isOnItsDay ? row.issue_day : departure.day
  if (!isTold && shown !== undefined && shown !== day) return 'otherDate'
  await endTries(trx, row)
  // Whoever says that none of them is it has said of each that it is another.
  const asked = row.reason === 'lookAlikes' ? await acceptAlikes(trx, clock, user, row) : row
  const change = {
    reason: null,
    confirmed_day: isOnItsDay ? row.issue_day : null,
    reason_text: null,
    tries: 0,
    next_try_at: instantText(now),
  }
  const queued = await record(trx, clock, user, asked, { kind: 'queued', by: 'user' }, change)
  if (!isOnItsDay && !isTold) await moveTo(trx, needs, user, queued, departure)
  return true
}

async function leaveUnissued(
  trx: Kysely<Schema>,
  { clock }: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
): Promise<true> {
  await endTries(trx, row)
  const reason = 'skippedByUser'
  const change = { next_try_at: null, wait_until: null, reason, reason_text: null }
  await record(trx, clock, user, row, { kind: 'skipped', reason }, change)
  return true
}

/** None of its tries has issued it. */
async function endTries(trx: Kysely<Schema>, row: DocumentRow): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ outcome: 'absent' })
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.id)
    .where(mayHaveIssued)
    .execute()
}

/** Also a try whose worker died before it could say what came back. */
function mayHaveIssued(attempt: ExpressionBuilder<Schema, 'attempt'>) {
  return attempt.or([attempt('outcome', 'is', null), attempt('outcome', '=', 'uncertain')])
}
