import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { orderOneOff, type OneOffOrder } from '#server/documents/actions/order-one-off.ts'
import { restoreDocument, wayBack } from '#server/documents/actions/restore.ts'
import { stopIssuing } from '#server/documents/stops/stops.ts'
import { InvalidInput, Refused } from '#server/http/errors.ts'
import { changeRule, removeRule, type SaveNeeds } from '#server/rules/save.ts'
import { countRules } from '#server/rules/store.ts'
import { viewRules } from '#server/rules/view.ts'
import {
  documentsOf,
  issuedAtSii,
  openHouse,
  seedRule,
  type House,
  type SeededRule,
} from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House
let rule: SeededRule

const TODAY = day(2026, 11, 25)
const TOMORROW = day(2026, 11, 26)
const LATER = day(2026, 12, 3)
const USER = { worker: 'user:1', epoch: null }

// 25 November 2026, 11:00 in Chile. The rule beside comes on the last day of the month.
beforeEach(async () => {
  house = await openHouse('2026-11-25T14:00:00Z')
  rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const author = () => ({ organisationId: rule.organisationId, userId: 1 })
const needs = () => ({ ...house, hasEmailAccount: async () => false })
const say = (code: string) => ({ text: code })

type Wish = Partial<Omit<OneOffOrder, 'draft'>> & { price?: string }

async function order({ price = '70000', ...wish }: Wish = {}): Promise<number> {
  const own = await house.db
    .selectFrom('invoice_rule')
    .innerJoin('rule_line', 'rule_line.rule_id', 'invoice_rule.id')
    .innerJoin('rule_client', 'rule_client.rule_id', 'invoice_rule.id')
    .selectAll()
    .where('invoice_rule.id', '=', rule.ruleId)
    .executeTakeFirstOrThrow()
  return orderOneOff(
    needs(),
    author(),
    {
      requestKey: 'request:a',
      issueDay: TODAY,
      replaces: null,
      ...wish,
      draft: {
        kind: 'factura',
        companyId: own.company_id,
        issuerAddressId: own.issuer_address_id,
        issuerActivityId: own.issuer_activity_id,
        issuerEmail: '',
        clients: [
          {
            clientId: own.client_id,
            addressId: own.address_id,
            activityId: own.activity_id,
            contactName: '',
            contactRut: '',
            emailTo: [],
            emailCc: [],
          },
        ],
        monthOffset: 0,
        dueDays: null,
        ufRateType: null,
        lines: [
          {
            productId: own.product_id,
            quantity: '1',
            price,
            quantityIsFixed: true,
            priceIsFixed: true,
            order: 1,
          },
        ],
        withholder: null,
        sendEmailAutomatic: false,
        emailAccountId: null,
        emailSubject: '',
        emailBody: '',
      },
    },
    say,
  )
}

async function only() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return document
}

const at = (id: number) => ({ organisationId: rule.organisationId, id })
const oneOffRows = () =>
  house.db.selectFrom('invoice_rule').selectAll().where('request_key', 'is not', null).execute()

test('a document ordered today waits out its undo window and is issued once, with its rule’s month untouched', async () => {
  await order()
  expect(await only()).toMatchObject({
    key: 'request:a',
    state: 'planned',
    emission_day: TODAY,
    issue_day: TODAY,
    service_month: '2026-11',
  })
  await house.settle(house.worker('w1'))
  const waiting = await only()
  expect(waiting).toMatchObject({ state: 'waiting', total_clp: 83_300 })
  expect(waiting.wait_until).toBe('2026-11-25T14:30:00.000Z')
  await house.live(house.worker('w1'), 60 * 24 * 6, 60)
  expect(issuedAtSii(house).map(({ totalClp, issueDay }) => [totalClp, issueDay])).toEqual([
    [83_300, TODAY],
    [119_000, '2026-11-30'],
  ])
  expect(house.failures).toEqual([])
})

test('a request sent again orders nothing more, even when its document is issued and its day is over', async () => {
  const id = await order()
  expect(await order()).toBe(id)
  await house.live(house.worker('w1'), 60)
  await house.clock.advanceTo('2026-11-28T14:00:00Z')
  expect(await order({ price: '90000' })).toBe(id)
  // What could not be ordered any more is the same request all the same.
  expect(await order({ issueDay: day(2028, 1, 1) })).toBe(id)
  expect(await documentsOf(house)).toHaveLength(1)
  expect(await oneOffRows()).toHaveLength(1)
})

test('a request sent twice at the same moment orders one document', async () => {
  const { db } = house
  const { orders } = await db.transaction().execute(async (trx) => {
    await trx.selectFrom('client').select('id').forUpdate().execute()
    const both = [order(), order()]
    // One waits for its client, the other for the first's request.
    await untilLockWait(db, 2)
    return { orders: both }
  })
  const [first, second] = await Promise.all(orders)
  expect(second).toBe(first)
  expect(await documentsOf(house)).toHaveLength(1)
})

test('another request for the same is another document, which its person is asked about', async () => {
  await order()
  await house.settle(house.worker('w1'))
  await order({ requestKey: 'request:b' })
  await house.settle(house.worker('w1'))
  const [, second] = await documentsOf(house)
  expect(second).toMatchObject({ state: 'waiting', reason: 'looksRepeated', next_try_at: null })
})

test('a document ordered for a later day is prepared on that day and not before', async () => {
  await order({ issueDay: LATER })
  await house.live(house.worker('w1'), 60 * 24 * 7, 120)
  expect((await only()).state).toBe('planned')
  await house.clock.advanceTo('2026-12-03T15:00:00Z')
  await house.live(house.worker('w1'), 60)
  const late = (await documentsOf(house)).find(({ key }) => key === 'request:a')
  expect(late).toMatchObject({ state: 'issued', issue_day: LATER, service_month: '2026-12' })
})

test.each([
  ['today, when its undo window would end after the closing hour', '2026-11-25T20:45:00Z', TODAY],
  ['a day gone by', '2026-11-27T14:00:00Z', TODAY],
  ['a day more than a year away', '2026-11-25T14:00:00Z', day(2027, 12, 1)],
])('a document is not ordered for %s', async (_, now, issueDay: Day) => {
  await house.clock.advanceTo(now)
  await expect(order({ issueDay })).rejects.toBeInstanceOf(InvalidInput)
  expect(await documentsOf(house)).toEqual([])
  expect(await oneOffRows()).toEqual([])
})

test('a document ordered after hours for tomorrow has tomorrow’s date', async () => {
  await house.clock.advanceTo('2026-11-25T23:00:00Z')
  await order({ issueDay: TOMORROW })
  await house.live(house.worker('w1'), 60 * 18, 30)
  expect(await only()).toMatchObject({ state: 'issued', issue_day: TOMORROW })
  expect(issuedAtSii(house).map(({ issueDay }) => issueDay)).toEqual([TOMORROW])
})

test('an edited document is stopped for good, and only the other one is issued', async () => {
  const first = await order({ issueDay: LATER })
  const second = await order({ requestKey: 'request:b', price: '80000', replaces: first })
  const [before] = await documentsOf(house)
  expect(before).toMatchObject({ id: first, state: 'skipped', reason: 'replaced' })
  expect(before && (await wayBack(house, before))).toBeNull()
  expect(await restoreDocument(house, author(), at(first))).toBe(false)
  await house.live(house.worker('w1'), 60)
  const documents = await documentsOf(house)
  expect(documents.map(({ id, state, total_clp }) => [id, state, total_clp])).toEqual([
    [first, 'skipped', null],
    [second, 'issued', 95_200],
  ])
})

test('an edit sent again stops and orders nothing more', async () => {
  const first = await order()
  const edit = { requestKey: 'request:b', price: '80000', replaces: first }
  const second = await order(edit)
  await house.live(house.worker('w1'), 60)
  expect(await order(edit)).toBe(second)
  expect(await documentsOf(house)).toHaveLength(2)
})

test('a document that has left is not edited, and nothing is ordered in its place', async () => {
  const first = await order()
  await house.live(house.worker('w1'), 60)
  const edit = order({ requestKey: 'request:b', price: '80000', replaces: first })
  await expect(edit).rejects.toBeInstanceOf(Refused)
  expect(await only()).toMatchObject({ state: 'issued' })
  expect(await documentsOf(house)).toHaveLength(1)
  expect(await oneOffRows()).toHaveLength(1)
})

test('no rule’s document and nobody else’s is edited into a one-off', async () => {
  await house.clock.advanceTo('2026-11-30T13:00:00Z')
  await house.settle(house.worker('w1'))
  const { id } = await only()
  const of = { requestKey: 'request:b', issueDay: day(2026, 11, 30) }
  await expect(order({ ...of, replaces: id })).rejects.toBeInstanceOf(Refused)
  await expect(order({ ...of, replaces: id + 1 })).rejects.toBeInstanceOf(InvalidInput)
  expect(await only()).toMatchObject({ state: 'waiting' })
  expect(await documentsOf(house)).toHaveLength(1)
})

test('a document cancelled before it leaves is not issued, and nothing puts it back', async () => {
  const id = await order({ issueDay: TOMORROW })
  expect(await documentActions(house).skip(at(id), USER)).toBe(true)
  const cancelled = await only()
  expect(await wayBack(house, cancelled)).toBeNull()
  expect(await restoreDocument(house, author(), at(id))).toBe(false)
  await house.live(house.worker('w1'), 60 * 30, 60)
  expect(issuedAtSii(house)).toEqual([])
})

test('a document whose number its person told is not edited', async () => {
  const id = await order({ issueDay: LATER })
  await house.db.updateTable('document').set({ told_folio: 55 }).where('id', '=', id).execute()
  const edit = order({ requestKey: 'request:b', price: '80000', replaces: id })
  await expect(edit).rejects.toBeInstanceOf(Refused)
  expect(await only()).toMatchObject({ id, state: 'planned' })
})

test('a document whose day went by while issuing was stopped waits for its person’s word', async () => {
  await order()
  await stopIssuing(house, author(), null)
  await house.live(house.worker('w1'), 60)
  expect((await only()).state).not.toBe('issued')
  await house.db.deleteFrom('issuing_stop').execute()
  await house.clock.advanceTo('2026-11-27T14:00:00Z')
  await house.live(house.worker('w1'), 60)
  expect(await only()).toMatchObject({ state: 'planned', reason: 'missed', issue_day: null })
  expect(issuedAtSii(house)).toEqual([])
})

test('the row behind a document is no rule: it is not listed, counted, changed, paused or deleted', async () => {
  await order()
  const [row] = await oneOffRows()
  const its = { organisationId: rule.organisationId, ruleId: row?.id ?? 0 }
  expect((await viewRules(house, rule.organisationId, {})).map(({ id }) => id)).toEqual([
    rule.ruleId,
  ])
  expect(await viewRules(house, rule.organisationId, { ruleId: its.ruleId })).toEqual([])
  expect(await countRules(house.db, rule.organisationId)).toBe(1)
  const saving: SaveNeeds = {
    ...needs(),
    onRuleStopped: async () => [],
    onRuleApplied: async () => ({ count: 0, day: null }),
    onRuleChanged: async () => undefined,
    onClientsChanged: async () => ({ count: 0, day: null }),
  }
  expect(await changeRule(saving, author(), its, { isPaused: true }, say)).toBeNull()
  expect(await removeRule(saving, author(), its)).toBe(false)
})

test('the database takes no day, pause or deletion of the row behind a document', async () => {
  await order()
  const rows = house.db.updateTable('invoice_rule').where('request_key', 'is not', null)
  for (const change of [
    { next_emission_day: TODAY },
    { is_paused: true },
    { deleted_at: '2026-11-25T14:00:00Z' },
  ]) {
    await expect(rows.set(change).execute()).rejects.toThrow(/invoice_rule/)
  }
})

test('what persons order one by one holds up no rule of the same day', async () => {
  await house.db
    .updateTable('invoice_rule')
    .set({ day_of_month: 25, start_day: TODAY, next_emission_day: TODAY })
    .execute()
  await house.live(house.worker('w1'), 60)
  expect(await only()).toMatchObject({ key: expect.stringMatching(/^rule:/), state: 'issued' })
  const issueDay = day(2026, 12, 25)
  for (let count = 0; count < 12; count += 1) {
    await order({ requestKey: `request:${count}`, issueDay, price: `${50_000 + count}` })
  }
  await house.clock.advanceTo('2026-12-25T14:00:00Z')
  await house.settle(house.worker('w1'))
  const documents = await documentsOf(house)
  const ofRule = documents.filter(({ key, state }) => key.startsWith('rule:') && state !== 'issued')
  expect(ofRule).toMatchObject([{ state: 'waiting', reason: null }])
})
