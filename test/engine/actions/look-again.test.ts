import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import {
  lookAgainAtClient,
  lookAgainAtIssuer,
  lookAgainAtRule,
} from '#server/documents/actions/look-again.ts'
import { documentsOf, openHouse, seedRule, type House, type SeededRule } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House
let rule: SeededRule

// 30 November 2026, 11:00 in Chile: both clients' factura waits for a city.
beforeEach(async () => {
  house = await openHouse('2026-11-30T14:00:00Z')
  rule = await seedRule(house, {
    nextDay: day(2026, 11, 30),
    clients: ['90909090-3', '94949494-2'],
    city: '',
  })
  await house.settle(house.worker('w1'))
  if ((await states()).some((state) => state !== 'needs_data')) throw new Error('no city asked for')
  await house.db.updateTable('client_address').set({ city: 'CHILLÁN' }).execute()
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const states = async () => (await documentsOf(house)).map(({ state }) => state)

async function addressId(): Promise<number> {
  return (await house.db.selectFrom('issuer_address').select('id').executeTakeFirstOrThrow()).id
}

test('unless it is told, a document that lacked data is looked at when its minute comes', async () => {
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['needs_data', 'needs_data'])
})

test('of one client whose data came, the document is looked at at once, and of no other', async () => {
  const { organisationId, clientIds } = rule
  await lookAgainAtClient(house.db, house.clock, { organisationId, clientId: clientIds[0] ?? 0 })
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['waiting', 'needs_data'])
})

test.each([
  ['a rule saved', async () => lookAgainAtRule(house.db, house.clock, rule)],
  [
    'an issuer’s address completed',
    async () =>
      lookAgainAtIssuer(house.db, house.clock, {
        organisationId: rule.organisationId,
        addressId: await addressId(),
      }),
  ],
])('by %s, all its documents are looked at at once', async (_, lookAgain) => {
  await lookAgain()
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['waiting', 'waiting'])
})

test('nothing of another rule, issuer or organisation is looked at', async () => {
  const { organisationId } = rule
  await lookAgainAtRule(house.db, house.clock, { organisationId, ruleId: rule.ruleId + 1 })
  await lookAgainAtRule(house.db, house.clock, { ...rule, organisationId: organisationId + 1 })
  const other = { organisationId, addressId: (await addressId()) + 1 }
  await lookAgainAtIssuer(house.db, house.clock, other)
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['needs_data', 'needs_data'])
})

test('what waits for a person’s word about its day goes on waiting', async () => {
  await house.db.updateTable('document').set({ next_try_at: null, reason: 'missed' }).execute()
  await lookAgainAtRule(house.db, house.clock, rule)
  await house.settle(house.worker('w1'))
  expect(await states()).toEqual(['needs_data', 'needs_data'])
})
