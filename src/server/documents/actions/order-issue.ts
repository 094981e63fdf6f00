import type { Kysely } from 'kysely'
import { compare, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { departureOf, nextDeparture, type Departure } from '#domain/departure.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { acceptAlikes } from '../freeze/similar-documents.ts'
import { moveTo, type PastDateNeeds } from '../queue/past-date.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

/** False: not in its state. 'otherDate': it would carry another date than the person saw. Nothing has changed then. */
export type Ordered = boolean | 'otherDate'

/** The date it carries when a person orders it now; null: it can't be ordered in its state. */
function orderedDay(needs: PastDateNeeds, row: Datable): Departure | null {
  const now = needs.clock.now()
  const own = row.issue_day === null ? null : knownDay(row.issue_day)
  const departure = nextDeparture(needs, now, row.company_id)
  switch (row.state) {
    case 'queued':
    case 'waiting': {
      if (row.state === 'queued' && !isAskedAboutAlike(row)) return null
      // Ready but for a person's word, which is good at any hour of its day.
      const isOnItsDay = own !== null && compare(own, dayInChile(now)) >= 0
      return isOnItsDay ? { day: own, atMs: now } : departure
    }
    case 'planned':
    case 'needs_data':
      return own === null ? departure : null
    default:
      return null
  }
}

/** The date it carries when it is tried again now. */
function retriedDay(
  needs: PastDateNeeds,
  row: Pick<DocumentRow, 'issue_day' | 'company_id'>,
): Departure {
  const now = needs.clock.now()
  if (row.issue_day === null) return nextDeparture(needs, now, row.company_id)
  return departureOf(needs, knownDay(row.issue_day), now, row.company_id)
}

type Datable = Pick<DocumentRow, 'state' | 'reason' | 'issue_day' | 'company_id'>

/** The date that `issueNow` would give it; null: it can't be ordered in its state. */
export function dateByOrder(needs: PastDateNeeds, row: Datable): Day | null {
  return orderedDay(needs, row)?.day ?? null
}

/** The date that `retry` would give it. */
export function dateByRetry(needs: PastDateNeeds, row: Datable): Day {
  return retriedDay(needs, row).day
}

/** Its user is asked whether one like it, at the SII or in doubt, is another. */
function isAskedAboutAlike({ reason }: Pick<DocumentRow, 'reason'>): boolean {
  return reason === 'looksRepeated' || reason === 'alikeInDoubt'
}

/** A person's word on what is ready, or was missed. */
export async function issueNow(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
  shown: Day | undefined,
): Promise<Ordered> {
  const { clock } = needs
  const ordered = orderedDay(needs, row)
  if (ordered === null) return false
  if (shown !== undefined && shown !== ordered.day) return 'otherDate'
  const asked = isAskedAboutAlike(row) ? await acceptAlikes(trx, clock, user, row) : row
  if (row.issue_day !== ordered.day) {
    const approved = await approve(trx, asked)
    await moveTo(trx, needs, user, approved, ordered)
    return true
  }
  const change = {
    reason: null,
    confirmed_day: ordered.day,
    wait_until: null,
    next_try_at: instantText(clock.now()),
    tries: 0,
  }
  if (row.state === 'waiting') {
    await record(trx, clock, user, asked, { kind: 'queued', by: 'user' }, change)
  } else {
    await trx
      .updateTable('document')
      .set(change)
      .where('organisation_id', '=', row.organisation_id)
      .where('id', '=', row.id)
      .execute()
  }
  return true
}

/** What was ready when its date went by keeps the total its person said yes to. */
async function approve(trx: Kysely<Schema>, row: DocumentRow): Promise<DocumentRow> {
  if (row.state !== 'waiting' && row.state !== 'queued') return row
  return trx
    .updateTable('document')
    .set({ approved_total_clp: row.total_clp })
    .where('organisation_id', '=', row.organisation_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Frozen again from the rule as corrected, on the next day on which it can leave where its own has gone by: what
 * failed, or waits for this word because nobody knows what the SII answers or why it can't be signed.
 */
export async function retry(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  user: Actor,
  row: DocumentRow,
  shown: Day | undefined,
): Promise<Ordered> {
  const isAsked =
    row.state === 'queued' && (row.reason === 'answerUnknown' || row.reason === 'signatureFails')
  if (row.state !== 'failed' && !isAsked) return false
  // A number that a person told is only looked for, at any hour.
  const isTold = row.told_folio !== null
  const now = needs.clock.now()
  const ordered = isTold ? { day: dayInChile(now), atMs: now } : retriedDay(needs, row)
  if (!isTold && shown !== undefined && shown !== ordered.day) return 'otherDate'
  const change = {
    issue_day: ordered.day,
    confirmed_day: null,
    reason: null,
    reason_text: null,
    tries: 0,
    next_try_at: instantText(ordered.atMs),
  }
  await record(trx, needs.clock, user, row, { kind: 'retried' }, change)
  return true
}
