import { expect, test } from 'vitest'
import { NO_HISTORY, redone, undone, withStep, type Step } from './history.ts'

function step(text: string): Step {
  const cell = { row: 1, role: 'price', text, shown: text } as const
  return {
    done: { cells: [cell], rows: [] },
    before: { cells: [{ ...cell, text: null, shown: '' }], rows: [] },
  }
}

test('steps are taken back from the last on and done again in their order', () => {
  const [a, b] = [step('a'), step('b')]
  const both = withStep(withStep(NO_HISTORY, a), b)
  const first = undone(both)
  const second = first && undone(first.history)
  expect([first?.step, second?.step]).toEqual([b, a])
  expect(second && undone(second.history)).toBeNull()
  const again = second && redone(second.history)
  expect(again?.step).toBe(a)
  expect(again && redone(again.history)?.step).toBe(b)
})

test('something new leaves nothing to do again', () => {
  const back = undone(withStep(NO_HISTORY, step('a')))
  expect(back && redone(withStep(back.history, step('b')))).toBeNull()
})

test('the oldest of many steps is forgotten', () => {
  let history = NO_HISTORY
  for (let index = 0; index < 250; index += 1) history = withStep(history, step(String(index)))
  expect(history.past).toHaveLength(200)
  expect(history.past[0]).toEqual(step('50'))
})
