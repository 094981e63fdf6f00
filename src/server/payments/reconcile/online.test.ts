import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { findOnline, type OnlineAttempt } from './online.ts'
import type { Arrived } from './recorded.ts'

const CLIENT = rut('76086428-5')
const PARTNER = rut('5126663-3')
const STRANGER = rut('76192083-9')
const attempt: OnlineAttempt = {
  id: 1,
  provider: 'khipu',
  startedDay: knownDay('2026-11-05'),
  amountClp: clp(119_000),
  documentIds: [3],
  clientRuts: [CLIENT],
}
const mayPay = (payer: string, client: string) => payer === client || payer === PARTNER

function isHeld(changed: Partial<Arrived>): boolean {
  const movement = {
    id: 7,
    day: knownDay('2026-11-05'),
    amountClp: clp(119_000),
    payerRut: CLIENT,
    ...changed,
  }
  return findOnline([movement], [attempt], mayPay).has(7)
}

test.each<[string, Partial<Arrived>, boolean]>([
  ['of its client, its amount and its day', {}, true],
  ['of an authorised payer', { payerRut: PARTNER }, true],
  ['of nobody known', { payerRut: null }, true],
  ['of a stranger', { payerRut: STRANGER }, false],
  ['of a peso more', { amountClp: clp(119_001) }, false],
  ['of the day before it began', { day: knownDay('2026-11-04') }, false],
  ['of fourteen days after', { day: knownDay('2026-11-19') }, true],
  ['of fifteen days after', { day: knownDay('2026-11-20') }, false],
])('a movement %s may be an online payment under way or not', (_what, changed, expected) => {
  expect(isHeld(changed)).toBe(expected)
})
