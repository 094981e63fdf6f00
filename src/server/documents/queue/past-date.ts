import type { Kysely } from 'kysely'
import { takenAs } from '#domain/course.ts'
import { compare, dayInChile, knownDay } from '#domain/day.ts'
import { nextInWindow, type EmissionWindow } from '#domain/window.ts'
import { instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'
import { eachAlone, type OnFailure } from './isolate-failures.ts'

const BATCH = 200

interface Needs {
  clock: Clock
  window: EmissionWindow
}

/**
 * Queued documents whose date has gone by without a single try: the SII was away, or the clave was refused
 * until today. They carry a date of the past, and what becomes of them is for their rule to say (D-26). Those
 * that a stop holds are left to its end. Answers how many.
 */
export async function markLateDocuments(
  needs: Needs & { db: Kysely<Schema> },
  actor: Actor,
  onFailure: OnFailure,
): Promise<number> {
  const { db, clock } = needs
  const late = await db
    .selectFrom('document')
    .select(['organisation_id', 'id'])
    .where('state', '=', 'queued')
    .where('issue_day', '<', dayInChile(clock.now()))
    // Only looked for: nothing of it is to be issued on any day.
    .where('told_folio', 'is', null)
    .where((eb) =>
      eb.or([eb('reason', 'is', null), eb('reason', 'not in', ['issuingStopped', 'stoppedByUs'])]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('attempt')
            .select('attempt.number')
            .whereRef('attempt.organisation_id', '=', 'document.organisation_id')
            .whereRef('attempt.document_id', '=', 'document.id'),
        ),
      ),
    )
    .orderBy('id')
    .limit(BATCH)
    .execute()
  const leave = (at: Parameters<typeof lockDocument>[1]) =>
    db.transaction().execute(async (trx) => {
      const row = await lockDocument(trx, at)
      if (row?.state === 'queued') await leaveLate(trx, needs, actor, row)
    })
  return eachAlone(late, leave, onFailure)
}

/** Whether its date has gone by and no try was ever made. */
export async function isLate(
  trx: Kysely<Schema>,
  clock: Clock,
  row: DocumentRow,
): Promise<boolean> {
  const { issue_day: issueDay, told_folio: told } = row
  if (
    issueDay === null ||
    told !== null ||
    compare(knownDay(issueDay), dayInChile(clock.now())) >= 0
  )
    return false
  return !(await finds(
    trx
      .selectFrom('attempt')
      .select('number')
      .where('organisation_id', '=', row.organisation_id)
      .where('document_id', '=', row.id),
  ))
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
 * What the rule says of a day that went by: left out, or dated today when no later emission of it has come, to be
 * frozen anew. False, and nothing is done: it must be asked about (D-26).
 */
export async function catchUp(
  trx: Kysely<Schema>,
  needs: Needs,
  actor: Actor,
  row: DocumentRow,
): Promise<boolean> {
  const today = dayInChile(needs.clock.now())
  const [policy, isNewest] = [await policyOf(trx, row), await isNewestOfRule(trx, row)]
  if (policy === null) return false
  const taken = takenAs(knownDay(row.emission_day), today, policy, isNewest)
  if (taken === 'left') {
    const change = { reason: 'missed', reason_text: null, wait_until: null, next_try_at: null }
    await record(trx, needs.clock, actor, row, { kind: 'skipped', reason: 'missed' }, change)
    return true
  }
  if (taken !== 'today') return false
  const isReady = row.state === 'queued' || row.state === 'waiting'
  const planned = isReady ? await missed(trx, needs, actor, row, null) : row
  const change = {
    issue_day: today,
    reason: null,
    reason_text: null,
    tries: 0,
    next_try_at: instantText(nextInWindow(needs.window, needs.clock.now())),
  }
  const event = { kind: 'rescheduled', issueDay: today } as const
  await record(trx, needs.clock, actor, planned, event, change)
  return true
}

function missed(
  trx: Kysely<Schema>,
  { clock }: Needs,
  actor: Actor,
  row: DocumentRow,
  reason: 'missed' | null,
): Promise<DocumentRow> {
  const change = {
    issue_day: null,
    reason,
    reason_text: null,
    wait_until: null,
    next_try_at: null,
  }
  return record(trx, clock, actor, row, { kind: 'missed' }, change)
}

async function policyOf(trx: Kysely<Schema>, { organisation_id, rule_id }: DocumentRow) {
  if (rule_id === null) return null
  const rule = await trx
    .selectFrom('invoice_rule')
    .select('catch_up')
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', rule_id)
    .executeTakeFirst()
  return rule?.catch_up ?? null
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
