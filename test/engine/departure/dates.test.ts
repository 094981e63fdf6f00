import { afterEach, expect, test } from 'vitest'
import type { CatchUp } from '#domain/course.ts'
import { chileInstant, day, type Day } from '#domain/day.ts'
import { ClockDiffers } from '#server/database-clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { stopIssuing, releaseIssuing } from '#server/documents/stops/stops.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const TODAY = day(2026, 11, 30)
const TOMORROW = day(2026, 12, 1)
const LAST_DAY = day(2026, 12, 31)
const NEW_YEAR = day(2027, 1, 1)
const user = { worker: 'user:1', epoch: null }
const HALF_AN_HOUR = 30

const instant = (of: typeof TODAY, hour: number, minute = 0, second = 0) =>
  new Date(chileInstant(of, hour, minute) + second * 1_000).toISOString()

const states = async () =>
  (await documentsOf(house)).map(({ state, reason, issue_day }) => [state, reason, issue_day])

async function only() {
  const documents = await documentsOf(house)
  expect(documents).toHaveLength(1)
  const [document] = documents
  if (document === undefined) throw new Error('no document')
  return { ...document, organisationId: document.organisation_id }
}

async function intents(): Promise<number> {
  return (await house.db.selectFrom('attempt').select('number').execute()).length
}

async function setRule(change: { catch_up?: CatchUp; needs_approval?: boolean }): Promise<void> {
  await house.db.updateTable('invoice_rule').set(change).execute()
}

/** A worker that is held up at a boundary, once, for so long. */
function heldUp(boundary: Boundary, until: string): PipelineNeeds {
  let isOver = false
  return {
    ...house.worker('w1'),
    boundary: async (name) => {
      if (name !== boundary || isOver) return
      isOver = true
      await house.clock.advanceTo(until)
    },
  }
}

/** At that second the undo window of the rule's document is over. */
async function readyAt(ends: string, of = TODAY): Promise<void> {
  house = await openHouse(instant(of, 12))
  await seedRule(house, { nextDay: of })
  await house.settle(house.worker('w1'))
  await house.clock.advanceTo(ends)
}

async function queuedBefore(boundary: Boundary, until: string, policy: CatchUp): Promise<void> {
  await readyAt(instant(TODAY, 17, 50))
  await setRule({ catch_up: policy })
  await house.settle(heldUp(boundary, until))
}

test('a document whose intent is due in the last second before the closing hour leaves', async () => {
  await queuedBefore('beforeIntent', instant(TODAY, 17, 59, 59), 'notify')
  expect(await states()).toEqual([['issued', null, TODAY]])
  expect(issuedAtSii(house)).toMatchObject([{ issueDay: TODAY }])
})

test.each<[string, Boundary, string]>([
  ['the closing hour', 'beforeIntent', instant(TODAY, 18)],
  ['the closing hour, long before the intent', 'beforePreview', instant(TODAY, 18)],
  ['an answer of the portal that comes at night', 'beforeIntent', instant(TODAY, 23, 50)],
  ['an answer that comes after midnight', 'beforeIntent', instant(TOMORROW, 0, 5)],
  ['an answer that comes the next morning', 'beforeIntent', instant(TOMORROW, 10)],
])('%s gives no intent to a document in hand: its rule says to ask', async (_, boundary, until) => {
  await queuedBefore(boundary, until, 'notify')
  expect(await intents()).toBe(0)
  expect(issuedAtSii(house)).toEqual([])
  expect(await states()).toEqual([['planned', 'missed', null]])
})

test('a rule that issues the next day gives it the new date, UF and undo window', async () => {
  house = await openHouse(instant(TODAY, 12))
  await house.db
    .insertInto('uf_value')
    .values(
      [TODAY, TOMORROW].map((of, at) => ({
        day: of,
        value: `${39_000 + at}.50`,
        source: 'sii',
        fetched_at: instant(TODAY, 1),
      })),
    )
    .execute()
  const line = { name: 'Asesoría', currency: 'UF', quantity: '1', price: '10' } as const
  await seedRule(house, { nextDay: TODAY, lines: [line] })
  await house.db
    .updateTable('invoice_rule')
    .set({ catch_up: 'issue_today', uf_rate_type: 'DAY_OF' })
    .execute()
  await house.settle(house.worker('w1'))
  expect(await only()).toMatchObject({ state: 'waiting', total_clp: 464_106 })
  await house.clock.advanceTo(instant(TODAY, 17, 55))
  await house.settle(heldUp('beforeIntent', instant(TODAY, 18)))
  expect(await intents()).toBe(0)
  expect(await only()).toMatchObject({ state: 'planned', reason: null, issue_day: TOMORROW })
  await house.clock.advanceTo(instant(TOMORROW, 8))
  await house.live(house.worker('w1'), 180, 5)
  expect(await states()).toEqual([['issued', null, TOMORROW]])
  expect(issuedAtSii(house)).toMatchObject([{ issueDay: TOMORROW, totalClp: 464_118 }])
  expect((await only()).service_month).toBe('2026-11')
})

test('a rule that skips what it missed leaves it out at the closing hour', async () => {
  await queuedBefore('beforeIntent', instant(TODAY, 18), 'skip')
  expect(await states()).toEqual([['skipped', 'missed', TODAY]])
})

test('an undo window that ends at the closing hour is not opened', async () => {
  house = await openHouse(instant(TODAY, 17, 30))
  await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 120, 5)
  expect(await states()).toEqual([['planned', 'missed', null]])
})

test('one that ends a second earlier is, and its document leaves', async () => {
  house = await openHouse(instant(TODAY, 17, 29, 59))
  await seedRule(house, { nextDay: TODAY })
  await house.settle(house.worker('w1'))
  await house.clock.advance(HALF_AN_HOUR * 60_000)
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual([['issued', null, TODAY]])
})

test('an undo window over midnight is not opened where documents leave at all hours', async () => {
  house = await openHouse(instant(TODAY, 23, 40))
  await seedRule(house, { nextDay: TODAY })
  await setRule({ catch_up: 'issue_today' })
  const worker = { ...house.worker('w1'), window: { fromHour: 0, toHour: 24 } }
  await house.settle(worker)
  expect(await states()).toEqual([['planned', null, TOMORROW]])
  await house.live(worker, 60, 5)
  expect(await states()).toEqual([['issued', null, TOMORROW]])
})

test('a document that was enqueued late is judged where it is enqueued', async () => {
  await readyAt(instant(TODAY, 17, 50))
  await house.clock.advanceTo(instant(TODAY, 20))
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual([['planned', 'missed', null]])
  const kinds = await house.db.selectFrom('document_event').select('kind').orderBy('seq').execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(['planned', 'waiting', 'missed'])
})

async function seedRules(count: number): Promise<void> {
  const made = (await documentsOf(house)).length
  for (let rule = 0; rule < count; rule += 1) {
    // Of one amount, each would ask whether it repeats the one before.
    const price = String(100_000 + made + rule)
    await seedRule(house, {
      nextDay: TODAY,
      lines: [{ name: 'Asesoría', currency: 'CLP', quantity: '1', price }],
    })
  }
  await setRule({ catch_up: 'issue_today' })
}

test('after a night without service none of 43 documents leaves with the date of the day before', async () => {
  house = await openHouse(instant(TODAY, 12))
  const atHome = { ...house.worker('w1'), personSlots: 0 }
  await seedRules(21)
  await house.settle(atHome)
  await house.clock.advance(20 * 60_000)
  await seedRules(22)
  await house.settle(atHome)
  await house.clock.advance(15 * 60_000)
  await house.settle(atHome)
  const counted = Map.groupBy(await documentsOf(house), ({ state }) => state)
  expect([counted.get('queued')?.length, counted.get('waiting')?.length]).toEqual([21, 22])
  await house.clock.advanceTo(instant(TOMORROW, 9))
  // The loop that sweeps is not waited for: what is at the portal first judges its dates itself.
  await Promise.all([runPass(house.worker('w1')), runPass(house.worker('w2'))])
  await house.live(house.worker('w1'), 120, 30)
  const documents = await documentsOf(house)
  expect(documents).toHaveLength(43)
  expect(new Set(documents.map(({ issue_day }) => issue_day))).toEqual(new Set([TOMORROW]))
  expect(new Set(issuedAtSii(house).map(({ issueDay }) => issueDay))).toEqual(new Set([TOMORROW]))
})

test('an attempt that ended without sending is no try: its document is late like any other', async () => {
  await readyAt(instant(TODAY, 12, 30))
  const paused: PipelineNeeds = {
    ...house.worker('w1'),
    boundary: async (name) => {
      if (name === 'afterIntent') await house.clock.advance(10 * 60_000)
    },
  }
  await runPass(paused)
  expect(await intents()).toBe(1)
  expect(await only()).toMatchObject({ state: 'queued' })
  await house.db
    .updateTable('document')
    .set({ next_try_at: null, reason: 'claveRejected' })
    .execute()
  await house.clock.advanceTo(instant(TOMORROW, 10))
  await house.settle(house.worker('w2'))
  expect(await states()).toEqual([['planned', 'missed', null]])
})

test('a person who orders what is ready at night has it leave with the date they saw', async () => {
  await readyAt(instant(TODAY, 12))
  await setRule({ needs_approval: true })
  await house.db.updateTable('document').set({ wait_until: null, next_try_at: null }).execute()
  await house.clock.advanceTo(instant(TODAY, 22, 47))
  const { organisationId, id } = await only()
  const actions = documentActions(house)
  expect(await actions.issueNow({ organisationId, id }, user, TOMORROW)).toBe('otherDate')
  expect(await actions.issueNow({ organisationId, id }, user, TODAY)).toBe(true)
  await house.settle(heldUp('beforeIntent', instant(TOMORROW, 0, 5)))
  expect(await states()).toEqual([['issued', null, TODAY]])
})

test('what a person confirmed at night is tried again at once after a fault of seconds', async () => {
  await readyAt(instant(TODAY, 12))
  await setRule({ needs_approval: true })
  await house.db.updateTable('document').set({ wait_until: null, next_try_at: null }).execute()
  await house.clock.advanceTo(instant(TODAY, 22, 47))
  const { organisationId, id } = await only()
  expect(await documentActions(house).issueNow({ organisationId, id }, user, TODAY)).toBe(true)
  house.simulator.admin.scenarios.set({ name: 'list-error', times: 1 })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect((await only()).state).toBe('queued')
  await house.live(worker, 10, 1)
  expect(await states()).toEqual([['issued', null, TODAY]])
  expect(issuedAtSii(house)).toMatchObject([{ issueDay: TODAY }])
})

test('what is approved after its day is dated on the day it leaves, and not asked about again', async () => {
  house = await openHouse(instant(TODAY, 12))
  await seedRule(house, { nextDay: TODAY })
  await setRule({ needs_approval: true })
  const worker = house.worker('w1')
  await house.settle(worker)
  await house.clock.advanceTo(instant(day(2026, 12, 2), 12))
  await house.settle(worker)
  expect(await states()).toEqual([['waiting', 'approvalNeeded', TODAY]])
  const { organisationId, id } = await only()
  const at = { organisationId, id }
  expect(await documentActions(house).issueNow(at, user, TODAY)).toBe('otherDate')
  expect(await documentActions(house).issueNow(at, user, day(2026, 12, 2))).toBe(true)
  await house.live(worker, 60, 5)
  expect(await states()).toEqual([['issued', null, '2026-12-02']])
  expect(issuedAtSii(house)).toMatchObject([{ issueDay: '2026-12-02' }])
})

test('an amount that was approved is not asked about again when only its date is another', async () => {
  house = await openHouse(instant(TODAY, 12))
  const { ruleId } = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 40, 10)
  await house.db.updateTable('rule_line').set({ price: '900000' }).execute()
  await house.clock.advanceTo(instant(day(2026, 12, 30), 12))
  await house.settle(worker)
  const waiting = (await documentsOf(house)).at(-1)
  expect(waiting).toMatchObject({ rule_id: ruleId, state: 'waiting', reason: 'amountDiffers' })
  await house.clock.advanceTo(instant(LAST_DAY, 12))
  const at = { organisationId: waiting?.organisation_id ?? 0, id: waiting?.id ?? 0 }
  expect(await documentActions(house).issueNow(at, user, LAST_DAY)).toBe(true)
  await house.live(worker, 60, 5)
  expect((await documentsOf(house)).at(-1)).toMatchObject({ state: 'issued', issue_day: LAST_DAY })
})

test('"Emitir hoy" on 31 December at 22:47 is dated on New Year\'s Day and leaves in its hours', async () => {
  house = await openHouse(instant(LAST_DAY, 12))
  await seedRule(house, { nextDay: day(2026, 12, 30) })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await states()).toEqual([['planned', 'missed', null]])
  await house.clock.advanceTo(instant(LAST_DAY, 22, 47))
  const { organisationId, id } = await only()
  const actions = documentActions(house)
  expect(await actions.issueNow({ organisationId, id }, user, LAST_DAY)).toBe('otherDate')
  expect(await actions.issueNow({ organisationId, id }, user, NEW_YEAR)).toBe(true)
  await house.live(worker, 9 * 60, 15)
  expect(await states()).toEqual([['planned', null, NEW_YEAR]])
  await house.live(worker, 4 * 60, 15)
  expect(await states()).toEqual([['issued', null, NEW_YEAR]])
  const { issued_at, service_month } = await only()
  expect((issued_at ?? '') >= instant(NEW_YEAR, 9, 30)).toBe(true)
  expect(service_month).toBe('2026-12')
})

test.each<[CatchUp, string | null, Day | null]>([
  ['notify', 'missed', null],
  ['skip', 'missed', null],
  ['issue_today', null, day(2026, 11, 27)],
])(
  'what a person ordered and could not leave that day asks, unless its rule catches up: %s',
  async (policy, reason, issueDay) => {
    const [ordered, next] = [day(2026, 11, 26), day(2026, 11, 27)]
    house = await openHouse(instant(ordered, 12))
    await seedRule(house, { nextDay: day(2026, 11, 25) })
    const worker = house.worker('w1')
    await house.settle(worker)
    const { organisationId, id } = await only()
    expect(await documentActions(house).issueNow({ organisationId, id }, user)).toBe(true)
    await house.settle(worker)
    await setRule({ catch_up: policy })
    await house.clock.advanceTo(instant(ordered, 19))
    await house.settle(worker)
    expect(await states()).toEqual([['planned', reason, issueDay]])
    await house.clock.advanceTo(instant(next, 8))
    await house.live(worker, 180, 5)
    expect(await states()).toEqual([
      issueDay === null ? ['planned', 'missed', null] : ['issued', null, next],
    ])
  },
)

test('what was refused and is tried again in the evening carries the next day', async () => {
  await readyAt(instant(TODAY, 12, 30))
  house.simulator.admin.scenarios.set({ name: 'preview-rejected', times: 1 })
  const worker = house.worker('w1')
  await house.settle(worker)
  const refused = await only()
  expect(refused.state).toBe('failed')
  await house.clock.advanceTo(instant(TODAY, 17, 31))
  const { organisationId, id } = refused
  const actions = documentActions(house)
  expect(await actions.retry({ organisationId, id }, user, TODAY)).toBe('otherDate')
  expect(await actions.retry({ organisationId, id }, user, TOMORROW)).toBe(true)
  expect(await states()).toEqual([['planned', null, TOMORROW]])
})

test('a rule paused while its document was being sent gives it no second intent', async () => {
  await readyAt(instant(TODAY, 12, 30))
  const { organisationId, rule_id } = await only()
  const paused: PipelineNeeds = {
    ...house.worker('w1'),
    boundary: async (name) => {
      if (name !== 'afterIntent') return
      await house.db
        .updateTable('invoice_rule')
        .set({ is_paused: true, paused_at: instant(TODAY, 12, 31), next_emission_day: null })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', rule_id ?? 0)
        .execute()
      await house.clock.advance(10 * 60_000)
    },
  }
  await house.settle(paused)
  await house.clock.advance(10 * 60_000)
  await house.settle(paused)
  expect(await intents()).toBe(1)
  expect(await states()).toEqual([['skipped', 'rulePaused', TODAY]])
})

test('a document of a day behind the end of its rule asks', async () => {
  await readyAt(instant(TODAY, 12, 30))
  await house.db
    .updateTable('invoice_rule')
    .set({ end_day: day(2026, 11, 29) })
    .execute()
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual([['planned', 'missed', null]])
})

test('a document of the last day of its rule leaves', async () => {
  await readyAt(instant(TODAY, 12, 30))
  await house.db.updateTable('invoice_rule').set({ end_day: TODAY }).execute()
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual([['issued', null, TODAY]])
})

test.each([
  ['does not catch up a day after its end', TODAY, 'missed', null],
  ['catches up on its last day', TOMORROW, null, TOMORROW],
])('a rule that ends %s', async (_, end_day, reason, issueDay) => {
  await readyAt(instant(TODAY, 17, 50))
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today', end_day }).execute()
  await house.settle(heldUp('beforeIntent', instant(TODAY, 18)))
  expect(await states()).toEqual([['planned', reason, issueDay]])
})

test('a worker whose clock is ahead of the database by more than two seconds gives no intent', async () => {
  await readyAt(instant(TODAY, 12, 30))
  const ahead = { ...house.worker('w1'), databaseClock: () => house.clock.now() - 2_001 }
  await house.settle(ahead)
  expect(await states()).toEqual([['waiting', null, TODAY]])
  await house.db
    .updateTable('document')
    .set({ next_try_at: instant(TODAY, 12, 30) })
    .execute()
  await runPass({ ...ahead, databaseClock: () => house.clock.now() - 2_000 })
  expect((await only()).state).not.toBe('waiting')
  expect(house.failures.splice(0)).toEqual([expect.any(ClockDiffers)])
})

test('a clock that goes wrong between the queue and the intent is found by the intent', async () => {
  await readyAt(instant(TODAY, 12, 30))
  let skewMs = 0
  const wrong: PipelineNeeds = {
    ...house.worker('w1'),
    databaseClock: () => house.clock.now() + skewMs,
    boundary: async (name) => {
      if (name === 'beforeIntent') skewMs = 13 * 60 * 60_000
    },
  }
  await house.settle(wrong)
  expect(await intents()).toBe(0)
  expect(house.failures.splice(0)).toEqual([expect.any(ClockDiffers)])
  expect(await states()).toEqual([['queued', null, TODAY]])
  await house.clock.advance(6 * 60_000)
  await house.settle(house.worker('w2'))
  expect(await states()).toEqual([['issued', null, TODAY]])
})

test('what a stop held goes on only while its date can be met', async () => {
  await readyAt(instant(TODAY, 12, 10))
  const author = { organisationId: (await only()).organisationId, userId: 1 }
  await stopIssuing(house, author, null)
  await house.settle(house.worker('w1'))
  await house.clock.advanceTo(instant(TODAY, 17, 45))
  await releaseIssuing(house, author, null)
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual([['planned', 'missed', null]])
})
