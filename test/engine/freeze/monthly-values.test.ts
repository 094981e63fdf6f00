import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownDay, knownMonth } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import {
  holdDocumentsOfMonth,
  resumeDocumentsOfMonth,
} from '#server/documents/actions/look-again.ts'
import { saveMonthlyValues, type Saved } from '#server/rules/monthly-values.ts'
import {
  documentsOf,
  issuedAtSii,
  openHouse,
  seedRule,
  type House,
  type SeededRule,
} from '../house.ts'

let house: House
let rule: SeededRule
beforeEach(async () => {
  house = await openHouse('2026-11-29T15:00:00Z')
  rule = await seedRule(house, {
    nextDay: knownDay('2026-11-30'),
    clients: ['90909090-3', '94949494-2'],
  })
  await house.db
    .updateTable('rule_line')
    .set({ quantity: null, quantity_is_fixed: false })
    .execute()
})
afterEach(() => house.close())

function fillIn(clientId: number | undefined, quantity: string | null): Promise<Saved> {
  const { organisationId, ruleId } = rule
  const needs = {
    ...house,
    holdDocuments: holdDocumentsOfMonth,
    onValuesSaved: (...[trx, month]: Parameters<typeof holdDocumentsOfMonth>) =>
      resumeDocumentsOfMonth(trx, house.clock, month),
  }
  return saveMonthlyValues(
    needs,
    { organisationId, userId: null },
    { organisationId, ruleId, period: knownMonth('2026-11') },
    [{ clientId: clientId ?? 0, order: 1, quantity, price: null }],
    (code) => ({ text: code }),
  )
}

test('a client whose month is filled in gets its factura; the other waits, is asked for, and follows', async () => {
  const [one, other] = rule.clientIds
  await fillIn(one, '2.5')
  const worker = house.worker('w1')
  await house.live(worker, 24 * 60, 30)
  expect(await documentsOf(house)).toMatchObject([
    { client_id: one, state: 'issued', total_clp: 297_500 },
    { client_id: other, state: 'needs_data', reason: 'linesToComplete', content: null },
  ])
  expect((await fillIn(other, '1')).kind).toBe('saved')
  await house.live(worker, 90, 5)
  expect(await documentsOf(house)).toMatchObject([
    { client_id: one, state: 'issued', total_clp: 297_500 },
    { client_id: other, state: 'issued', total_clp: 119_000 },
  ])
  expect(issuedAtSii(house)).toHaveLength(2)
})

test('without an answer nothing is issued, that day or any later one', async () => {
  const worker = house.worker('w1')
  await house.live(worker, 3 * 24 * 60, 60)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'needs_data', reason: 'missed', issue_day: null },
    { state: 'needs_data', reason: 'missed', issue_day: null },
  ])
  expect(issuedAtSii(house)).toEqual([])
})

test('an answer that comes days later waits for the word to issue it with another date', async () => {
  const worker = house.worker('w1')
  await house.live(worker, 3 * 24 * 60, 60)
  await fillIn(rule.clientIds[0], '3')
  await house.live(worker, 120, 10)
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ state: 'needs_data', reason: 'missed' })
  const at = { organisationId: rule.organisationId, id: document?.id ?? 0 }
  await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  await house.live(worker, 120, 10)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', total_clp: 357_000 })
})

test('once frozen, what was filled in changes no more', async () => {
  const [one] = rule.clientIds
  await fillIn(one, '2')
  const worker = house.worker('w1')
  await house.live(worker, 17 * 60, 30)
  for (let tries = 0; tries < 100 && !(await isWaiting()); tries += 1)
    await house.live(worker, 10, 10)
  await expect(fillIn(one, '7')).rejects.toThrow('InvalidInput')
  await house.live(worker, 90, 5)
  expect((await documentsOf(house))[0]).toMatchObject({ state: 'issued', total_clp: 238_000 })
})

test('a value filled in while the month is being frozen is taken whole or refused, never half', async () => {
  const [one] = rule.clientIds
  await fillIn(one, '2')
  const worker = house.worker('w1')
  await house.live(worker, 18 * 60, 30)
  await house.db.updateTable('document').set({ next_try_at: '2026-11-30T00:00:00Z' }).execute()
  const [saved] = await Promise.allSettled([fillIn(one, '5'), house.settle(worker)])
  await house.live(worker, 120, 10)
  expect((await documentsOf(house))[0]?.total_clp).toBe(
    saved.status === 'fulfilled' ? 595_000 : 238_000,
  )
})

async function isWaiting(): Promise<boolean> {
  return (await documentsOf(house))[0]?.state === 'waiting'
}
