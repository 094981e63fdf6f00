import { expect, it } from 'vitest'
import type { Row } from '../database/remembered.ts'
import { forbiddenIntent } from './watch-intents.ts'

const FREE: Row = {
  key: 'k',
  issue_day: '2026-11-30',
  told_folio: null,
  is_paused: false,
  deleted_at: null,
  end_day: null,
  is_stopped_by_user: false,
  is_all_stopped: false,
  is_person_stopped: false,
  word_at: null,
  is_word_newer: null,
}
const WORD = { word_at: '2026-11-30T12:00:00.000Z', is_word_newer: true }

it.each([
  ['nothing stands against it', {}, []],
  ['the organisation is stopped', { is_stopped_by_user: true }, ['intent', 'annulmentIntent']],
  ['everything is stopped', { is_all_stopped: true }, ['intent', 'annulmentIntent']],
  ['the person is stopped', { is_person_stopped: true }, ['intent', 'annulmentIntent']],
  ['the rule is paused', { is_paused: true }, ['intent']],
  ['the rule is paused and a person ordered it since', { is_paused: true, ...WORD }, []],
  [
    'the rule is paused after a person ordered it',
    { is_paused: true, is_word_newer: false },
    ['intent'],
  ],
  ['the rule is deleted', { deleted_at: '2026-11-30T12:00:00.000Z' }, ['intent']],
  ['the rule ended the day before', { end_day: '2026-11-29' }, ['intent']],
  ['the rule ended the day before and a person ordered it', { end_day: '2026-11-29', ...WORD }, []],
  ['the rule ends on that day', { end_day: '2026-11-30' }, []],
  ['it is only looked for', { is_paused: true, told_folio: 7 }, []],
])('an intent while %s is a breach where it may not be', async (_, standing, kinds) => {
  expect(await forbidden({ ...FREE, ...standing })).toEqual(kinds)
})

it('an intent by a worker whose clock is wrong by more than two seconds is a breach', async () => {
  expect(await forbidden(FREE, 2_001)).toEqual(['intent', 'annulmentIntent'])
  expect(await forbidden(FREE, -2_000)).toEqual([])
})

async function forbidden(row: Row, skewMs = 0): Promise<string[]> {
  const database = { inspect: () => Promise.resolve([row]) }
  const actor = { name: 'w1', isAlive: true, pausedUntilMs: 0, skewMs }
  const kinds = ['intent', 'annulmentIntent'] as const
  const found = await Promise.all(
    kinds.map((kind) => forbiddenIntent(database, actor, { id: 1, kind })),
  )
  return kinds.filter((_, at) => found[at]?.length === 1)
}
