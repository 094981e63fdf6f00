import { addDays, chileInstant, knownDay } from '#domain/day.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import type { Clock } from '#server/clock.ts'
import { msOf } from '#server/clock.ts'
import { ClockDiffers } from '#server/database-clock.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { createVault } from '#server/vault/vault.ts'
import { START_MS, ring } from './cast.ts'
import type { Chance } from './chance.ts'
import type { WorldDatabase } from './database/database.ts'
import { DatabaseLost, die, gatedDatabase, type Done } from './database/gated-database.ts'
import type { PortalStep } from './faults.ts'
import { createNetwork } from './network.ts'
import type { WorldPortal } from './portal.ts'
import { ENDLESS, RESTS, type Actor, type Stage } from './stage.ts'
import type { Story } from './story.ts'
import type { Trouble } from './trouble.ts'

export interface WorkerNeeds {
  stage: Stage
  chance: Chance
  trouble: Trouble
  story: Story
  database: WorldDatabase
  portal: WorldPortal
  onDone(actor: Actor, done: Done): Promise<void>
  onAsked(step: PortalStep, actor: Actor): Promise<void>
  onRead(step: PortalStep, actor: Actor, answer: unknown): void
  onBoundary(name: Boundary, actor: Actor): void
  onFailure(actor: Actor, error: unknown): void
}

/** A process of the production code: passes while there is something to do, rests until there may be. */
export async function work(needs: WorkerNeeds, actor: Actor): Promise<never> {
  const pipeline = pipelineOf(needs, actor)
  for (;;) {
    // As the loops of the product do, which compare their clock first.
    while ((actor.skewMs ?? 0) !== 0) await needs.stage.park(actor, 'compares clocks', SKEW_LOOK_MS)
    const done = await runPass(pipeline).catch((error: unknown) => {
      needs.onFailure(actor, error)
      return 0
    })
    if (done === 0 || !(await goesOn(needs))) await rest(needs, actor)
  }
}

export function pipelineOf(needs: WorkerNeeds, actor: Actor): PipelineNeeds {
  const { stage, chance, trouble, story, portal, database } = needs
  const gate = {
    stage,
    chance,
    trouble,
    actor,
    onDone: (done: Done) => needs.onDone(actor, done),
  }
  const clock = clockFor(stage, actor)
  return {
    db: gatedDatabase(database, gate),
    clock,
    vault: createVault(ring, clock),
    sii: portal.siiFor(
      actor.name,
      createNetwork({
        stage,
        trouble,
        chance,
        actor,
        onAsked: (step) => needs.onAsked(step, actor),
        onRead: (step, answer) => needs.onRead(step, actor, answer),
      }),
    ),
    portalPace: { loginSpacingMs: 120_000, pauseAfterThrottleMs: 30 * 60_000 },
    window: { fromHour: 9, toHour: 18 },
    databaseClock: () => stage.now(),
    timing: { sendLimitMs: 90_000, quietMs: 120_000 },
    undoWindowMs: story.undoWindowMs,
    random: () => chance.next(),
    siiKeys: portal.keys,
    worker: actor.name,
    personSlots: story.personSlots,
    onFailure: (_about, error) => needs.onFailure(actor, error),
    boundary: async (name) => {
      await stage.park(actor, `at ${name}`)
      needs.onBoundary(name, actor)
      const fault = trouble.atBoundary(name, actor)
      if (fault === 'killed') await die(gate)
      if (fault === null) return
      trouble.pause(actor)
      await stage.park(actor, `goes on ${name}`)
    },
  }
}

export function clockFor(stage: Stage, actor: Actor): Clock {
  return {
    now: () => stage.now() + (actor.skewMs ?? 0),
    monotonicMs: () => stage.now() - START_MS,
    wait: (ms, signal) => stage.park(actor, 'has waited', ms, signal),
  }
}

/** Injected faults end in the report of a step that failed; anything else there is a mistake. */
export function isInjected({ skewMs = 0 }: Actor, error: unknown): boolean {
  return error instanceof DatabaseLost || (skewMs !== 0 && error instanceof ClockDiffers)
}

const SKEW_LOOK_MS = 60_000

/** Of those who know of nothing due, so many look all the same. */
const LOOKS_IN_VAIN = 0.25

async function goesOn(needs: WorkerNeeds): Promise<boolean> {
  const { stage, chance } = needs
  return (
    chance.isTrue(LOOKS_IN_VAIN) || (await stage.real(nextDue(needs, stage.now()))) <= stage.now()
  )
}

async function rest(needs: WorkerNeeds, actor: Actor): Promise<void> {
  const { stage, chance } = needs
  for (;;) {
    const dueMs = await stage.real(nextDue(needs, stage.now()))
    const wakesMs = dueMs + chance.between(100, 20_000)
    await stage.park(actor, RESTS, wakesMs - stage.now())
    if (stage.now() >= wakesMs || (await goesOn(needs))) return
  }
}

/** Told once nothing of their person is open any more: with no next try of their own. */
const ASKED_BEHIND: ReadonlySet<unknown> = new Set(['behindUncertain', 'alikeInDoubt'])

/** When there may be something to do: what a loop that asks every second would find out by itself. */
async function nextDue({ database, story }: WorkerNeeds, nowMs: number): Promise<number> {
  const [documents, rules] = await Promise.all([
    database.inspect(
      `select document.person_rut, state, reason, files_state, annulment, next_try_at, lease_until
       from document
       left join portal_person on portal_person.person_rut = document.person_rut`,
    ),
    database.inspect('select next_emission_day from invoice_rule where next_emission_day < $1', [
      addDays(story.cast.day, 15),
    ]),
  ])
  const isOpen = (state: unknown) => state === 'issuing' || state === 'uncertain'
  const blocked = new Set(
    documents.filter(({ state }) => isOpen(state)).map(({ person_rut }) => person_rut),
  )
  const dues = documents.map((row) => {
    const { person_rut: person, state, next_try_at: next } = row
    if (state === 'queued' && ASKED_BEHIND.has(row['reason']))
      return blocked.has(person) ? ENDLESS : nowMs
    const isAtRest = state === 'failed' || state === 'skipped' || typeof next !== 'string'
    const isDone = row['files_state'] !== 'wanted' && row['annulment'] === null
    if (isAtRest || (state === 'issued' && isDone)) return ENDLESS
    if (['planned', 'needs_data', 'waiting'].includes(String(state))) return msOf(next)
    if (blocked.has(person) && !isOpen(state)) return ENDLESS
    const lease = row['lease_until']
    return Math.max(
      msOf(next),
      typeof lease === 'string' ? Math.min(msOf(lease), nowMs + 30_000) : 0,
    )
  })
  const opensMs = rules.map((row) => chileInstant(knownDay(String(row['next_emission_day'])), 0, 0))
  const isPaced = story.conditions !== undefined
  const soon =
    rules.length === 0
      ? ENDLESS
      : Math.max(nowMs + 60_000, isPaced ? Math.min(...opensMs) : Number.NEGATIVE_INFINITY)
  return Math.max(nowMs, Math.min(soon, ...dues))
}
