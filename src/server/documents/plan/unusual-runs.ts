import type { Kysely } from 'kysely'
import { compare, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { nextDeparture, type Departure } from '#domain/departure.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { moveTo, type PastDateNeeds } from '../queue/past-date.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'

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

/**
 * A person has looked at the day: what of it waits is queued, dated on the next day on which it can leave should its
 * day have gone by. What another brake holds goes on waiting for its own word. `shown`: the date the person saw; where
 * they would carry another, 'otherDate' and nothing is done. Answers how many; null: no such run.
 */
export function approveRun(
  needs: PastDateNeeds & { db: Kysely<Schema> },
  author: { organisationId: number; userId: number },
  id: number,
  shown?: Day,
): Promise<number | 'otherDate' | null> {
  const { organisationId, userId } = author
  const { db, clock } = needs
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('unusual_run')
      .select(['company_id', 'day', 'approved_at'])
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (run === undefined) return null
    if (run.approved_at !== null) return 0
    const departure = departureOfRun(needs, run)
    if (shown !== undefined && shown !== (departure?.day ?? run.day)) return 'otherDate'
    await trx
      .updateTable('unusual_run')
      .set({ approved_at: instantText(clock.now()), approved_by: userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const waiting = await trx
      .selectFrom('document')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('company_id', '=', run.company_id)
      .where('issue_day', '=', run.day)
      .where('state', '=', 'waiting')
      .where('reason', '=', 'unusualRun')
      .orderBy('id')
      .execute()
    const actor = { worker: `user:${userId}`, epoch: null }
    for (const document of waiting) {
      const row = await lockDocument(trx, { organisationId, id: document.id })
      if (row?.state === 'waiting') await letGo(trx, needs, actor, row, departure)
    }
    const data = { documents: waiting.length }
    await audit(trx, clock, author, { kind: 'runApproved', subject: `run:${id}`, data })
    return waiting.length
  })
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
