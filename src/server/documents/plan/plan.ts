import type { Kysely } from 'kysely'
import { takenAs, type Taken } from '#domain/course.ts'
import { compare, dayInChile, monthOf, type Day } from '#domain/day.ts'
import { nextDeparture, type Departure, type EmissionHours } from '#domain/departure.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { listDueRules, lockDueRules, moveOn, planAgain, type DueRule } from '../../rules/due.ts'
import type { Actor } from '../trail/trail.ts'
import {
  insertDocuments,
  insertEvents,
  insertOccurrences,
  type PlannedEmission,
} from './plan-store.ts'
import { decideRuns } from '../queue/decide-runs.ts'

export interface PlanNeeds extends EmissionHours {
  db: Kysely<Schema>
  clock: Clock
}

/** Rules planned in one transaction. */
const BATCH = 2_000
/** As much as one look plans in each lane before others get their turn. */
const MOST_BATCHES = 1_000
/** Where more is due than one batch holds: while one writes, the next is worked out. */
const LANES = 2
const PLAN_AGAIN_MS = 15 * 60_000

/**
 * Makes the occurrences and documents of every rule whose day has come; answers how many documents.
 * Harmless when run twice or by several processes: rules are locked, and those that another one has are
 * left to it; keys are unique. A rule that fails stops only itself: the failure goes to `onFailure`.
 */
export async function planDueRules(
  needs: PlanNeeds,
  actor: Actor,
  onFailure: (ruleId: number, error: unknown) => void,
): Promise<number> {
  const planNext = () => planBatch(needs, actor).catch(() => planOneByOne(needs, actor, onFailure))
  const first = await planNext()
  if (first.rules === 0) return first.documents
  const lanes = first.rules < BATCH ? 1 : LANES
  const made = await Promise.all(Array.from({ length: lanes }, () => planAll(planNext)))
  return made.reduce((sum, documents) => sum + documents, first.documents)
}

async function planAll(planNext: () => Promise<Planned>): Promise<number> {
  let made = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const planned = await planNext()
    made += planned.documents
    if (planned.rules === 0) break
  }
  return made
}

interface Planned {
  rules: number
  documents: number
}

/** One of the batch fails: each is planned alone, and the one that fails is put off. */
async function planOneByOne(
  needs: PlanNeeds,
  actor: Actor,
  onFailure: (ruleId: number, error: unknown) => void,
): Promise<Planned> {
  const today = dayInChile(needs.clock.now())
  const now = instantText(needs.clock.now())
  const due = await listDueRules(needs.db, { today, now, limit: BATCH })
  let documents = 0
  for (const at of due) {
    try {
      documents += (await planBatch(needs, actor, at)).documents
    } catch (error) {
      await planAgain(needs.db, at, instantText(needs.clock.now() + PLAN_AGAIN_MS))
      onFailure(at.ruleId, error)
    }
  }
  return { rules: due.length, documents }
}

function planBatch(
  needs: PlanNeeds,
  actor: Actor,
  only?: { organisationId: number; ruleId: number },
): Promise<Planned> {
  const { db, clock } = needs
  const nowMs = clock.now()
  const today = dayInChile(nowMs)
  const now = instantText(nowMs)
  const departs = (companyId: number) => nextDeparture(needs, nowMs, companyId)
  const query = { today, now, limit: BATCH, ...(only === undefined ? {} : { only }) }
  return db.transaction().execute(async (trx) => {
    const rules = await lockDueRules(trx, query)
    if (rules.length === 0) return { rules: 0, documents: 0 }
    const emissions = rules.flatMap((rule) => emissionsOf(rule, departs(rule.companyId)))
    const occurrences = await insertOccurrences(trx, emissions, now)
    const documents = await insertDocuments(trx, occurrences, { now, departs })
    await insertEvents(trx, documents, { now, actor })
    // In the evening they carry another day than today.
    const days = new Set(rules.map(({ companyId }) => departs(companyId).day))
    for (const day of documents.length > 0 ? days : []) await decideRuns(trx, rules, { now, day })
    await moveOn(trx, rules)
    return { rules: rules.length, documents: documents.length }
  })
}

/** A day on which nothing can leave any more has gone by. */
function emissionsOf(rule: DueRule, { day }: Departure): PlannedEmission[] {
  const newest = rule.days.at(-1)
  return rule.days.map((emissionDay) => ({
    organisationId: rule.organisationId,
    ruleId: rule.ruleId,
    companyId: rule.companyId,
    period: monthOf(emissionDay),
    emissionDay,
    serviceMonth: serviceMonth(emissionDay, rule.monthOffset),
    taken: takenOf(rule, emissionDay, day, emissionDay === newest),
  }))
}

/** What its rule takes for today, unasked, is no day after the rule's end. */
function takenOf(rule: DueRule, emissionDay: Day, day: Day, isNewest: boolean): Taken {
  const taken = takenAs(emissionDay, day, rule.catchUp, isNewest)
  const isOver = rule.endDay !== null && compare(day, rule.endDay) > 0
  return taken === 'today' && isOver ? 'asked' : taken
}
