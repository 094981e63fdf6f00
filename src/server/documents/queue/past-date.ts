import { sql, type Kysely } from 'kysely'
import { takenAs } from '#domain/course.ts'
import { addDays, compare, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { nextDeparture, type Departure, type EmissionHours } from '#domain/departure.ts'
import { instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { wasOrdered } from '../trail/was-asked-for.ts'
import { carryRun } from './carry-run.ts'
import { eachAlone, type OnFailure } from './isolate-failures.ts'

const BATCH = 200

export interface PastDateNeeds extends EmissionHours {
  clock: Clock
}

type Needs = PastDateNeeds

/**
 * Queued documents whose date has gone by without a single try: the SII was away, or the clave was refused until today.
 * They carry a date of the past, and what becomes of them is for their rule to say (docs/decisions/0017). Those that a
 * stop holds are left to its end; those tried before are looked for at the SII first. Only sweeps: the intent judges
 * the date itself. Answers how many.
 */
export async function markLateDocuments(
  needs: Needs & { db: Kysely<Schema> },
  actor: Actor,
  onFailure: OnFailure,
): Promise<number> {
  const { db, clock } = needs
  const late = await lateDocuments(db, clock).orderBy('id').limit(BATCH).execute()
  const leave = (at: Parameters<typeof lockDocument>[1]) =>
    db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row?.state === 'queued') await leaveLate(trx, needs, actor, row)
    })
  return eachAlone(late, leave, onFailure)
}

/** Whether `markLateDocuments` would find any. */
export function anyLate(db: Kysely<Schema>, clock: Clock) {
  return sql<boolean>`exists ${lateDocuments(db, clock)}`
}

function lateDocuments(db: Kysely<Schema>, clock: Clock) {
  const today = dayInChile(clock.now())
  return (
    db
      .selectFrom('document')
      .select(['organisation_id', 'id'])
      .where('state', '=', 'queued')
      .where('issue_day', '<', today)
      // Only looked for: nothing of it is to be issued on any day.
      .where('told_folio', 'is', null)
      .where((eb) =>
        eb.or([
          eb('confirmed_day', 'is distinct from', eb.ref('issue_day')),
          eb('issue_day', '<', addDays(today, -1)),
        ]),
      )
      .where((eb) =>
        eb.or([
          eb('reason', 'is', null),
          eb('reason', 'not in', ['issuingStopped', 'stoppedByUs', 'uploadPaused']),
        ]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('attempt')
              .select('attempt.number')
              .whereRef('attempt.organisation_id', '=', 'document.organisation_id')
              .whereRef('attempt.document_id', '=', 'document.id')
              .where('attempt.outcome', 'is distinct from', 'notSent'),
          ),
        ),
      )
  )
}

/** Its rule says; and where it doesn't, it is planned again and asks for a word. */
export async function leaveLate(
  trx: Kysely<Schema>,
  needs: Needs,
  actor: Actor,
  row: DocumentRow,
): Promise<void> {
  if (!(await catchUp(trx, needs, actor, row))) await missed(trx, needs, actor, row, 'missed')
}

/**
 * Gives a document whose date can't be met the next day on which it can leave, to be frozen again, where its rule says
 * so and no later emission of it has come; or leaves it out, where its rule says that and no person ordered it. False,
 * and nothing is done: it must be asked about (docs/decisions/0017). What a person ordered never gets a date that
 * nobody chose.
 */
export async function catchUp(
  trx: Kysely<Schema>,
  needs: Needs,
  actor: Actor,
  row: DocumentRow,
): Promise<boolean> {
  const { day, atMs } = nextDeparture(needs, needs.clock.now(), row.company_id)
  const taken = await takenByRule(trx, row, day)
  if (taken === 'left') {
    if (await wasOrdered(trx, row)) return false
    const change = { reason: 'missed', reason_text: null, wait_until: null, next_try_at: null }
    await record(trx, needs.clock, actor, row, { kind: 'skipped', reason: 'missed' }, change)
    return true
  }
  if (taken !== 'today') return false
  await moveTo(trx, needs, actor, row, { day, atMs })
  await carryRun(trx, needs.clock, row, day)
  return true
}

/** The document is frozen again on that day, and can be stopped before it leaves. */
export async function moveTo(
  trx: Kysely<Schema>,
  needs: Pick<Needs, 'clock'>,
  actor: Actor,
  row: DocumentRow,
  { day, atMs }: Departure,
): Promise<void> {
  const isReady = row.state === 'queued' || row.state === 'waiting'
  const planned = isReady ? await missed(trx, needs, actor, row, null) : row
  const change = {
    issue_day: day,
    confirmed_day: null,
    reason: null,
    reason_text: null,
    tries: 0,
    next_try_at: instantText(atMs),
  }
  const event = { kind: 'rescheduled', issueDay: day } as const
  await record(trx, needs.clock, actor, planned, event, change)
}

/** What the rule says of the day that went by; null: nothing, or that day is not its own any more. */
async function takenByRule(trx: Kysely<Schema>, row: DocumentRow, day: Day) {
  const rule = await ruleOf(trx, row)
  if (rule === null) return null
  const isNewest = await isNewestOfRule(trx, row)
  const taken = takenAs(knownDay(row.emission_day), day, rule.catch_up, isNewest)
  const isOver = rule.end_day !== null && compare(day, knownDay(rule.end_day)) > 0
  return isOver && taken === 'today' ? null : taken
}

function missed(
  trx: Kysely<Schema>,
  { clock }: Pick<Needs, 'clock'>,
  actor: Actor,
  row: DocumentRow,
  reason: 'missed' | null,
): Promise<DocumentRow> {
  const change = {
    issue_day: null,
    confirmed_day: null,
    reason,
    reason_text: null,
    wait_until: null,
    next_try_at: null,
  }
  return record(trx, clock, actor, row, { kind: 'missed' }, change)
}

async function ruleOf(trx: Kysely<Schema>, { organisation_id, rule_id }: DocumentRow) {
  if (rule_id === null) return null
  const rule = await trx
    .selectFrom('invoice_rule')
    .select(['catch_up', 'end_day'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', rule_id)
    .executeTakeFirst()
  return rule ?? null
}

/** Never more than one period without a word: the older ones ask. */
async function isNewestOfRule(
  trx: Kysely<Schema>,
  { organisation_id, rule_id, emission_day }: DocumentRow,
): Promise<boolean> {
  return !(await finds(
    trx
      .selectFrom('occurrence')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('rule_id', '=', rule_id)
      .where('emission_day', '>', emission_day),
  ))
}
