import type { Kysely } from 'kysely'
import { compare, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { nextDeparture, type Departure } from '#domain/departure.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { moveTo, type PastDateNeeds } from '../queue/past-date.ts'
import { record, type Actor, type DocumentRow } from '../trail/trail.ts'

/** Whether it is one of a day that nobody has approved yet; the day stays as it is until the transaction ends. */
export async function isOfUnusualRun(
  trx: Kysely<Schema>,
  { organisation_id, company_id, issue_day, rule_id }: DocumentRow,
): Promise<boolean> {
  if (rule_id === null || issue_day === null) return false
  const row = await trx
    .selectFrom('unusual_run')
    .select('approved_at')
    .where('organisation_id', '=', organisation_id)
    .where('company_id', '=', company_id)
    .where('day', '=', issue_day)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.approved_at === null
}

type ApproveNeeds = PastDateNeeds & { db: Kysely<Schema> }
type Author = { organisationId: number; userId: number }
type Approval = number | 'otherDate' | null

/** Documents that began to wait between two locks of an approval: each time they are locked first and counted again. */
const MOST_LOOKS = 20

/**
 * A person has looked at the day: what of it waits is queued, dated on the next day on which it can leave should its
 * day have gone by. What another brake holds goes on waiting for its own word. `shown`: the date the person saw; where
 * they would carry another, 'otherDate' and nothing is done. Answers how many; null: no such run.
 */
export async function approveRun(
  needs: ApproveNeeds,
  author: Author,
  id: number,
  shown?: Day,
): Promise<Approval> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const approved = await needs.db
      .transaction()
      .execute((trx) => approveLocked(trx, needs, author, id, shown))
    if (approved !== 'others') return approved
  }
  throw new Error('Documents keep coming to a day that is approved')
}

/**
 * The documents are locked before their day, as by everybody else who has both (rule, document, company, day): in the
 * other order an approval and a change that moves documents to that day would wait for each other for ever. 'others':
 * another transaction holds one that began to wait in between, and nothing is done. 0 as well when the day grew meanwhile: an approval
 * is for what was there.
 */
async function approveLocked(
  trx: Kysely<Schema>,
  needs: ApproveNeeds,
  author: Author,
  id: number,
  shown: Day | undefined,
): Promise<Approval | 'others'> {
  const { organisationId, userId } = author
  const ofId = trx
    .selectFrom('unusual_run')
    .select(['organisation_id', 'company_id', 'day', 'documents', 'approved_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
  const seen = await ofId.executeTakeFirst()
  if (seen === undefined) return null
  await waitingOf(trx, seen).select('id').orderBy('id').forUpdate().execute()
  const run = await ofId.forUpdate().executeTakeFirst()
  if (run === undefined) return null
  if (run.approved_at !== null || run.documents > seen.documents) return 0
  const departure = departureOfRun(needs, run)
  if (shown !== undefined && shown !== (departure?.day ?? run.day)) return 'otherDate'
  const waiting = await waitingOf(trx, run)
    .selectAll()
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  const all = await waitingOf(trx, run).select('id').execute()
  if (all.length > waiting.length) return 'others'
  await trx
    .updateTable('unusual_run')
    .set({ approved_at: instantText(needs.clock.now()), approved_by: userId })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const actor = { worker: `user:${userId}`, epoch: null }
  for (const row of waiting) await letGo(trx, needs, actor, row, departure)
  const data = { documents: waiting.length }
  await audit(trx, needs.clock, author, { kind: 'runApproved', subject: `run:${id}`, data })
  return waiting.length
}

function waitingOf(
  trx: Kysely<Schema>,
  run: { organisation_id: number; company_id: number; day: string },
) {
  return trx
    .selectFrom('document')
    .where('organisation_id', '=', run.organisation_id)
    .where('company_id', '=', run.company_id)
    .where('issue_day', '=', run.day)
    .where('state', '=', 'waiting')
    .where('reason', '=', 'unusualRun')
}

/** The date that its documents get; null: they leave with their own, at any hour of their day. */
function departureOfRun(
  needs: PastDateNeeds,
  { company_id, day }: { company_id: number; day: string },
): Departure | null {
  const now = needs.clock.now()
  const isOver = compare(knownDay(day), dayInChile(now)) < 0
  return isOver ? nextDeparture(needs, now, company_id) : null
}

async function letGo(
  trx: Kysely<Schema>,
  needs: PastDateNeeds,
  actor: Actor,
  row: DocumentRow,
  departure: Departure | null,
): Promise<void> {
  const { clock } = needs
  if (departure !== null) {
    await moveTo(trx, needs, actor, row, departure)
    return
  }
  const change = {
    reason: null,
    wait_until: null,
    confirmed_day: row.issue_day,
    next_try_at: instantText(clock.now()),
  }
  await record(trx, clock, actor, row, { kind: 'queued', by: 'user' }, change)
}
