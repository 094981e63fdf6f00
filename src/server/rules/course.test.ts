import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at } from '../test-bench.ts'
import { startTestRules, type TestRules } from './test-rules.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

const nextOf = async (id: number) => at((await rules.read(id)).body, 'next_emission_date')

test('a rule says how it goes on and where it ends, and is read back so', async () => {
  const said = { catch_up: 'skip', end_date: '2027-03-31', max_emissions: 12, needs_approval: true }
  const id = await rules.created(said)
  expect((await rules.read(id)).body).toMatchObject(said)
  await rules.change(id, { name: 'Otra' })
  expect((await rules.read(id)).body).toMatchObject(said)
  await rules.change(id, { end_date: null, max_emissions: null })
  expect((await rules.read(id)).body).toMatchObject({ end_date: null, max_emissions: null })
})

test('unless it says so, it asks about what it missed, never ends and needs no word', async () => {
  const id = await rules.created()
  expect((await rules.read(id)).body).toMatchObject({
    catch_up: 'notify',
    end_date: null,
    max_emissions: null,
    needs_approval: false,
  })
})

test('a rule that ends before its day comes waits for nothing', async () => {
  const id = await rules.created({ end_date: '2026-11-19' })
  expect(await nextOf(id)).toBeNull()
  await rules.change(id, { end_date: '2026-11-20' })
  expect(await nextOf(id)).toBe('2026-11-20')
})

test('with as many emissions as it may have, it waits for nothing until it may have more', async () => {
  const id = await rules.created({ max_emissions: 1 })
  await rules.plan(id, '2026-11')
  await rules.change(id, { day_of_month: 21 })
  expect(await nextOf(id)).toBeNull()
  await rules.change(id, { max_emissions: 2 })
  expect(await nextOf(id)).toBe('2026-12-21')
})

test('it cannot end before it begins', async () => {
  expect(await rules.create({ end_date: '2026-11-09' })).toMatchObject({
    status: 400,
    body: { end_date: ['La regla termina antes de comenzar.'] },
  })
})

test('on its very day it begins today, or from next month on when it starts tomorrow', async () => {
  expect(await nextOf(await rules.created({ day_of_month: 10 }))).toBe('2026-11-10')
  const later = { day_of_month: 10, start_date: '2026-11-11' }
  expect(await nextOf(await rules.created(later))).toBe('2026-12-10')
})
