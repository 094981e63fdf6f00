import { expect, test } from 'vitest'
import { findUntold } from './ways-out.ts'

/** Late in the afternoon, Chile's. */
const NOW = Date.parse('2026-11-30T20:30:00Z')
const clock = { now: () => NOW }
const MOVING = '2026-11-30T20:40:00.000Z'

const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()
/** Nothing new was said of it since yesterday. */
const TRIED = { reason: 'portalUnavailable', next_try_at: MOVING, said_at: hoursAgo(30) }

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
  ['that is tried again since this morning', { ...TRIED, said_at: hoursAgo(3) }],
  ['of which it is told that the portal is away', { ...TRIED, reason: 'portalAway' }],
  ['that waits for the UF of its day', { ...TRIED, state: 'planned', reason: 'ufMissing' }],
  [
    'issued, its annulment tried again for an hour',
    { ...TRIED, state: 'issued', annulment: 'wanted', said_at: hoursAgo(1) },
  ],
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

test.each<[string, object]>([
  ['in the hours of issuing', {}],
  ['while its annulment is ordered', { state: 'issued', annulment: 'wanted' }],
  ['while it is asked what became of its annulment', { state: 'issued', annulment: 'sent' }],
])('a document tried for hours %s without a word is found', async (_, changed) => {
  const found = await untold({ ...TRIED, ...changed })
  expect(found).toEqual([expect.stringMatching(/tried for hours and nobody is told/)])
})

test('a document left out although a try may have issued it is found', async () => {
  const found = await untold({ state: 'skipped', may_be_issued: true })
  expect(found).toEqual([expect.stringMatching(/left out although it may be issued/)])
})
