import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { readUpload, type UploadAnswers, type UploadRead } from './read-upload.ts'
import type { StatementColumns } from './find-columns.ts'
import { csvOf } from './test-files.ts'

const NONE: UploadAnswers = {
  sheet: null,
  headerRow: null,
  columns: null,
  dateOrder: null,
  thousands: null,
  onlyCredits: false,
  account: null,
}

function read(
  rows: string[][],
  answers: Partial<UploadAnswers> = {},
  remembered: StatementColumns[] = [],
): Promise<UploadRead> {
  return readUpload({
    bytes: csvOf(rows),
    fileName: 'cartola.csv',
    remembered,
    answers: { ...NONE, ...answers },
    ownRut: null,
    today: knownDay('2026-11-20'),
  })
}

const UNKNOWN = [
  ['Cuándo', 'Qué', 'Cuánto'],
  ['05/11/2026', 'Pago', '119.000'],
]

test('columns that a person answered are remembered by their headings and read the next file', async () => {
  expect(await read(UNKNOWN)).toMatchObject({ kind: 'columns', why: 'notFound' })
  const answered = await read(UNKNOWN, {
    columns: { date: 0, description: 1, credit: 2 },
    headerRow: 1,
  })
  expect(answered).toMatchObject({
    kind: 'movements',
    toRemember: { columns: { columns: { date: { heading: 'cuando', column: 0 } } } },
  })
  const remembered = answered.kind === 'movements' ? answered.toRemember : null
  expect(await read(UNKNOWN, {}, remembered === null ? [] : [remembered.columns])).toMatchObject({
    kind: 'movements',
    toRemember: null,
  })
})

test('an account that a person chose is for that file alone', async () => {
  const two = [
    ['Fecha', 'Cuenta', 'Descripción', 'Cargos', 'Abonos'],
    ['05/11/2026', '111', 'Pago', '', '1.000'],
    ['05/11/2026', '222', 'Pago', '', '2.000'],
  ]
  expect(await read(two)).toEqual({ kind: 'accounts', accounts: ['111', '222'] })
  const answered = await read(two, { account: '222', dateOrder: 'dayFirst' })
  expect(answered).toMatchObject({
    kind: 'movements',
    account: '222',
    toRemember: { columns: { account: null } },
  })
})

const UNSIGNED = [
  ['Fecha', 'Descripción', 'Monto'],
  ['05/11/2026', 'Pago', '1.000'],
]

test('an answer that all amounts came is for that file alone, and alone it is not remembered', async () => {
  expect(await read(UNSIGNED)).toMatchObject({ kind: 'sign' })
  expect(await read(UNSIGNED, { onlyCredits: true })).toMatchObject({
    kind: 'movements',
    toRemember: null,
  })
  const answered = await read(UNSIGNED, { onlyCredits: true, dateOrder: 'dayFirst' })
  expect(answered).toMatchObject({ toRemember: { columns: { onlyCredits: false } } })
})

test('an answer that all amounts came, as it was remembered once, says nothing of the next file', async () => {
  const answered = await read(UNSIGNED, { onlyCredits: true, dateOrder: 'dayFirst' })
  const remembered = answered.kind === 'movements' ? answered.toRemember : null
  if (remembered === null) throw new Error('Nothing is remembered')
  const before = { ...remembered.columns, onlyCredits: true }
  expect(await read(UNSIGNED, {}, [before])).toMatchObject({ kind: 'sign' })
})
