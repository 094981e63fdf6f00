import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import type { UploadDocument } from '#web/api/uploads.ts'
import { choose, isChosen, lacksOf, NOTHING_SAID, standingOf } from './choice.ts'
import type { RepeatsByKey } from './repeats.ts'
import { otherDocument, uploadDocument } from './test-documents.ts'

const GOOD = uploadDocument()
const NONE: RepeatsByKey = new Map()
const DAY = knownDay('2026-11-05')

/** The document looks like these others. */
function like(key: string, ...refs: string[]): RepeatsByKey {
  const others = refs.map((ref) => otherDocument({ ref }))
  return new Map([[key, { ofFile: [], others, beside: [] }]])
}

test.each<[string, Partial<UploadDocument>, RepeatsByKey, ReturnType<typeof standingOf>]>([
  ['a valid one', {}, NONE, 'ready'],
  [
    'one that says the same as an earlier one of the file',
    {},
    new Map([[GOOD.key, { ofFile: [uploadDocument({ key: 'r:1' })], others: [], beside: [] }]]),
    'repeated',
  ],
  ['one that looks like another of its client', {}, like(GOOD.key, 'a#1'), 'repeated'],
  [
    'one beside another amount to the same client',
    {},
    new Map([[GOOD.key, { ofFile: [], others: [], beside: [otherDocument()] }]]),
    'ready',
  ],
  ['one with a wrong cell', { is_valid: false }, NONE, 'wrong'],
  ['one that waits for its client', { is_valid: false, waits: 'look_up' }, NONE, 'waits'],
  [
    'one that was ordered, whatever else is said of it',
    { state: 'ordered', is_valid: false },
    like(GOOD.key, 'a#1'),
    'ordered',
  ],
])('%s has its standing', (_what, part, repeats, standing) => {
  expect(standingOf({ ...GOOD, ...part }, repeats, DAY)).toBe(standing)
})

const REPEATED = { ...GOOD, key: 'r:3' }
const REPEATS = like(REPEATED.key, 'a#1')

test('ready ones are chosen until they are left out, repeated ones once they are taken in', () => {
  const leftOut = choose(NOTHING_SAID, [GOOD], false, REPEATS)
  const said = choose(leftOut, [REPEATED], true, REPEATS)
  const chosen = (choice = said) =>
    [GOOD, REPEATED].map((one) => isChosen(one, choice, REPEATS, DAY))
  expect(chosen(NOTHING_SAID)).toEqual([true, false])
  expect(chosen()).toEqual([false, true])
  expect(chosen(choose(said, [GOOD], true, REPEATS))).toEqual([true, true])
  expect(chosen(choose(said, [REPEATED], false, REPEATS))).toEqual([false, false])
})

test('a document that was taken in is not once it looks like another one, too', () => {
  const said = choose(NOTHING_SAID, [REPEATED], true, REPEATS)
  const since = like(REPEATED.key, 'a#1', 'folio:7')
  expect(isChosen(REPEATED, said, since, DAY)).toBe(false)
  expect(isChosen(REPEATED, choose(said, [REPEATED], true, since), since, DAY)).toBe(true)
})

test('a document that was left out stays so once it looks repeated', () => {
  const leftOut = choose(NOTHING_SAID, [GOOD], false, NONE)
  const since = like(GOOD.key, 'a#1')
  expect(isChosen(GOOD, leftOut, since, DAY)).toBe(false)
  expect(isChosen(GOOD, choose(leftOut, [GOOD], true, NONE), since, DAY)).toBe(false)
})

test('a choice about a repeated document holds once it is no longer repeated', () => {
  const leftOut = choose(NOTHING_SAID, [REPEATED], false, REPEATS)
  expect(isChosen(REPEATED, leftOut, NONE, DAY)).toBe(false)
  const takenIn = choose(leftOut, [REPEATED], true, REPEATS)
  expect(isChosen(REPEATED, takenIn, NONE, DAY)).toBe(true)
})

test('all repeated documents are taken in and left out at once', () => {
  const all = [REPEATED, { ...REPEATED, key: 'r:4' }]
  const repeats = new Map([...REPEATS, ...like('r:4', 'a#1')])
  const takenIn = choose(NOTHING_SAID, all, true, repeats)
  expect(all.map((one) => isChosen(one, takenIn, repeats, DAY))).toEqual([true, true])
  const leftOut = choose(takenIn, all, false, repeats)
  expect(all.map((one) => isChosen(one, leftOut, repeats, DAY))).toEqual([false, false])
})

test.each([
  ['one with a wrong cell', { is_valid: false }],
  ['one that waits for its client', { is_valid: false, waits: 'look_up' as const }],
  ['one that was ordered', { state: 'ordered' as const }],
])('%s is not chosen by any word', (_what, part) => {
  const one = { ...GOOD, ...part }
  expect(isChosen(one, NOTHING_SAID, NONE, DAY)).toBe(false)
  const takenIn = new Map([[one.key, ['a#1']]])
  expect(isChosen(one, { leftOut: new Set(), takenIn }, like(one.key, 'a#1'), DAY)).toBe(false)
})

test('a document that is due before the chosen day is not issued then, and is on its due day', () => {
  const due = uploadDocument({ due_day: '2026-11-20' })
  const on = (day: string | null) => {
    const of = day === null ? null : knownDay(day)
    return [standingOf(due, NONE, of), isChosen(due, NOTHING_SAID, NONE, of)]
  }
  expect(on('2026-11-20')).toEqual(['ready', true])
  expect(on('2026-11-21')).toEqual(['dueBefore', false])
  expect(on(null)).toEqual(['ready', true])
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
