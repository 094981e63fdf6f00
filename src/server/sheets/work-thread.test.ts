import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestTask } from './test-work-thread.ts'
import { createWorkThread } from './work-thread.ts'

const limits = { workingMs: 20_000, queued: 3 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function thread(): (task: unknown) => Promise<string> {
  const file = join(import.meta.dirname, 'test-work-thread.ts')
  return createWorkThread<string>(file, 'given up', limits)
}

const answer = (value: string): TestTask => ({ kind: 'answer', value })
const dying = (times: number): TestTask => ({ kind: 'die', times, died: new SharedArrayBuffer(4) })

test('tasks are answered in their order', async () => {
  const run = thread()
  expect(await Promise.all([run(answer('a')), run(answer('b')), run(answer('c'))])).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('the time of a task begins when it is its turn: one that never ends costs the others nothing', async () => {
  const run = thread()
  const hanging = run({ kind: 'hang' })
  const others = [run(answer('a')), run(answer('b'))]
  vi.advanceTimersByTime(limits.workingMs)
  expect(await Promise.all([hanging, ...others])).toEqual(['given up', 'a', 'b'])
})

test('a task that its thread ended under is run once more', async () => {
  const run = thread()
  expect(await Promise.all([run(dying(1)), run(answer('a'))])).toEqual(['answered after 1', 'a'])
})

test('a task that its thread ended under twice is given up', async () => {
  const run = thread()
  expect(await Promise.all([run(dying(2)), run(answer('a'))])).toEqual(['given up', 'a'])
})

test('one task more than may wait is refused, and a place is free once one is done', async () => {
  const run = thread()
  const first = run(answer('0'))
  const waiting = ['1', '2', '3'].map((value) => run(answer(value)))
  await expect(run(answer('4'))).rejects.toMatchObject({ status: 503 })
  expect(await Promise.all([first, ...waiting])).toEqual(['0', '1', '2', '3'])
  expect(await run(answer('5'))).toBe('5')
})

test('a task that can’t be sent to the thread is thrown back, and the next is answered', async () => {
  const run = thread()
  await expect(run({ kind: 'answer', value: () => '' })).rejects.toThrow('could not be cloned')
  expect(await run(answer('a'))).toBe('a')
})
