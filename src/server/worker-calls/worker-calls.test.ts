import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { settableClock, systemClock, type Clock, type SettableClock } from '../clock.ts'
import { currentReach, withinOrganisation, inOneTransaction } from '../db/reach.ts'
import { createTestDatabase, type TestDatabase } from '../db/test-database.ts'
import { joinRings, keyRing, sealingKeysText, sealingRing } from '../vault/key-ring.ts'
import { API_KINDS, WORKER_KINDS } from '../vault/kinds.ts'
import { Secret } from '../vault/secret.ts'
import { answerCalls } from './answer.ts'
import { askWorkers, MAX_WAIT_TO_BE_TAKEN_MS, WorkerLate, WorkersAway } from './ask.ts'
import { handled, type HandledCall, type WorkerCall } from './worker-call.ts'

const key = () => new Secret(randomBytes(32).toString('base64'))
const workerRing = keyRing(key(), [], WORKER_KINDS)
const sealing = sealingRing(sealingKeysText(workerRing, WORKER_KINDS), WORKER_KINDS)
if (sealing === null) throw new Error('Public keys are read back')
const apiRing = joinRings(keyRing(key(), [], API_KINDS), sealing)

const ECHO: WorkerCall<{ text: string }, { text: string; organisation: number | null }> = {
  name: 'echo',
  answer: z.custom<{ text: string; organisation: number | null }>(),
  asked: z.object({ text: z.string() }),
}
const CANARY = 'clave-canaria-1234'

let database: TestDatabase
let mine: number
let theirs: number
beforeAll(async () => {
  database = await createTestDatabase()
  mine = await organisation()
  theirs = await organisation()
})
afterAll(() => database.drop())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  await database.db.deleteFrom('worker_request').execute()
})

async function organisation(): Promise<number> {
  const { id } = await database.db
    .insertInto('organisation')
    .values({ name: 'x', created_at: '2026-11-05T15:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const failures: unknown[] = []
function worker(handlers: readonly HandledCall[], clock: Clock = systemClock): void {
  const { db, url } = database
  const answering = answerCalls({
    db,
    url,
    clock,
    ring: workerRing,
    handlers: new Map(handlers),
    onFailure: (_, error) => failures.push(error),
  })
  stops.push(answering.stop)
}

function asker(clock: Clock = systemClock) {
  const workers = askWorkers({ db: database.db, url: database.url, clock, ring: apiRing })
  stops.push(workers.stop)
  return workers
}

/** Lets time pass while who asked waits. */
async function passSeconds<T>(clock: SettableClock, asked: Promise<T>): Promise<T> {
  let isDone = false
  const ended = asked.finally(() => {
    isDone = true
  })
  while (!isDone) {
    if (clock.waiting > 0) await clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return ended
}

const echo = handled(ECHO, async ({ text }) => ({
  text,
  organisation: currentReach()?.organisationId ?? null,
}))
const rows = () => database.db.selectFrom('worker_request').selectAll().execute()

test('a worker answers within the reach of the organisation, and nothing of it stays', async () => {
  worker([echo])
  const answer = await asker().ask(ECHO, mine, { text: CANARY })
  expect(answer).toEqual({ text: CANARY, organisation: mine })
  expect(await rows()).toEqual([])
})

test('what is asked is sealed: neither the row nor its owner’s connection shows it', async () => {
  let shown = ''
  worker([
    handled(ECHO, async ({ text }) => {
      const { rows: found } = await database.pool.query<{ text: string }>(
        'select to_jsonb(r)::text as text from worker_request r',
      )
      shown = found.map((row) => row.text).join()
      return { text, organisation: 0 }
    }),
  ])
  await asker().ask(ECHO, mine, { text: CANARY })
  expect(shown).toContain('"name": "echo"')
  expect(shown).not.toContain(CANARY)
  expect(shown).not.toContain(Buffer.from(CANARY).toString('hex'))
})

test('the API reads neither what another organisation asked nor what was asked at all', async () => {
  void asker()
    .ask(ECHO, mine, { text: CANARY })
    .catch(() => undefined)
  await expect.poll(async () => (await rows()).length).toBe(1)
  const seen = () => database.db.selectFrom('worker_request').select('id').execute()
  expect(await withinOrganisation(theirs, seen)).toEqual([])
  expect(await withinOrganisation(mine, seen)).toHaveLength(1)
  const sealed = () => database.db.selectFrom('worker_request').select('sealed').execute()
  await expect(withinOrganisation(mine, sealed)).rejects.toThrow('permission denied')
  const forge = () => database.db.updateTable('worker_request').set({ answer: '1' }).execute()
  await expect(withinOrganisation(mine, forge)).rejects.toThrow('permission denied')
})

test('what is asked in a transaction of the call is seen by the worker before that ends', async () => {
  worker([echo])
  const workers = asker()
  const answer = await withinOrganisation(mine, () =>
    inOneTransaction(database.db, () => workers.ask(ECHO, mine, { text: 'x' })),
  )
  expect(answer.text).toBe('x')
})

test('without a worker nothing is done: it says so, and a worker that comes later does nothing', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  const asked = asker(clock)
    .ask(ECHO, mine, { text: CANARY })
    .catch((error: unknown) => error)
  await expect.poll(async () => (await rows()).length).toBe(1)
  expect(await passSeconds(clock, asked)).toBeInstanceOf(WorkersAway)
  expect(await rows()).toEqual([])
})

test('a request past its time is taken by no worker', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  const texts: string[] = []
  void asker(clock)
    .ask(ECHO, mine, { text: 'x' })
    .catch(() => undefined)
  await expect.poll(async () => (await rows()).length).toBe(1)
  const later = settableClock(clock.now() + MAX_WAIT_TO_BE_TAKEN_MS)
  worker(
    [
      handled(ECHO, async ({ text }) => {
        texts.push(text)
        return { text, organisation: 0 }
      }),
    ],
    later,
  )
  // The oldest is taken first.
  await asker(later).ask(ECHO, mine, { text: 'later' })
  expect(texts).toEqual(['later'])
})

test('a request that a worker began is begun by no other, and who asked is told that it is late', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  let begun = 0
  let finish = (): void => undefined
  const stuck = handled(ECHO, async ({ text }) => {
    begun += 1
    await new Promise<void>((resolve) => (finish = resolve))
    return { text, organisation: 0 }
  })
  const atWork = settableClock(clock.now())
  worker([stuck], atWork)
  worker([stuck], atWork)
  const asked = asker(clock)
    .ask(ECHO, mine, { text: 'x' })
    .catch((error: unknown) => error)
  await expect.poll(() => begun).toBe(1)
  expect(await passSeconds(clock, asked)).toBeInstanceOf(WorkerLate)
  expect(begun).toBe(1)
  expect(await rows()).toEqual([])
  finish()
})

test('a worker’s failure is on its record and reaches who asked without its words', async () => {
  worker([handled(ECHO, () => Promise.reject(new Error(CANARY)))])
  await expect(asker().ask(ECHO, mine, { text: 'x' })).rejects.toThrow('A worker failed')
  expect(String(failures.at(-1))).toContain(CANARY)
  expect(await rows()).toEqual([])
})

test('one organisation leaves room for the others', async () => {
  const running = new Map<number, number>()
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  worker([
    handled(ECHO, async ({ text }) => {
      const organisationId = currentReach()?.organisationId ?? 0
      running.set(organisationId, (running.get(organisationId) ?? 0) + 1)
      await gate
      return { text, organisation: organisationId }
    }),
  ])
  const workers = asker()
  const many = Array.from({ length: 6 }, () => workers.ask(ECHO, mine, { text: 'x' }))
  await expect.poll(() => running.get(mine)).toBe(3)
  const other = workers.ask(ECHO, theirs, { text: 'y' })
  await expect.poll(() => running.get(theirs)).toBe(1)
  expect(running.get(mine)).toBe(3)
  release()
  expect(await Promise.all([...many, other])).toHaveLength(7)
})

test('a worker is at sixteen requests at once and begins the others after them', async () => {
  const clock = settableClock(systemClock.now())
  let begun = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  worker(
    [
      handled(ECHO, async ({ text }) => {
        begun += 1
        await gate
        return { text, organisation: null }
      }),
    ],
    clock,
  )
  const workers = asker()
  const organisations = Array.from({ length: 6 }, organisation)
  const asked = (await Promise.all(organisations)).flatMap((id) =>
    Array.from({ length: 3 }, () => workers.ask(ECHO, id, { text: 'x' })),
  )
  // It has stopped taking when it waits.
  await expect.poll(() => begun >= 16 && clock.waiting > 0).toBe(true)
  expect(begun).toBe(16)
  release()
  expect(await Promise.all(asked)).toHaveLength(18)
})

test('a request that vanished while it was waited for may have been done', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  const asked = asker(clock)
    .ask(ECHO, mine, { text: 'x' })
    .catch((error: unknown) => error)
  await expect.poll(async () => (await rows()).length).toBe(1)
  await database.db.deleteFrom('worker_request').execute()
  expect(await passSeconds(clock, asked)).toBeInstanceOf(WorkerLate)
})

test('requests left behind by a process that ended are forgotten', async () => {
  const clock = settableClock('2026-11-05T15:00:00Z')
  void asker(clock)
    .ask(ECHO, mine, { text: 'x' })
    .catch(() => undefined)
  await expect.poll(async () => (await rows()).length).toBe(1)
  worker([echo], settableClock(clock.now() + 16 * 60_000))
  await expect.poll(async () => (await rows()).length).toBe(0)
})
