import { expect, test } from 'vitest'
import type { UploadDocument } from '#web/api/uploads.ts'
import { choose, isChosen, lacksOf, NOTHING_SAID, standingOf } from './choice.ts'
import { uploadDocument } from './test-documents.ts'

const GOOD = uploadDocument()
const LIKE = { document: 4, folio: 12, rule: null, day: '2026-11-04', total: 119 }

test.each<[string, Partial<UploadDocument>, ReturnType<typeof standingOf>]>([
  ['a valid one', {}, 'ready'],
  ['one that says the same as an earlier one of the file', { same_as: ['r:1'] }, 'repeated'],
  [
    'one of the same amount to the same client this month',
    { like: [{ ...LIKE, is_same_amount: true }] },
    'repeated',
  ],
  [
    'one of another amount to the same client',
    { like: [{ ...LIKE, is_same_amount: false }] },
    'ready',
  ],
  [
    'one to a client to whom a rule issues an amount that is not known yet',
    {
      like: [{ ...LIKE, document: null, folio: null, rule: 3, total: null, is_same_amount: false }],
    },
    'repeated',
  ],
  ['one with a wrong cell', { is_valid: false }, 'wrong'],
  ['one that waits for its client', { is_valid: false, waits: 'look_up' }, 'waits'],
  [
    'one that was ordered, whatever else is said of it',
    { state: 'ordered', is_valid: false },
    'ordered',
  ],
])('%s has its standing', (_what, part, standing) => {
  expect(standingOf({ ...GOOD, ...part })).toBe(standing)
})

const REPEATED = { ...GOOD, key: 'r:3', same_as: ['r:2'] }

test('ready ones are chosen until they are left out, repeated ones once they are taken in', () => {
  const said = choose(choose(NOTHING_SAID, [GOOD], false), [REPEATED], true)
  expect([GOOD, REPEATED].map((one) => isChosen(one, NOTHING_SAID))).toEqual([true, false])
  expect([GOOD, REPEATED].map((one) => isChosen(one, said))).toEqual([false, true])
  expect(isChosen(GOOD, choose(said, [GOOD], true))).toBe(true)
  expect(isChosen(REPEATED, choose(said, [REPEATED], false))).toBe(false)
})

test('a document that was left out stays so once it looks repeated', () => {
  const leftOut = choose(NOTHING_SAID, [GOOD], false)
  const since = { ...GOOD, like: [{ ...LIKE, is_same_amount: true }] }
  expect(isChosen(since, leftOut)).toBe(false)
  const chosenAgain = choose(leftOut, [GOOD], true)
  expect(isChosen(since, chosenAgain)).toBe(false)
})

test('a choice about a repeated document holds once it is no longer repeated', () => {
  const since = { ...REPEATED, same_as: [] }
  expect(isChosen(since, choose(NOTHING_SAID, [REPEATED], false))).toBe(false)
  const takenIn = choose(choose(NOTHING_SAID, [since], false), [REPEATED], true)
  expect(isChosen(since, takenIn)).toBe(true)
})

test('all repeated documents are taken in and left out at once', () => {
  const all = [REPEATED, { ...REPEATED, key: 'r:4' }]
  const takenIn = choose(NOTHING_SAID, all, true)
  expect(all.map((one) => isChosen(one, takenIn))).toEqual([true, true])
  expect(all.map((one) => isChosen(one, choose(takenIn, all, false)))).toEqual([false, false])
})

test.each([
  ['one with a wrong cell', { is_valid: false }],
  ['one that waits for its client', { is_valid: false, waits: 'look_up' as const }],
  ['one that was ordered', { state: 'ordered' as const }],
])('%s is not chosen by any word', (_what, part) => {
  const one = { ...GOOD, ...part }
  expect(isChosen(one, NOTHING_SAID)).toBe(false)
  expect(isChosen(one, { leftOut: new Set(), takenIn: new Set([one.key]) })).toBe(false)
})

test('missing data of the company concern the chosen documents that need them', () => {
  const city = { code: 'issuerCityMissing', text: 'ciudad' } as const
  const mailbox = { code: 'mailboxMissing', text: 'casilla' } as const
  const lacks = [city, mailbox]
  const boleta = { ...GOOD, document_type: 39 as const }
  expect(lacksOf({ lacks }, [GOOD])).toEqual([city])
  expect(lacksOf({ lacks }, [boleta])).toEqual([])
  expect(lacksOf({ lacks }, [boleta, { ...boleta, sends_email: true }])).toEqual([mailbox])
  expect(lacksOf({ lacks }, [])).toEqual([])
})
