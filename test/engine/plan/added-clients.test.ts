import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, dayInChile, type Day } from '#domain/day.ts'
import { checkDigit } from '#domain/rut.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { restoreReturned } from '#server/documents/actions/restore.ts'
import { planAddedClients } from '#server/documents/plan/added-clients.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'
import type { DraftClient } from '#server/rules/draft.ts'
import { InvalidInput } from '#server/http/errors.ts'
import { changeRule } from '#server/rules/save.ts'
import { readDraft } from '#server/rules/store.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)

// 30 November 2026, 10:00 in Chile: the rule's day, when its company's turn has begun.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

interface At {
  organisationId: number
  ruleId: number
}

/** As the API does it: the rule and what it adds to its month in one transaction. */
async function setClients(
  at: At,
  clients: DraftClient[],
  window = house.window,
  thisMonth?: Day,
): Promise<void> {
  const author = { organisationId: at.organisationId, userId: 1 }
  const hours = { ...house, window }
  const needs = {
    ...hours,
    hasEmailAccount: async () => false,
    onRuleStopped: async () => [],
    onRuleChanged: async () => undefined,
    onRuleApplied: async () => ({ count: 0, day: null }),
    onClientsChanged: async (trx: House['db']) => {
      const back = await restoreReturned(trx, hours, author, at)
      const added = await planAddedClients(trx, hours, author, at)
      return { count: back.count + added.count, day: added.day ?? back.day }
    },
  }
  await changeRule(needs, author, at, { clients }, (code) => ({ text: code }), { thisMonth })
}

/** A rule of the first client, to which the second may come. */
async function ruleOfOne(nextDay = TODAY) {
  const at = await seedRule(house, { nextDay, clients: ['90909090-3', '93939393-5'] })
  const { clients } = await readDraft(house.db, at, dayInChile(house.clock.now()))
  await setClients(at, clients.slice(0, 1))
  return { at, clients }
}

async function recipients(): Promise<string[]> {
  return (await documentsOf(house)).map(({ recipient_rut: recipient }) => recipient)
}

test('a client who comes to a rule on its day, after it was planned, gets a document of that month', async () => {
  const { at, clients } = await ruleOfOne()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
  await setClients(at, clients)
  const [first, added] = await documentsOf(house)
  expect(added).toMatchObject({
    state: 'planned',
    recipient_rut: '93939393-5',
    emission_day: TODAY,
    issue_day: TODAY,
    occurrence_id: first?.occurrence_id,
    service_month: first?.service_month,
  })
  // Saved again, nothing is planned twice.
  await setClients(at, clients)
  await house.live(worker, 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
  expect(issuedAtSii(house)).toHaveLength(2)
  const [planned] = await house.db
    .selectFrom('document_event')
    .select('worker')
    .where('document_id', '=', added?.id ?? 0)
    .where('kind', '=', 'planned')
    .execute()
  expect(planned).toEqual({ worker: 'user:1' })
})

test('a client who comes before the rule is planned is planned with the others', async () => {
  const { at, clients } = await ruleOfOne()
  await setClients(at, clients)
  expect(await documentsOf(house)).toEqual([])
  await planDueRules(house.worker('w1'), { worker: 'w1', epoch: null }, (_id, error) => {
    throw error
  })
  expect(await recipients()).toEqual(['90909090-3', '93939393-5'])
})

test('a client who comes on another day than the rule’s begins with its next one', async () => {
  const { at, clients } = await ruleOfOne()
  await house.live(house.worker('w1'), 60, 10)
  await house.clock.advance(24 * 60 * 60_000)
  await setClients(at, clients)
  expect(await recipients()).toEqual(['90909090-3'])
})

test('a client who comes to a paused rule is not planned', async () => {
  const { at, clients } = await ruleOfOne()
  await house.live(house.worker('w1'), 60, 10)
  await house.db.updateTable('invoice_rule').set({ is_paused: true }).execute()
  await setClients(at, clients)
  await planAddedClients(house.db, house, { ...at, userId: 1 }, at)
  expect(await recipients()).toEqual(['90909090-3'])
})

test('a client who comes before the company’s turn waits for it with the others', async () => {
  await house.clock.advanceTo('2026-11-30T13:00:00Z')
  const { at, clients } = await ruleOfOne()
  const window = { fromHour: 12, toHour: 18 }
  const worker = { ...house.worker('w1'), window }
  await house.settle(worker)
  const [first] = await documentsOf(house)
  expect(first).toMatchObject({ state: 'planned' })
  await setClients(at, clients, window)
  const [, added] = await documentsOf(house)
  expect(added?.next_try_at).toBe(first?.next_try_at)
})

test('a client who comes in the evening gets a document of the next day, which no policy takes back', async () => {
  const { at, clients } = await ruleOfOne()
  await house.db.updateTable('invoice_rule').set({ catch_up: 'skip' }).execute()
  await house.live(house.worker('w1'), 60, 10)
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await setClients(at, clients)
  const tomorrow = day(2026, 12, 1)
  expect((await documentsOf(house)).at(-1)).toMatchObject({
    emission_day: TODAY,
    issue_day: tomorrow,
  })
  await house.settle(house.worker('w1'))
  await house.clock.advanceTo('2026-12-01T11:00:00Z')
  await house.live(house.worker('w1'), 180, 20)
  expect((await documentsOf(house)).at(-1)).toMatchObject({ state: 'issued', issue_day: tomorrow })
})

test('a client who leaves before the hour and comes back gets the document of that day, once', async () => {
  const at = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  const { clients } = await readDraft(house.db, at, dayInChile(house.clock.now()))
  await planDueRules(house, { worker: 'w1', epoch: null }, (_, error) => house.failures.push(error))
  await setClients(at, clients.slice(0, 1))
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  const states = async () => (await documentsOf(house)).map(({ state, reason }) => [state, reason])
  expect(await states()).toEqual([
    ['issued', null],
    ['skipped', 'clientLeftRule'],
  ])
  await setClients(at, clients)
  await setClients(at, clients)
  await house.live(worker, 60, 10)
  expect(await states()).toEqual([
    ['issued', null],
    ['issued', null],
  ])
  expect(issuedAtSii(house)).toHaveLength(2)
})

test('a client who comes back brings back neither what a person stopped nor another day’s', async () => {
  const at = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  const { clients } = await readDraft(house.db, at, dayInChile(house.clock.now()))
  const worker = house.worker('w1')
  await house.settle(worker)
  const [stopped, gone] = await documentsOf(house)
  const key = { organisationId: at.organisationId, id: stopped?.id ?? 0 }
  expect(await documentActions(house).skip(key, { worker: 'user:1', epoch: null })).toBe(true)
  const leftRule = { organisationId: at.organisationId, id: gone?.id ?? 0 }
  await setClients(at, clients.slice(0, 1))
  expect(await documentActions(house).skip(leftRule, { worker: 'user:1', epoch: null })).toBe(true)
  await house.db
    .updateTable('document')
    .set({ reason: 'clientLeftRule', emission_day: '2026-11-29' })
    .where('id', '=', leftRule.id)
    .execute()
  await setClients(at, clients)
  const states = (await documentsOf(house)).map(({ state }) => state)
  expect(states).toEqual(['skipped', 'skipped'])
})

test('a client who comes to a rule that asks first is asked about too', async () => {
  const { at, clients } = await ruleOfOne()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  await house.db.updateTable('invoice_rule').set({ needs_approval: true }).execute()
  await setClients(at, clients)
  await house.live(worker, 60, 10)
  const added = (await documentsOf(house)).at(-1)
  expect(added).toMatchObject({ state: 'waiting', reason: 'approvalNeeded' })
  const key = { organisationId: at.organisationId, id: added?.id ?? 0 }
  expect(await documentActions(house).issueNow(key, { worker: 'user:1', epoch: null })).toBe(true)
  await house.live(worker, 20, 10)
  expect(issuedAtSii(house)).toHaveLength(2)
})

test('a client who comes back in the evening to a rule that asks first is asked about', async () => {
  const at = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  await house.db.updateTable('invoice_rule').set({ needs_approval: true }).execute()
  const { clients } = await readDraft(house.db, at, dayInChile(house.clock.now()))
  await planDueRules(house, { worker: 'w1', epoch: null }, (_, error) => house.failures.push(error))
  await setClients(at, clients.slice(0, 1))
  await house.settle(house.worker('w1'))
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await setClients(at, clients)
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  await house.live(house.worker('w1'), 60, 10)
  expect((await documentsOf(house)).at(-1)).toMatchObject({
    state: 'waiting',
    reason: 'approvalNeeded',
    issue_day: day(2026, 12, 1),
  })
})

test('a client who comes in the evening of the rule’s last day is not saved', async () => {
  const { at, clients } = await ruleOfOne()
  await house.live(house.worker('w1'), 60, 10)
  await house.db.updateTable('invoice_rule').set({ end_day: TODAY }).execute()
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await expect(setClients(at, clients, house.window, day(2026, 12, 1))).rejects.toThrow(
    InvalidInput,
  )
  expect(await recipients()).toEqual(['90909090-3'])
})

test('a client who came in the evening is asked about once the rule is ended before that date', async () => {
  const { at, clients } = await ruleOfOne()
  await house.live(house.worker('w1'), 60, 10)
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await setClients(at, clients)
  await endedThatDay()
  expect((await documentsOf(house)).at(-1)).toMatchObject({ state: 'planned', reason: 'missed' })
})

test('so is a client who came back', async () => {
  const at = await seedRule(house, { nextDay: TODAY, clients: ['90909090-3', '93939393-5'] })
  const { clients } = await readDraft(house.db, at, dayInChile(house.clock.now()))
  await planDueRules(house, { worker: 'w1', epoch: null }, (_, error) => house.failures.push(error))
  await setClients(at, clients.slice(0, 1))
  await house.live(house.worker('w1'), 60, 10)
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await setClients(at, clients)
  expect((await documentsOf(house)).at(-1)).toMatchObject({ issue_day: day(2026, 12, 1) })
  await endedThatDay()
  expect((await documentsOf(house)).at(-1)).toMatchObject({ state: 'planned', reason: 'missed' })
})

/** The rule is ended on its day, and the next one passes by. */
async function endedThatDay(): Promise<void> {
  await house.db.updateTable('invoice_rule').set({ end_day: TODAY }).execute()
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  await house.live(house.worker('w1'), 120, 10)
}

test('many clients who come at once make the day unusual', async () => {
  const { at, clients } = await ruleOfOne()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  // What was issued the day before is what is usual.
  await house.db
    .updateTable('document')
    .set({ issue_day: day(2026, 11, 29) })
    .execute()
  const more = await copiesOf(clients[0]?.clientId ?? 0, 11)
  await setClients(at, [...clients, ...more])
  await house.live(worker, 60, 10)
  const reasons = (await documentsOf(house)).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'unusualRun')).toHaveLength(12)
})

test('a client who comes with another date than its person saw is not saved', async () => {
  const { at, clients } = await ruleOfOne()
  await house.live(house.worker('w1'), 60, 10)
  await house.clock.advanceTo('2026-12-01T01:00:00Z')
  await expect(setClients(at, clients, house.window, TODAY)).rejects.toThrow(InvalidInput)
  expect(await recipients()).toEqual(['90909090-3'])
  await setClients(at, clients, house.window, day(2026, 12, 1))
  expect(await recipients()).toEqual(['90909090-3', '93939393-5'])
})

/** Clients like that one, each with a number of its own. */
async function copiesOf(like: number, count: number): Promise<DraftClient[]> {
  const client = await house.db
    .selectFrom('client')
    .selectAll()
    .where('id', '=', like)
    .executeTakeFirstOrThrow()
  const made: DraftClient[] = []
  for (let body = 60_000_001; body <= 60_000_000 + count; body += 1) {
    const { id } = await house.db
      .insertInto('client')
      .values({
        organisation_id: client.organisation_id,
        company_id: client.company_id,
        rut: `${body}-${checkDigit(body)}`,
        name: `CLIENTE ${body}`,
        created_at: '2026-11-30T13:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.push({
      clientId: id,
      addressId: await copyOf('client_address', like, id),
      activityId: await copyOf('client_activity', like, id),
      contactName: '',
      contactRut: '',
      emailTo: [],
      emailCc: [],
    })
  }
  return made
}

async function copyOf(
  table: 'client_address' | 'client_activity',
  like: number,
  client: number,
): Promise<number> {
  const { id: _, ...row } = await house.db
    .selectFrom(table)
    .selectAll()
    .where('client_id', '=', like)
    .executeTakeFirstOrThrow()
  const added = house.db.insertInto(table).values({ ...row, client_id: client })
  return (await added.returning('id').executeTakeFirstOrThrow()).id
}
