import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { createChance, type Chance } from './chance.ts'
import type { WorldDatabase } from './database/database.ts'
import type { Done } from './database/gated-database.ts'
import type { Pair } from './faults.ts'
import type { Billing } from './cast.ts'
import { findBreaches } from './invariants/invariants.ts'
import { randomPairWorld, createPairStory, troubledStory } from './pairs/pair-story.ts'
import { createPairEvents } from './pairs/pair-events.ts'
import type { Condition, PairWorld } from './conditions.ts'
import { startPaying } from './paying/paying.ts'
import { createPayingStory, type PayingPlan } from './paying/story.ts'
import { openPortal, type WorldPortal } from './portal.ts'
import { createStage, type Actor, type Stage } from './stage.ts'
import { createStory, type Story } from './story.ts'
import { sweep } from './sweeper.ts'
import { findDeadEnds } from './invariants/ways-out.ts'
import { watchSteps } from './invariants/watch-steps.ts'
import { breachesOfLedger } from './invariants/ledger.ts'
import { breachesOfSweep } from './invariants/sweep-invariants.ts'
import { createTrouble } from './trouble.ts'
import { createUsers, type Users } from './users.ts'
import { createWatch } from './invariants/watch.ts'
import { isInjected, work } from './worker.ts'

export interface WorldReport {
  seed: number
  breaches: string[]
  /** Every step that anybody took. */
  trace(): string[]
  struck: readonly Pair[]
  /** What people did, and to a document in which state. */
  acts: readonly string[]
  issued: number
  /** Of its conditions those that took effect. */
  lived: readonly Condition[]
  /** What payers paid at providers. */
  paid: number
  /** Reminders that left. */
  reminded: number
}

const MOST_STEPS = 20_000
/** Faults stop within eight hours; whatever is left has one more working day, and a night. */
const LASTS_MS = 50 * 60 * 60_000
/** An evening more, and a night more. */
const PAIRS_LAST_MS = 64 * 60 * 60_000
const MINUTE_MS = 60_000

/** One world from its seed to its rest, and what did not hold in it. */
export function playWorld(seed: number, database: WorldDatabase): Promise<WorldReport> {
  const chance = createChance(seed)
  return playStory({ seed, chance, story: createStory(seed, chance) }, database)
}

/** A world that brings these kinds of events together. */
export function playPairWorld(world: PairWorld, database: WorldDatabase): Promise<WorldReport> {
  const { seed } = world
  return playStory({ seed, chance: createChance(seed), story: createPairStory(world) }, database)
}

/** A world whose documents are paid while others are issued. */
export function playPayingWorld(seed: number, database: WorldDatabase): Promise<WorldReport> {
  const chance = createChance(seed)
  return playStory({ seed, chance, story: createPayingStory(seed, chance) }, database)
}

/** Two organisations with evenings, pauses and outages, and faults at any step. */
export function playRandomPairs(seed: number, database: WorldDatabase): Promise<WorldReport> {
  const chance = createChance(seed)
  const story = troubledStory(randomPairWorld(seed, chance), chance)
  return playStory({ seed, chance, story }, database)
}

async function playStory(
  { seed, chance, story }: { seed: number; chance: Chance; story: Story & { paying?: PayingPlan } },
  database: WorldDatabase,
): Promise<WorldReport> {
  const { startMs } = story.cast
  await database.begin(story.cast.rows)
  const stage = createStage(chance, startMs)
  const trouble = createTrouble(chance, stage, story.trouble)
  const portal = openPortal({ stage, chance, hasProvableXml: story.hasProvableXml })
  const { cast } = story
  const watch = createWatch({ stage, trouble, cast, database, portal })
  const acts: string[] = []
  const breaches: string[] = []
  const onAct = (act: string, state: string) => void acts.push(`${act} ${state}`)
  const timesAgree = story.wrongClockMs === undefined
  const between = story.conditions === undefined ? null : { cast, isCalm: story.isCalm === true }
  const steps = watchSteps({ stage, database, portal, breaches, timesAgree, between })
  const users = createUsers({
    stage,
    chance,
    trouble,
    database,
    portal,
    cast,
    undoWindowMs: story.undoWindowMs,
    onAct,
    onMended: watch.onMended,
    onStep: (actor, step) => steps.onStep(actor, step),
  })

  function onFailure(actor: Actor, error: unknown): void {
    stage.note(`${actor.name} reports ${String(error)}`)
    if (!isInjected(actor, error)) breaches.push(`${actor.name}: ${String(error)}`)
  }

  const byUser = (error: unknown) =>
    onFailure({ name: 'user', isAlive: true, pausedUntilMs: 0 }, error)
  const events = createPairEvents({
    stage,
    chance,
    trouble,
    story,
    database,
    portal,
    onFailure: byUser,
    onStep: (actor, step) => steps.onStep(actor, step),
  })
  const { onAsked, onRead } = watch
  async function onDone(actor: Actor, done: Done): Promise<void> {
    events.onStep(actor)
    await watch.onDone(actor, done)
    await steps.onStep(actor, done.step)
  }
  const shared = { stage, chance, trouble, story, database, portal }
  async function copyWhatWasSent(): Promise<void> {
    const rows = await database.inspect(`select key from document where state = 'issuing'`)
    for (const known of cast.billings) {
      if (rows.some(({ key }) => key === known.key)) portal.issueByHand(known)
    }
  }
  function onBoundary(name: Boundary, actor: Actor): void {
    if (story.isFrozenAnew && name === 'beforeIntent') {
      stage.later(0, 'it is frozen anew', () => void users.freezeAnew().catch(byUser))
    }
    if (story.isCopied && name === 'afterSend') {
      stage.later(0, 'somebody issues the same by hand', copyWhatWasSent)
    }
    events.onBoundary(name, actor)
    if (!story.meddlesAt.includes(name)) return
    stage.later(0, 'a user meddles', () => void users.meddle(name).catch(byUser))
  }
  const needs = { ...shared, onDone, onAsked, onRead, onBoundary, onFailure }
  function hire(delayMs: number): void {
    const actor: Actor = { name: `w${workers.length + 1}`, isAlive: true, pausedUntilMs: 0 }
    workers.push(actor)
    stage.later(delayMs, `${actor.name} starts`, () => void work(needs, actor))
  }
  const { paying: plan, calmMs } = story
  const annul = (known: Billing) => users.annul(known)
  const paying =
    plan && (await startPaying({ ...shared, seed, cast, plan, calmMs, annul, onFailure }))
  const workers: Actor[] = []
  const latestHireMs = (story.conditions === undefined ? 20 : 3) * MINUTE_MS
  for (let count = 0; count < story.workers; count += 1) hire(chance.between(0, latestHireMs))
  stage.whenKilled((actor) => {
    if (workers.includes(actor)) hire(chance.between(5_000, 20 * MINUTE_MS))
    paying?.onKilled(actor)
  })
  story.sweeps.forEach(({ atMs }, index) => {
    const actor: Actor = { name: `sweep${index + 1}`, isAlive: true, pausedUntilMs: 0 }
    const onSwept = (kind: string) => onAct('sweep', kind)
    stage.later(atMs - startMs, `${actor.name} starts`, () => {
      void sweep({ ...needs, onSwept }, actor)
    })
  })

  events.plan()
  planEvents({ stage, story, portal, database, users, onAct, onFailure: byUser })
  stage.later(
    story.conditions === undefined ? story.calmMs : story.calmMs - startMs,
    'calm begins',
    () => {
      trouble.end()
      portal.setMood(null)
      for (const actor of workers) {
        actor.pausedUntilMs = Math.min(actor.pausedUntilMs, stage.now() + MINUTE_MS)
      }
      stage.wakeAll()
    },
  )

  const isAtRest = await stage.play(
    MOST_STEPS,
    startMs + (story.conditions === undefined ? LASTS_MS : PAIRS_LAST_MS),
  )
  if (!isAtRest) breaches.push('It never came to rest')
  breaches.push(...watch.breaches)
  await steps.conclude()
  const totals = steps.totals()
  breaches.push(...(await findBreaches({ cast, portal, database, timesAgree, totals })))
  breaches.push(...(await breachesOfSweep({ cast, portal, database })))
  breaches.push(...(await breachesOfLedger(database, portal.sends(), paying?.confirmed())))
  const lived = await events.lived()
  breaches.push(...((await paying?.breaches()) ?? []))
  const paid = paying?.confirmed().filter(({ paidClp }) => paidClp > 0).length ?? 0
  const reminded = paying?.reminded() ?? 0
  await paying?.close()
  const { truthAbout } = users
  breaches.push(...(await findDeadEnds(users.afterAll(), { database, truthAbout })))
  return {
    seed,
    breaches: [...new Set(breaches)],
    trace: stage.trace,
    struck: trouble.struck,
    acts,
    issued: portal.documents().length,
    lived,
    paid,
    reminded,
  }
}

interface EventNeeds {
  stage: Stage
  story: Story
  portal: WorldPortal
  database: WorldDatabase
  users: Users
  onAct(act: string, state: string): void
  onFailure(error: unknown): void
}

/** What happens at its hour, whatever the workers are at. */
function planEvents(needs: EventNeeds): void {
  const { stage, story, portal, database, users, onAct } = needs
  const { cast } = story
  const at = (atMs: number) => Math.max(0, atMs - story.cast.startMs)
  for (const { atMs, mood, forMs } of story.moods) {
    stage.later(at(atMs), `the SII: ${mood}`, () => portal.setMood(mood))
    stage.later(at(atMs) + forMs, 'the SII is itself again', () => portal.setMood(null))
  }
  for (const { atMs } of story.expiries) {
    stage.later(at(atMs), 'every session ends', () => {
      for (const { rut } of cast.people) portal.expireSessions(rut)
    })
  }
  for (const { atMs, billing } of story.byHand) {
    stage.later(at(atMs), 'somebody issues by hand', async () => {
      const known = cast.billings[billing]
      if (known === undefined) return
      const [row] = await database.inspect('select state from document where key = $1', [known.key])
      onAct('by hand', String(row?.['state']))
      const { person, company, recipient, totalClp } = known
      const folio = portal.issueByHand({ person, company, recipient, totalClp })
      stage.note(`folio ${folio} by hand, like ${known.key}`)
    })
  }
  for (const { atMs, billing } of story.presses) {
    const known = cast.billings[billing]
    if (known !== undefined)
      stage.later(at(atMs), 'a user', () => {
        void users.press(known).catch(needs.onFailure)
      })
  }
  if (story.annuls && story.conditions === undefined) {
    for (const [index, billing] of cast.billings.entries()) {
      stage.later((90 + index * 40) * MINUTE_MS, 'a user', () => {
        void users.annul(billing).catch(needs.onFailure)
      })
    }
  }
  for (let time = 1; time <= story.attention.times; time += 1) {
    const atMs = time * story.attention.everyMs
    stage.later(atMs, 'a user looks after it', () => {
      void users.lookAfter().catch(needs.onFailure)
    })
  }
}
