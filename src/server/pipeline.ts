import { sql } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import { nextStep, type Step } from '#domain/document.ts'
import type { Rut } from '#domain/rut.ts'
import { annulDocument } from './documents/issued/annul.ts'
import { anyToTell, tellWhoWaits } from './documents/queue/waiting-behind-uncertain.ts'
import { confirmTold } from './documents/reconcile/confirm-nota.ts'
import {
  anyDueAtHome,
  duePersons,
  takeDueAtHome,
  takeNextOfPerson,
  type DueDocument,
  type DuePersons,
  type TakenDocument,
} from './documents/queue/due.ts'
import { fileDocument, type FileNeeds } from './documents/issued/file.ts'
import { enqueueDocument } from './documents/departure/enqueue.ts'
import { anyStopToApply, applyStops } from './documents/departure/hold-stopped.ts'
import { freezeDocument, type FreezeNeeds } from './documents/freeze/freeze.ts'
import { issueDocument } from './documents/issue/issue.ts'
import { anyLate, markLateDocuments } from './documents/queue/past-date.ts'
import { planDueRules, type PlanNeeds } from './documents/plan/plan.ts'
import { portalDocument, type PortalDocument, type Sends } from './documents/portal/portal-step.ts'
import { reconcileDocument } from './documents/reconcile/reconcile.ts'
import { isCalendarOfAnotherVersion, renewIssueDays } from './documents/plan/recompute-days.ts'
import { instantText } from './clock.ts'
import { watchClock, type ClockWatch } from './database-clock.ts'
import { withLease, type Lease } from './facturators/lease.ts'
import { hasEmailAccount } from './mailer/accounts/account-store.ts'
import { makeOrdered } from './uploads/issue/make.ts'
import { anyRuleDue } from './rules/due.ts'
import { anyOrderDue } from './uploads/issue/store.ts'

/**
 * The whole flow, once: rules become documents on their day and so does what was ordered from uploaded files; documents
 * are frozen, wait, are queued, issued at the SII and filed. The truth is in the rows; this only asks what is due and does it.
 */
export interface PipelineNeeds extends PlanNeeds, FreezeNeeds, Omit<FileNeeds, 'sends'> {
  /** Names this process in leases and trails. */
  worker: string
  /** How many persons' portal sessions this process uses at once. */
  personSlots: number
  onFailure(about: { step: Step | 'plan' | 'order' | 'clock'; id: number }, error: unknown): void
}

interface StepNeeds extends PipelineNeeds {
  sends: Sends
}

interface RunningNeeds extends StepNeeds {
  clockWatch: ClockWatch
}

type AtHome = (needs: StepNeeds, at: DueDocument) => Promise<void>
type AtPortal = (needs: StepNeeds, lease: Lease, document: PortalDocument) => Promise<void>

/** Each step, where it happens, about how many requests it makes there, and what does it. Its outcome is on the row. */
const STEPS: Record<
  Step,
  { place: 'home'; run: AtHome } | { place: 'portal'; requests: number; run: AtPortal } | null
> = {
  freeze: { place: 'home', run: (needs, at) => freezeDocument(needs, self(needs), at) },
  enqueue: { place: 'home', run: (needs, at) => enqueueDocument(needs, self(needs), at) },
  confirm: { place: 'portal', requests: 5, run: confirmTold },
  issue: { place: 'portal', requests: 10, run: issueDocument },
  reconcile: { place: 'portal', requests: 5, run: reconcileDocument },
  file: { place: 'portal', requests: 5, run: fileDocument },
  annul: { place: 'portal', requests: 5, run: annulDocument },
  rest: null,
}

const HOME_BATCH = 200
/** A lease is given back after about so many requests, so that others and a user's own look-up get their turn. */
const REQUESTS_PER_LEASE = 75

/** One look at everything that is due. Answers how much was done; 0 means all is quiet for now. */
export async function runPass(pipeline: PipelineNeeds): Promise<number> {
  const needs = { ...pipeline, sends: trackSends() }
  const done = await workAtHome(needs)
  const { persons } = await duePersons(needs, needs.personSlots)
  const steps = await Promise.all(persons.map((person) => workFor(needs, person)))
  return done + steps.reduce((sum, count) => sum + count, 0)
}

async function workAtHome(needs: StepNeeds): Promise<number> {
  if (!(await anyWorkAtHome(needs))) return 0
  const renewed = await renewIssueDays(needs, self(needs))
  const planned = await planDueRules(needs, self(needs), (ruleId, error) =>
    needs.onFailure({ step: 'plan', id: ruleId }, error),
  )
  return renewed + planned + (await passOn(needs))
}

/** What is planned goes on towards the portal as far as it can without it. */
async function passOn(needs: StepNeeds): Promise<number> {
  const told = (id: number, error: unknown) => needs.onFailure({ step: 'enqueue', id }, error)
  const applied = await applyStops(needs, self(needs), told)
  const waiting = await tellWhoWaits(needs, self(needs), told)
  const late = await markLateDocuments(needs, self(needs), told)
  const made = await makeDocuments(needs)
  const documents = await takeDueAtHome(needs, HOME_BATCH)
  for (const document of documents) await runAtHome(needs, document)
  return applied + waiting + late + made + documents.length
}

/** Asked in one statement, because every process asks it every second: nothing is begun while nothing is due. */
async function anyWorkAtHome({ db, clock }: StepNeeds): Promise<boolean> {
  const now = instantText(clock.now())
  const today = dayInChile(clock.now())
  const conditions = [
    isCalendarOfAnotherVersion(),
    anyRuleDue(db, { today, now }),
    anyStopToApply,
    anyToTell(clock),
    anyLate(db, clock),
    anyOrderDue(now),
    anyDueAtHome(now),
  ]
  const isDue = sql.join(conditions, sql` or `)
  const { rows } = await sql<{ is_due: boolean }>`select ${isDue} as is_due`.execute(db)
  return rows[0]?.is_due === true
}

/** Of what was ordered from uploaded files. */
function makeDocuments(needs: StepNeeds): Promise<number> {
  return makeOrdered({ ...needs, hasEmailAccount }, (uploadId, error) =>
    needs.onFailure({ step: 'order', id: uploadId }, error),
  )
}

export interface RunningPipeline {
  /** Ends after the step under way; what it leaves open is found again by whoever comes next. */
  stop(): Promise<void>
  /** Ends when nothing irreversible is under way; after `stop` nothing more begins. */
  sent(): Promise<void>
}

interface TrackedSends extends Sends {
  end(): void
  /** Those under way at the moment of asking. */
  all(): Promise<unknown>
}

function trackSends(): TrackedSends {
  const underWay = new Set<Promise<unknown>>()
  let isEnding = false
  return {
    isEnding: () => isEnding,
    during(work) {
      const running = work().finally(() => underWay.delete(running))
      underWay.add(running)
      return running
    },
    end: () => {
      isEnding = true
    },
    all: () => Promise.allSettled(underWay),
  }
}

const QUIET_WAIT_MS = 1_000

export function startPipeline(pipeline: PipelineNeeds): RunningPipeline {
  const sends = trackSends()
  const onSkew = (error: unknown) => pipeline.onFailure({ step: 'clock', id: 0 }, error)
  const needs = { ...pipeline, sends, clockWatch: watchClock({ ...pipeline, onSkew }) }
  const stopped = new AbortController()
  const told = (error: unknown) => needs.onFailure({ step: 'plan', id: 0 }, error)
  // Side by side: what is due at the portal doesn't wait until everything else is planned.
  const running = Promise.all([
    keepRunning(needs, () => workAtHome(needs), told, stopped.signal),
    keepAtPortal(needs, told, stopped.signal),
  ])
  return {
    stop: async () => {
      sends.end()
      stopped.abort()
      await running
    },
    sent: async () => void (await sends.all()),
  }
}

/** By a clock that is wrong nothing is planned, dated or sent. */
async function whenRight(needs: RunningNeeds, work: () => Promise<number>): Promise<number> {
  return (await needs.clockWatch.agrees()) ? work() : 0
}

async function keepRunning(
  needs: RunningNeeds,
  work: () => Promise<number>,
  told: (error: unknown) => void,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    const done = await whenRight(needs, work).catch((error: unknown) => {
      told(error)
      return 0
    })
    if (done === 0) await needs.clock.wait(QUIET_WAIT_MS, stopped)
  }
}

/** However often somebody is done, nobody asks more often who comes next. */
const LEAST_WAIT_MS = 100

const NOBODY: DuePersons = { persons: [], soonestMs: null }

async function personsWhenRight(needs: RunningNeeds): Promise<DuePersons> {
  return (await needs.clockWatch.agrees()) ? duePersons(needs, needs.personSlots) : NOBODY
}

/** Persons are worked for side by side: one whose portal hangs keeps nobody else waiting. */
async function keepAtPortal(
  needs: RunningNeeds,
  told: (error: unknown) => void,
  stopped: AbortSignal,
): Promise<void> {
  const { clock, personSlots } = needs
  const working = new Map<Rut, Promise<void>>()
  let next: Rut[] = []
  let soonestMs: number | null = null
  let askedAtMs = Number.NEGATIVE_INFINITY
  let ended = new AbortController()

  async function ask(): Promise<void> {
    askedAtMs = clock.monotonicMs()
    const due = await personsWhenRight(needs).catch((error: unknown) => {
      told(error)
      return NOBODY
    })
    next = due.persons
    soonestMs = due.soonestMs
  }

  function begin(person: Rut): void {
    const work = workFor(needs, person, stopped)
      .then(() => undefined, told)
      .finally(() => {
        working.delete(person)
        ended.abort()
      })
    working.set(person, work)
  }

  while (!stopped.aborted) {
    ended = new AbortController()
    const isOld =
      clock.monotonicMs() - askedAtMs >= (next.length === 0 ? LEAST_WAIT_MS : QUIET_WAIT_MS)
    const asks = isOld && working.size < personSlots
    if (asks) await ask()
    while (next.length > 0 && working.size < personSlots) {
      const [person] = next.splice(0, 1)
      if (person !== undefined && !working.has(person)) begin(person)
    }
    const waitMs = asks || working.size >= personSlots ? QUIET_WAIT_MS : LEAST_WAIT_MS
    const soonMs = soonestMs === null ? waitMs : Math.max(LEAST_WAIT_MS, soonestMs - clock.now())
    await clock.wait(Math.min(waitMs, soonMs), AbortSignal.any([stopped, ended.signal]))
  }
  await Promise.all(working.values())
}

async function workFor(needs: StepNeeds, person: Rut, stopped?: AbortSignal): Promise<number> {
  const worked = await withLease(needs, { person, worker: needs.worker }, async (lease) => {
    let steps = 0
    for (let requests = 0; requests < REQUESTS_PER_LEASE; steps += 1) {
      // A superseded holder has no business in the person's session: another is at work in it.
      const isOver = stopped?.aborted === true || !lease.outlives(0)
      const next = isOver ? null : await takeNextOfPerson(needs, person)
      if (next === null) return steps
      requests += await runAtPortal(needs, lease, next)
    }
    return steps
  })
  return worked?.value ?? 0
}

async function runAtHome(needs: StepNeeds, document: DueDocument): Promise<void> {
  const step = STEPS[nextStep(document)]
  if (step?.place !== 'home') return
  await guarded(needs, document, () => step.run(needs, document))
}

/** Answers about how many requests it made, at least one. */
async function runAtPortal(needs: StepNeeds, lease: Lease, taken: TakenDocument): Promise<number> {
  const step = STEPS[nextStep(taken)]
  if (step?.place !== 'portal') return 1
  await guarded(needs, taken, async () => {
    const document = portalDocument(taken)
    if (document !== null) await step.run(needs, lease, document)
  })
  return step.requests
}

/** One document that fails never stops the others: pushed forward when it was taken, it is only reported. */
async function guarded(
  needs: StepNeeds,
  document: DueDocument,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    needs.onFailure({ step: nextStep(document), id: document.id }, error)
  }
}

function self({ worker }: PipelineNeeds): { worker: string; epoch: null } {
  return { worker, epoch: null }
}
