import { expect, test } from 'vitest'
import type { UploadDocument } from '#web/api/uploads.ts'
import { inWords, issueDateOf, totalOf, totalsOn, ufOn } from './issue-date.ts'
import { uploadDocument } from './test-documents.ts'

const UF_VALUES = [
  { day: '2026-10-31', value: '40000' },
  { day: '2026-11-27', value: '40100' },
  { day: '2026-11-28', value: '40200.5' },
]
const on = (day: string | null) => issueDateOf({ uf_values: UF_VALUES }, day)

const LINE = { row: 2, code: '', description: 'Soporte', quantity: '1' }
const PESOS = { ...LINE, price: '100', currency: 'CLP' as const, amount: 100 }
/** Its amount is that of another day. */
const UF = { ...LINE, price: '1.5', currency: 'UF' as const, amount: 7 }
const IN_UF: Partial<UploadDocument> = { lines: [UF], totals: { net: 7, tax: 1, total: 8 } }
const OF_ITS_DAY = { ...IN_UF, uf_rate_type: 'DAY_OF' as const }

test.each<[string, Partial<UploadDocument>, string | null, number | null]>([
  ['in pesos on any day', { lines: [PESOS] }, '2027-03-15', 119],
  ['in pesos while no day is known', { lines: [PESOS] }, null, 119],
  ['in UF of the month before', IN_UF, '2026-11-30', 71_400],
  ['in UF of the month before in a month whose UF is not known', IN_UF, '2026-12-15', null],
  ['in UF of its day', OF_ITS_DAY, '2026-11-27', 71_579],
  ['in UF of the next day', OF_ITS_DAY, '2026-11-28', 71_758],
  ['in UF of a day that is not published', OF_ITS_DAY, '2026-11-29', null],
  ['in UF while no day is known', IN_UF, null, null],
  ['in UF with a line that can’t be issued', { ...IN_UF, rows: [2, 3] }, '2026-11-27', null],
  ['of a boleta in UF', { ...IN_UF, document_type: 39 }, '2026-11-27', 60_000],
])('the total of a document %s is by the UF of its day', (_what, part, day, total) => {
  const document = uploadDocument(part)
  expect(totalsOn(document, on(day))?.total ?? null).toBe(total)
  expect(totalOf([uploadDocument(), document], on(day))).toEqual(
    total === null ? { knownClp: 119, unknown: 1 } : { knownClp: total + 119, unknown: 0 },
  )
})

test('a boleta in UF has the retention of its year', () => {
  const boleta = uploadDocument({ ...IN_UF, document_type: 39 })
  expect(totalsOn(boleta, on('2026-11-27'))).toEqual({ net: 50_850, tax: 9_150, total: 60_000 })
})

test('a document names the day of the UF that it waits for', () => {
  const later = { day: '2026-11-30', value: null }
  expect(ufOn({ uf_rate_type: 'PREV_MONTH_CLOSE' }, on('2026-12-15'))).toEqual(later)
})

test.each([
  ['of its date', null, '2026-12-15', 'Soporte de Diciembre'],
  ['that its row names', '2026-08', '2026-12-15', 'Soporte de Agosto'],
  ['that its row names, while no day is known', '2026-08', null, 'Soporte de Agosto'],
  ['as written while none is known', null, null, 'Soporte de {{Mes}}'],
])('a line says the month %s', (_what, service_month, day, said) => {
  expect(inWords('Soporte de {{Mes}}', { service_month }, on(day))).toBe(said)
})
