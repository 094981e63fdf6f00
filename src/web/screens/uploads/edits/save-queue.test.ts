import { expect, test } from 'vitest'
import type { Batch, Typed } from './corrections.ts'
import { countUnsaved } from './corrections.ts'
import { createSaveQueue } from './save-queue.ts'

function typed(row: number, text: string): Typed {
  return { row, role: 'price', text, shown: text }
}

/** A queue whose waits end and whose calls are answered when the test says so. */
function setUp({ maxCells = 10 } = {}) {
  const waits: { run: () => void; ms: number }[] = []
  const calls: { batch: Batch; answer: PromiseWithResolvers<void> }[] = []
  const queue = createSaveQueue({
    maxCells,
    mayHeal: (fault) => fault === 'network',
    later: (run, ms) => {
      const wait = { run, ms }
      waits.push(wait)
      return () => {
        if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1)
      }
    },
    save: (batch) => {
      const answer = Promise.withResolvers<void>()
      calls.push({ batch, answer })
      return answer.promise
    },
  })
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    queue,
    calls,
    waits,
    passWait: () => waits.shift()?.run(),
    confirm: async () => {
      calls.at(-1)?.answer.resolve()
      await settle()
    },
    fail: async (fault: string) => {
      calls.at(-1)?.answer.reject(fault)
      await settle()
    },
  }
}

const textsOf = ({ batch }: { batch: Batch }) => batch.cells.map(({ text }) => text)

test('changes that follow closely are one call', async () => {
  const { queue, calls, passWait, confirm } = setUp()
  queue.type([typed(1, 'a')])
  queue.type([typed(2, 'b')])
  passWait()
  expect(calls.map(textsOf)).toEqual([['a', 'b']])
  await confirm()
  expect(queue.read().state).toBe('saved')
  expect(countUnsaved(queue.read().unsaved)).toBe(0)
})

test('a cell that is typed again while its first text is on its way keeps the second', async () => {
  const { queue, calls, passWait, confirm } = setUp()
  queue.type([typed(1, 'a')])
  passWait()
  queue.type([typed(1, 'b')])
  await confirm()
  expect(queue.read().unsaved.cells.get(1)?.get('price')?.change.text).toBe('b')
  passWait()
  expect(calls.map(textsOf)).toEqual([['a'], ['b']])
})

test('a call that the network fails is sent again with what was typed since', async () => {
  const { queue, calls, passWait, confirm, fail } = setUp()
  queue.type([typed(1, 'a')])
  passWait()
  await fail('network')
  expect(queue.read().state).toBe('failed')
  queue.type([typed(2, 'b')])
  expect(countUnsaved(queue.read().unsaved)).toBe(2)
  queue.sendNow()
  expect(calls.map(textsOf)).toEqual([['a'], ['a', 'b']])
  await confirm()
  expect(queue.read().state).toBe('saved')
})

test('each failure waits longer than the one before', async () => {
  const { queue, waits, passWait, fail } = setUp()
  queue.type([typed(1, 'a')])
  const waited: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    passWait()
    await fail('network')
    waited.push(waits[0]?.ms ?? 0)
  }
  expect(waited).toEqual([2_000, 5_000, 10_000, 30_000, 30_000])
})

test('what is refused is told, and what was typed later is saved', async () => {
  const { queue, calls, passWait, confirm, fail } = setUp()
  queue.type([typed(1, 'a')])
  passWait()
  queue.type([typed(2, 'b')])
  await fail('refused')
  expect(queue.read()).toMatchObject({ state: 'refused', fault: 'refused' })
  passWait()
  expect(calls.map(textsOf)).toEqual([['a'], ['b']])
  await confirm()
  expect(queue.read().state).toBe('saved')
})

test('more cells than one call takes are sent one call after the other, in their order', async () => {
  const { queue, calls, passWait, confirm } = setUp({ maxCells: 2 })
  queue.type([typed(1, 'a'), typed(2, 'b'), typed(3, 'c')])
  queue.changeRows([{ row: 9, isRemoved: true }])
  passWait()
  await confirm()
  expect(queue.read().state).toBe('saving')
  passWait()
  await confirm()
  expect(calls.map(textsOf)).toEqual([['a', 'b'], ['c']])
  expect(calls.map(({ batch }) => batch.rows.length)).toEqual([0, 1])
  expect(queue.read().state).toBe('saved')
})

test('a row that is taken out and put back before it is sent is sent as it is last', () => {
  const { queue, calls, passWait } = setUp()
  queue.changeRows([{ row: 9, isRemoved: true }])
  queue.changeRows([{ row: 9, isRemoved: false }])
  passWait()
  expect(calls[0]?.batch.rows).toEqual([{ row: 9, isRemoved: false }])
})

test('a stopped queue sends nothing by itself', () => {
  const { queue, waits } = setUp()
  queue.type([typed(1, 'a')])
  queue.stop()
  expect(waits).toEqual([])
})
