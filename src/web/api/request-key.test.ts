import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFault } from './fault.ts'
import { keyInBrowser, keyInMemory, onePerKey } from './request-key.ts'

const LOST = new ApiFault(null, null)

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
})

test('a second press while the first is on its way is not sent', () => {
  const once = onePerKey(keyInMemory())
  expect(once.begin()).not.toBeNull()
  expect(once.begin()).toBeNull()
  once.end(LOST)
  expect(once.begin()).not.toBeNull()
})

test('a request whose answer was lost, was refused or failed goes again under its key', () => {
  const once = onePerKey(keyInMemory())
  const key = once.begin()
  for (const fault of [LOST, new ApiFault(429, {}), new ApiFault(400, {}), new ApiFault(500, {})]) {
    once.end(fault)
    expect(once.begin()).toBe(key)
  }
})

test('an answered request, and a key used for another one, are followed by a new key', () => {
  const once = onePerKey(keyInMemory())
  const first = once.begin()
  once.end(null)
  const second = once.begin()
  expect(second).not.toBe(first)
  once.end(new ApiFault(409, { detail: '', code: 'idempotency_key_reused' }))
  expect(once.begin()).not.toBe(second)
})

test('once its outcome shows, the same order later is another one, although its answer was lost', () => {
  const place = keyInBrowser('retry of 1')
  const once = onePerKey(place)
  const first = once.begin()
  once.end(LOST)
  once.renew()
  const second = once.begin()
  expect(second).not.toBe(first)
  // Seen while the answer is still on its way: the order itself keeps its key until then.
  once.renew()
  expect(once.begin()).toBeNull()
  once.end(LOST)
  expect([first, second]).not.toContain(once.begin())
})

test('the same order goes again under its key until it is answered, another one under its own', () => {
  const once = onePerKey(keyInMemory())
  const first = once.begin('to Ana')
  once.end(LOST)
  expect(once.begin('to Ana')).toBe(first)
  once.end(LOST)
  const other = once.begin('to Eva')
  expect(other).not.toBe(first)
  once.end(LOST)
  expect(once.begin('to Eva')).toBe(other)
  once.end(null)
  expect([first, other]).not.toContain(once.begin('to Eva'))
})

test('a key kept in the browser outlives its page until it is answered, beside the others', () => {
  const key = onePerKey(keyInBrowser('nota of 1')).begin()
  const other = onePerKey(keyInBrowser('nota of 2')).begin()
  const reloaded = onePerKey(keyInBrowser('nota of 1'))
  expect(reloaded.begin()).toBe(key)
  reloaded.end(null)
  expect(onePerKey(keyInBrowser('nota of 1')).begin()).not.toBe(key)
  expect(onePerKey(keyInBrowser('nota of 2')).begin()).toBe(other)
})

test('a storage that holds something else begins with a new key', () => {
  localStorage.setItem('folio.request-keys', '{"nota of 1": 5')
  expect(onePerKey(keyInBrowser('nota of 1')).begin()).toMatch(/^[0-9a-f]{32}$/)
})
