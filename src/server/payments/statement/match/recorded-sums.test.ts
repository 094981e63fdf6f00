import { expect, test } from 'vitest'
import { addDays, knownDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { StoredMovement } from './open-document.ts'
import { RecordedSums } from './recorded-sums.ts'

const CLIENT = rut('76086428-5')
const DAY = knownDay('2026-11-05')

function movement(id: number, amount: number): StoredMovement {
  return {
    id,
    row: id,
    day: DAY,
    amountClp: clp(amount),
    kind: 'credit',
    payerRut: CLIENT,
    payerName: '',
    operation: '',
    description: '',
    balanceClp: null,
    reversal: null,
  }
}

function sums(movements: number[], payments: number[], knownThrough = addDays(DAY, 30)) {
  const stored = movements.map((amount, n) => movement(n + 1, amount))
  const made = payments.map((amount, id) => ({
    id,
    day: DAY,
    amountClp: clp(amount),
    clientRuts: [CLIENT],
  }))
  const needs = { payersOf: () => [], refused: new Map(), knownThrough }
  return (documents: number[] = []) =>
    new RecordedSums(stored, made, needs).mayContain(
      movement(1, movements[0] ?? 0),
      () => documents,
    )
}

/** Odd ones are in no sum of two that is even, and no two sums are alike. */
const odd = (count: number) => Array.from({ length: count }, (_, n) => 1_001 + 2 * n)

test.each<[string, boolean, number[], number[], number[]?]>([
  ['a sum of two payments', true, [300], [100, 200]],
  ['a sum of three payments', true, [600], [100, 200, 300]],
  ['a part of a payment', true, [100, 200], [300]],
  ['one of three parts of two payments', true, [100, 250, 350], [300, 400]],
  ['a sum of a payment and a document', true, [300], [100], [200]],
  ['no sum', false, [300], [100, 199]],
  ['a part without the rest', false, [100, 199], [300]],
  ['half of a payment by itself', false, [100], [200]],
  ['a sum of documents alone', false, [300], [50], [100, 200]],
  ['no payment at all', false, [300], [], [100, 200]],
])('a movement may be %s: %s', (_, expected, movements, payments, documents) => {
  expect(sums(movements, payments)(documents)).toBe(expected)
})

test('a movement is held for as many payments, movements or documents as can’t be told apart', () => {
  expect(sums([2], odd(61))()).toBe(true)
  expect(sums([2, ...odd(61)], [999_999])()).toBe(true)
  expect(sums([100_000], [50])(odd(61))).toBe(true)
  expect(sums([2], [1])(odd(61))).toBe(false)
})

test('a movement is held where the sums are too many', () => {
  const powers = Array.from({ length: 12 }, (_, n) => 3 ** (n + 1))
  expect(sums([1], powers)()).toBe(true)
  expect(sums([1], powers.slice(0, 6))()).toBe(false)
})

test('a movement is held while no statement tells of the day of a greater payment', () => {
  expect(sums([100], [300], addDays(DAY, -1))()).toBe(true)
  expect(sums([100], [300], DAY)()).toBe(false)
  expect(sums([100], [99], addDays(DAY, -1))()).toBe(false)
})
