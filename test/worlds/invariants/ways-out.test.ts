import { expect, test } from 'vitest'
import { findUntold } from './ways-out.ts'

const NOW = Date.parse('2026-11-30T15:00:00Z')
const clock = { now: () => NOW }
const MOVING = '2026-11-30T15:10:00.000Z'

const document = (changed: object) => ({
  key: 'k',
  state: 'queued',
  reason: null,
  next_try_at: null,
  files_state: 'none',
  annulment: null,
  may_be_issued: false,
  ...changed,
})
const untold = (changed: object) => findUntold({ inspect: async () => [document(changed)] }, clock)

test.each<[string, object]>([
  ['that moves by itself', { next_try_at: MOVING }],
  ['whose user is told', { reason: 'claveRejected' }],
  ['that was left out', { state: 'skipped' }],
  ['issued, its files kept', { state: 'issued', files_state: 'stored' }],
  [
    'issued, its files on their way',
    { state: 'issued', files_state: 'wanted', next_try_at: MOVING },
  ],
  ['issued, its double told', { state: 'issued', files_state: 'stored', reason: 'twinFound' }],
  ['issued, its difference told', { state: 'issued', files_state: 'wanted', reason: 'xmlDiffers' }],
])('a document %s is in order', async (_, changed) => {
  expect(await untold(changed)).toEqual([])
})

test.each<[string, object]>([
  ['that stands still', {}],
  ['that waits for time and has no next try', { reason: 'ufMissing' }],
  ['that waits longer than three days', { next_try_at: '2026-12-05T15:00:00.000Z' }],
  ['issued, its files wanted by nobody', { state: 'issued', files_state: 'wanted' }],
  [
    'issued, its annulment forgotten',
    { state: 'issued', files_state: 'stored', annulment: 'wanted' },
  ],
])('a document %s is found', async (_, changed) => {
  expect(await untold(changed)).toEqual([expect.stringMatching(/stands still and nobody is told/)])
})

test('a document left out although a try may have issued it is found', async () => {
  const found = await untold({ state: 'skipped', may_be_issued: true })
  expect(found).toEqual([expect.stringMatching(/left out although it may be issued/)])
})
