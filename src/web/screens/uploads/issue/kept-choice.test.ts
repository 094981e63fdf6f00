import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD_CHOICES_KEY } from '#web/session/draft-storage.ts'
import { NOTHING_SAID } from './choice.ts'
import { keepChoice, readChoice, type KeptChoice } from './kept-choice.ts'

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const SAID: KeptChoice = {
  choice: { leftOut: new Set(['r:2', 'g:A']), takenIn: new Map([['r:3', ['a#1', 'folio:7']]]) },
  day: '2026-12-01',
}
const NEW: KeptChoice = { choice: NOTHING_SAID, day: null }

test('what was left out and taken in, and the chosen day, are read back as they were kept', () => {
  keepChoice(5, SAID)
  expect(readChoice(5)).toEqual(SAID)
})

test('each file has its own choice, and a later one takes the place of the earlier', () => {
  keepChoice(5, SAID)
  keepChoice(6, { ...NEW, day: '2026-12-02' })
  expect(readChoice(5)).toEqual(SAID)
  expect(readChoice(6)).toEqual({ ...NEW, day: '2026-12-02' })
  expect(readChoice(7)).toEqual(NEW)
  keepChoice(5, NEW)
  expect(readChoice(5)).toEqual(NEW)
})

test.each([
  '{',
  '[]',
  '{"5":{"leftOut":["r:2"]}}',
  '{"5":{"leftOut":"r:2","takenIn":[],"day":null}}',
])('of what can’t be read nothing is said: %s', (text) => {
  stored.set(UPLOAD_CHOICES_KEY, text)
  expect(readChoice(5)).toEqual(NEW)
  keepChoice(5, SAID)
  expect(readChoice(5)).toEqual(SAID)
})

test('a browser that keeps nothing leaves the choice unsaid', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  })
  keepChoice(5, SAID)
  expect(readChoice(5)).toEqual(NEW)
})
