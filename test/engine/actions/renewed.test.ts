import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CatchUp } from '#domain/course.ts'
import { day, type Day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { renewDocumentsOfRule } from '#server/documents/actions/renew.ts'
import { InvalidInput } from '#server/http/errors.ts'
import { changeRule, type RuleChange } from '#server/rules/save.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 10:00 in Chile: the rule's day, when its company's turn has begun.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

type At = { organisationId: number; ruleId: number }

const user = { worker: 'user:1', epoch: null }

/** As the API does it: the rule and what waits of it in one transaction. */
async function change(
  at: At,
  wish: RuleChange,
  thisMonth?: Day,
): Promise<number | null | undefined> {
  const needs = {
    ...house,
    hasEmailAccount: async () => false,
    onRuleStopped: async () => [],
    onRuleChanged: async () => undefined,
    onClientsChanged: async () => ({ count: 0, day: null }),
    onRuleApplied: (trx: House['db'], rule: At) => renewDocumentsOfRule(trx, house, user, rule),
  }
  const author = { organisationId: at.organisationId, userId: null }
  const say = (code: string) => ({ text: code })
  const changed = await changeRule(needs, author, at, wish, say, { thisMonth })
  return changed?.applied
}

/** The rule as its person wrote it anew: another price, for all or some of its clients. */
async function wishOf({ organisationId, ruleId }: At, price: string): Promise<RuleChange> {
  const lines = await house.db
    .selectFrom('rule_line')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .execute()
  return {
    lines: lines.map((line) => ({
      productId: line.product_id,
      quantity: '1',
      price,
      quantityIsFixed: true,
      priceIsFixed: true,
      order: line.position,
    })),
  }
}

async function waitingRule(): Promise<At> {
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.settle(house.worker('w1'))
  expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', total_clp: 119_000 }])
  return rule
}

async function trail(): Promise<string[]> {
  const events = await house.db
    .selectFrom('document_event')
    .select(['kind', 'worker'])
    .orderBy('document_id')
    .orderBy('seq')
    .execute()
  return events.map(({ kind, worker }) => `${kind} ${worker.split(':')[0] ?? ''}`)
}

test('a change that is wanted this month reaches what waits, with another undo window, and is issued once', async () => {
  const rule = await waitingRule()
  await house.clock.advance(20 * 60_000)
  expect(await change(rule, { ...(await wishOf(rule, '200000')), appliesToWaiting: true })).toBe(1)
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'waiting', total_clp: 238_000, issue_day: '2026-11-30', reason: null },
  ])
  // The first window would be over; the new one is not.
  await house.live(worker, 20, 10)
  expect(issuedAtSii(house)).toEqual([])
  await house.live(worker, 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', total_clp: 238_000 }])
  expect(issuedAtSii(house)).toHaveLength(1)
  const [planned, frozen, renewed, again] = await trail()
  expect([planned, frozen, renewed, again].map((event) => event?.split(' ')[0])).toEqual([
    'planned',
    'waiting',
    'renewed',
    'waiting',
  ])
  expect(renewed).toBe('renewed user')
})

test('a change that is not wanted this month leaves what waits as it was frozen', async () => {
  const rule = await waitingRule()
  expect(await change(rule, await wishOf(rule, '200000'))).toBeNull()
  await house.live(house.worker('w1'), 90, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', total_clp: 119_000 }])
})

test('what is queued is not touched: it leaves as it was', async () => {
  const rule = await waitingRule()
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  const at = { organisationId: rule.organisationId, id: document.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  expect(await change(rule, { ...(await wishOf(rule, '200000')), appliesToWaiting: true })).toBe(0)
  await house.live(house.worker('w1'), 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', total_clp: 119_000 }])
})

test('a rule that asks asks again, and lines that are open now wait for their figures', async () => {
  const rule = await waitingRule()
  const asking = { needsApproval: true, appliesToWaiting: true }
  expect(await change(rule, asking)).toBe(1)
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', reason: 'approvalNeeded' }])
  const { lines = [] } = await wishOf(rule, '200000')
  const open = lines.map((line) => ({ ...line, price: null, priceIsFixed: false }))
  expect(await change(rule, { lines: open, appliesToWaiting: true })).toBe(1)
  await house.live(worker, 60, 10)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'needs_data', reason: 'linesToComplete' },
  ])
  expect(issuedAtSii(house)).toEqual([])
})

test('of a client whom the rule has no longer nothing is issued', async () => {
  const clients = ['91919191-0', '96969696-7']
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30), clients })
  await house.settle(house.worker('w1'))
  const [gone = 0] = rule.clientIds
  await house.db
    .deleteFrom('rule_client')
    .where('rule_id', '=', rule.ruleId)
    .where('client_id', '=', gone)
    .execute()
  expect(await change(rule, { appliesToWaiting: true })).toBe(2)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['skipped', 'planned'])
  await house.live(house.worker('w1'), 90, 10)
  const documents = await documentsOf(house)
  expect(
    documents.map(({ client_id, state, reason }) => [client_id === gone, state, reason]),
  ).toEqual([
    [true, 'skipped', 'clientLeftRule'],
    [false, 'issued', null],
  ])
})

test('a change does not reach what waits with a day of the past', async () => {
  const rule = await waitingRule()
  // It waits for a word, as one whose rule asks each time.
  await house.db.updateTable('document').set({ wait_until: null, next_try_at: null }).execute()
  await house.clock.advanceTo('2026-12-01T13:00:00Z')
  expect(await change(rule, { ...(await wishOf(rule, '200000')), appliesToWaiting: true })).toBe(0)
  expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', issue_day: '2026-11-30' }])
})

describe.each<CatchUp>(['notify', 'issue_today', 'skip'])('in the evening, with %s,', (catchUp) => {
  const [today, tomorrow] = [day(2026, 11, 30), day(2026, 12, 1)]

  /** It waits for a word, at 20:00 of its day. */
  async function waitingAtNight(): Promise<At> {
    const rule = await seedRule(house, { nextDay: today })
    const asks = { catch_up: catchUp, needs_approval: true }
    await house.db.updateTable('invoice_rule').set(asks).execute()
    await house.settle(house.worker('w1'))
    await house.clock.advanceTo('2026-11-30T23:00:00Z')
    await house.settle(house.worker('w1'))
    expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', reason: 'approvalNeeded' }])
    return rule
  }

  test('a change that is wanted this month gives it the next date, and the rule asks again', async () => {
    const rule = await waitingAtNight()
    const wish = { ...(await wishOf(rule, '200000')), appliesToWaiting: true }
    expect(await change(rule, wish, tomorrow)).toBe(1)
    const worker = house.worker('w1')
    await house.settle(worker)
    expect(await documentsOf(house)).toMatchObject([{ issue_day: tomorrow, total_clp: 238_000 }])
    await house.clock.advanceTo('2026-12-01T14:00:00Z')
    await house.live(worker, 60, 10)
    expect(await documentsOf(house)).toMatchObject([
      { state: 'waiting', reason: 'approvalNeeded', issue_day: tomorrow },
    ])
  })

  test('a change with a date that its person did not see changes nothing', async () => {
    const rule = await waitingAtNight()
    const wish = { ...(await wishOf(rule, '200000')), appliesToWaiting: true }
    await expect(change(rule, wish, today)).rejects.toThrow(InvalidInput)
    expect(await documentsOf(house)).toMatchObject([
      { state: 'waiting', issue_day: today, total_clp: 119_000 },
    ])
  })

  test('a rule that ends on that day, or by the change, gives it no later date', async () => {
    const rule = await waitingAtNight()
    const ends = { endDay: today, appliesToWaiting: true }
    await expect(change(rule, ends, tomorrow)).rejects.toThrow(InvalidInput)
    await house.db.updateTable('invoice_rule').set({ end_day: today }).execute()
    await expect(change(rule, { appliesToWaiting: true }, tomorrow)).rejects.toThrow(InvalidInput)
    expect(await documentsOf(house)).toMatchObject([{ state: 'waiting', issue_day: today }])
    await house.db.updateTable('invoice_rule').set({ end_day: tomorrow }).execute()
    expect(await change(rule, { appliesToWaiting: true }, tomorrow)).toBe(1)
  })

  test('a rule that is ended before its new date asks', async () => {
    const rule = await waitingAtNight()
    await change(rule, { needsApproval: false, appliesToWaiting: true }, tomorrow)
    await house.db.updateTable('invoice_rule').set({ end_day: today }).execute()
    await house.clock.advanceTo('2026-12-01T14:00:00Z')
    await house.live(house.worker('w1'), 60, 10)
    expect(await documentsOf(house)).toMatchObject([{ state: 'planned', reason: 'missed' }])
  })

  test('a document whose new date passes by as well asks, and is not left out', async () => {
    const rule = await waitingAtNight()
    await change(rule, { needsApproval: false, appliesToWaiting: true })
    await house.clock.advanceTo('2026-12-03T14:00:00Z')
    await house.live(house.worker('w1'), 60, 10)
    const asks = { state: 'planned', reason: 'missed' }
    const kept = catchUp === 'issue_today' ? { state: 'issued' } : asks
    expect(await documentsOf(house)).toMatchObject([kept])
  })
})
