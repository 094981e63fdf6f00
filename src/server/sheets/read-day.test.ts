import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import type { Cell } from './table.ts'
import { readDay } from './read-day.ts'

test.each<[Cell, string]>([
  [{ kind: 'day', day: knownDay('2026-11-05') }, '2026-11-05'],
  ['2026-11-05', '2026-11-05'],
  ['2026/11/05 13:45:00', '2026-11-05'],
  ['2026-11-05T13:45:00.000Z', '2026-11-05'],
  ['05/11/2026', '2026-11-05'],
  ['5-11-2026', '2026-11-05'],
  ['05.11.26', '2026-11-05'],
  ['05/11/2026 09:15', '2026-11-05'],
  ['05/11/2026, 9:15 p. m.', '2026-11-05'],
  ['05-nov-2026', '2026-11-05'],
  ['05/NOV/26', '2026-11-05'],
  ['5 de noviembre de 2026', '2026-11-05'],
  ['05 sept. 2026', '2026-09-05'],
  ['05-Jan-2026', '2026-01-05'],
  ['20261105', '2026-11-05'],
  [20_261_105, '2026-11-05'],
  [46_331, '2026-11-05'],
  [46_331.75, '2026-11-05'],
])('the day of %j is %s', (cell, expected) => {
  expect(readDay(cell, { order: 'dayFirst', period: null, known: new Map() })).toMatchObject({
    day: expected,
  })
})

test.each<[Cell, string]>([
  ['31/02/2026', 'dateUnreadable'],
  ['29-02-2025', 'dateUnreadable'],
  ['05-xyz-2026', 'dateUnreadable'],
  ['05/11/1999', 'dateUnreadable'],
  ['hoy', 'dateUnreadable'],
  ['05/11/20266', 'dateUnreadable'],
  [12, 'dateUnreadable'],
  [20_261_305, 'dateUnreadable'],
  ['11/25/2026', 'dateOtherOrder'],
  ['05/11', 'yearMissing'],
  [{ kind: 'formula', shown: '05/11/2026' }, 'formula'],
])('%j is no day: %s', (cell, cause) => {
  expect(readDay(cell, { order: 'dayFirst', period: null, known: new Map() })).toEqual({
    kind: 'fault',
    cause,
  })
})

test('a date without a year needs a period that has it once', () => {
  const read = (text: string, from: string, to: string) =>
    readDay(text, {
      order: 'dayFirst',
      period: { from: knownDay(from), to: knownDay(to) },
      known: new Map(),
    })
  expect(read('05/01', '2025-12-30', '2026-01-31')).toMatchObject({ day: '2026-01-05' })
  expect(read('05/02', '2025-12-30', '2026-01-31')).toMatchObject({ cause: 'yearMissing' })
  expect(read('05/01', '2025-01-01', '2026-01-31')).toMatchObject({ cause: 'yearMissing' })
})
