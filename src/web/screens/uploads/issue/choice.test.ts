import { expect, test } from 'vitest'
import type { UploadDocument } from '#web/api/uploads.ts'
import { isChosen, lacksOf, standingOf, toggled, totalOf } from './choice.ts'

const GOOD: UploadDocument = {
  key: 'r:2',
  group: '',
  rows: [2],
  is_valid: true,
  waits: null,
  state: 'new',
  document: null,
  ordered: null,
  document_type: 33,
  rut: '77777777-7',
  client: { kind: 'known', id: 1, name: 'Cliente' },
  withholder: null,
  uf_rate_type: 'PREV_MONTH_CLOSE',
  due_day: null,
  service_month: null,
  sends_email: false,
  to: [],
  cc: [],
  own_id: '',
  lines: [],
  totals: { net: 100, tax: 19, total: 119 },
  same_as: [],
  like: [],
}
const LIKE = { document: 4, folio: 12, rule: null, day: '2026-11-04', total: 119 }

test.each<[string, Partial<UploadDocument>, ReturnType<typeof standingOf>]>([
  ['a valid one', {}, 'ready'],
  ['one that says the same as an earlier one of the file', { same_as: ['r:1'] }, 'repeated'],
  [
    'one of the same amount to the same client this month',
    { like: [{ ...LIKE, is_same_amount: true }] },
    'repeated',
  ],
  [
    'one of another amount to the same client',
    { like: [{ ...LIKE, is_same_amount: false }] },
    'ready',
  ],
  ['one with a wrong cell', { is_valid: false }, 'wrong'],
  ['one that waits for its client', { is_valid: false, waits: 'look_up' }, 'waits'],
  [
    'one that was ordered, whatever else is said of it',
    { state: 'ordered', is_valid: false },
    'ordered',
  ],
])('%s has its standing', (_what, part, standing) => {
  expect(standingOf({ ...GOOD, ...part })).toBe(standing)
})

test('ready ones are chosen until they are left out, repeated ones once they are taken in', () => {
  const repeated = { ...GOOD, key: 'r:3', same_as: ['r:2'] }
  const changed = toggled(toggled(new Set(), 'r:2'), 'r:3')
  expect([GOOD, repeated].map((one) => isChosen(one, new Set()))).toEqual([true, false])
  expect([GOOD, repeated].map((one) => isChosen(one, changed))).toEqual([false, true])
  expect(isChosen(GOOD, toggled(changed, 'r:2'))).toBe(true)
})

test('what can’t be issued is not chosen by any word', () => {
  const wrong = { ...GOOD, is_valid: false }
  expect(isChosen(wrong, new Set())).toBe(false)
  expect(isChosen(wrong, new Set([wrong.key]))).toBe(false)
})

test('what the company lacks concerns the chosen documents that need it', () => {
  const city = { code: 'issuerCityMissing', text: 'ciudad' } as const
  const mailbox = { code: 'mailboxMissing', text: 'casilla' } as const
  const lacks = [city, mailbox]
  const boleta = { ...GOOD, document_type: 39 as const }
  expect(lacksOf({ lacks }, [GOOD])).toEqual([city])
  expect(lacksOf({ lacks }, [boleta])).toEqual([])
  expect(lacksOf({ lacks }, [boleta, { ...boleta, sends_email: true }])).toEqual([mailbox])
  expect(lacksOf({ lacks }, [])).toEqual([])
})

test('the sum of documents without a known UF is not known', () => {
  expect(totalOf([GOOD, GOOD])).toBe(238)
  expect(totalOf([GOOD, { ...GOOD, totals: null }])).toBeNull()
})
