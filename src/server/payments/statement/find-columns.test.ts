import { expect, test } from 'vitest'
import type { ColumnRole } from '#domain/bank-statement.ts'
import type { Bank } from './columns/headings.ts'
import { findColumns, type ColumnsFound, type StatementColumns } from './find-columns.ts'
import { xlsxOf } from '../../sheets/test-xlsx.ts'
import { csvOf, foundIn, tablesOf } from './test-files.ts'

type Found = Extract<ColumnsFound, { kind: 'found' }>

function placesIn({ columns }: Found): Record<string, number> {
  return Object.fromEntries(
    Object.entries(columns.columns).map(([role, choice]) => [role, choice.column]),
  )
}

type Case = [Bank | null, string, Partial<Record<ColumnRole, number>>]

const HEADINGS: Case[] = [
  [
    'bancoEstado',
    'Fecha;Sucursal;N° Cuenta Corriente;Alias;N° Cartola;N° Operación;Descripción;Cheques / Cargos;Depósitos / Abonos;Saldo',
    { date: 0, account: 2, operation: 5, description: 6, debit: 7, credit: 8, balance: 9 },
  ],
  [
    'santander',
    'MONTO;DESCRIPCIÓN MOVIMIENTO;;FECHA;N° DOCUMENTO;SUCURSAL;;CARGO/ABONO',
    { amount: 0, description: 1, date: 3, operation: 4, side: 7 },
  ],
  [
    'chile',
    'Fecha;Descripción;Canal o Sucursal;Cargos (CLP);Abonos (CLP);Saldo (CLP)',
    { date: 0, description: 1, debit: 3, credit: 4, balance: 5 },
  ],
  [
    'chile',
    'Fecha;Detalle Movimiento;Cheque o Cargo;Deposito o Abono;Saldo;Docto. Nro.;Trn;Caja;Sucursal',
    { date: 0, description: 1, debit: 2, credit: 3, balance: 4, operation: 5 },
  ],
  [
    'bci',
    'Fecha;Sucursal;Descripción;N° Documento;Cheques y otros cargos;Depósitos y Abono;Saldo diario',
    { date: 0, description: 2, operation: 3, debit: 4, credit: 5, balance: 6 },
  ],
  [
    'scotiabank',
    'Fecha;Descripción;Numero Documento;Cargo;Abono;Saldo Diario',
    { date: 0, description: 1, operation: 2, debit: 3, credit: 4, balance: 5 },
  ],
  [
    'itau',
    'Fecha;Número de operación;Sucursal;Descripción;Depósitos o abonos;Giros o cargos;Saldo diario',
    { date: 0, operation: 1, description: 3, credit: 4, debit: 5, balance: 6 },
  ],
  [
    'falabella',
    'Fecha;Descripcion;Cargo;Abono;Saldo',
    { date: 0, description: 1, debit: 2, credit: 3, balance: 4 },
  ],
  [
    null,
    'Fecha de transacción;Nombre origen;RUT origen;Monto;Glosa;Rut destino',
    { date: 0, name: 1, rut: 2, amount: 3, description: 4 },
  ],
]

test.each(HEADINGS)('columns of %s are found beyond doubt: %s', async (bank, headings, places) => {
  const above = [['Cartola'], ['Saldo inicial', 'Depósitos', 'Otros cargos'], ['Fecha:', 'hoy']]
  const found = await foundIn(csvOf([...above, headings.split(';'), ['05/11/2026']]))
  expect(placesIn(found)).toEqual(places)
  expect(found).toMatchObject({ bank, headerRow: 4, ask: [] })
  expect(found.sure.toSorted()).toEqual(Object.keys(places).toSorted())
})

test('a role that several columns may have, or that is only guessed, is asked', async () => {
  const found = await foundIn(
    csvOf([['Fecha contable', 'Fecha', 'Detalle extendido', 'Abono', 'Cargos del mes', 'Saldo']]),
  )
  expect(found.ask).toEqual([
    { role: 'date', why: 'several', options: [0, 1] },
    { role: 'description', why: 'guessed', options: [2] },
    { role: 'debit', why: 'guessed', options: [4] },
  ])
  expect(found.sure).toEqual(['credit', 'balance'])
})

test('a statement without a column of what came is asked about', async () => {
  const found = await foundIn(csvOf([['Fecha', 'Glosa', 'Cargo', 'Saldo']]))
  expect(found.ask).toEqual([{ role: 'credit', why: 'missing', options: [] }])
})

test('headings over two rows are read together, merged or not', async () => {
  const found = await foundIn(
    csvOf([
      ['FECHA', 'DETALLE DE TRANSACCION', 'SUCURSAL', 'MONTO CHEQUES', 'MONTO DEPOSITOS', 'SALDO'],
      ['DIA/MES', '', '', 'O CARGOS', 'O ABONOS', ''],
      ['05/11/2026', 'x', '', '1', '', '2'],
    ]),
  )
  expect(placesIn(found)).toEqual({ date: 0, description: 1, debit: 3, credit: 4, balance: 5 })
  expect(found.headerRow).toBe(2)
  const text = (ref: string, value: string) =>
    `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
  const merged = await xlsxOf([
    {
      xml:
        `<sheetData><row>${text('A1', 'Fecha')}${text('B1', 'Glosa')}${text('C1', 'Movimientos')}</row>` +
        `<row>${text('C2', 'Cargos')}${text('D2', 'Abonos')}</row></sheetData>` +
        '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:B2"/><mergeCell ref="C1:D1"/></mergeCells>',
    },
  ])
  expect(placesIn(await foundIn(merged))).toEqual({ date: 0, description: 1, debit: 2, credit: 3 })
})

test('without headings a person has to point, and merged cells are told', async () => {
  const bytes = csvOf([['05/11/2026', 'x', '1.000']])
  expect(findColumns(await tablesOf(bytes), null)).toEqual({ kind: 'notFound' })
  const merged = await xlsxOf([
    {
      xml: '<sheetData><row><c><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:A4"/></mergeCells>',
    },
  ])
  expect(findColumns(await tablesOf(merged), null)).toEqual({ kind: 'mergedHeader' })
})

test('several sheets with movements are a choice, and a sheet of something else is none', async () => {
  const heads = ['Fecha', 'Glosa', 'Abono']
    .map((one) => `<c t="inlineStr"><is><t>${one}</t></is></c>`)
    .join('')
  const sheet = (name: string) => ({ name, xml: `<sheetData><row>${heads}</row></sheetData>` })
  const note = { name: 'Nota', xml: '<sheetData><row><c><v>1</v></c></row></sheetData>' }
  const one = await tablesOf(await xlsxOf([note, sheet('Pesos')]))
  expect(findColumns(one, null)).toMatchObject({ kind: 'found', table: { name: 'Pesos' } })
  const two = await tablesOf(await xlsxOf([sheet('Pesos'), note, sheet('Otra')]))
  expect(findColumns(two, null)).toEqual({ kind: 'severalSheets', sheets: ['Pesos', 'Otra'] })
  expect(findColumns(two, null, 'Otra')).toMatchObject({ kind: 'found', table: { name: 'Otra' } })
})

const REMEMBERED: StatementColumns = {
  columns: {
    date: { heading: 'fecha contable', column: 0 },
    description: { heading: 'detalle', column: 2 },
    credit: { heading: 'monto', column: 3 },
  },
  dateOrder: 'monthFirst',
  thousands: ',',
  onlyCredits: true,
  account: null,
}

test('a person’s choice of columns wins over the headings, wherever they stand now', async () => {
  const bytes = csvOf([['x'], ['Monto', 'Fecha', 'Detalle', 'Monto', 'Fecha contable', 'Abono']])
  const found = findColumns(await tablesOf(bytes), REMEMBERED)
  if (found.kind !== 'found') throw new Error(found.kind)
  expect(placesIn(found)).toEqual({ date: 4, description: 2, credit: 3 })
  expect(found).toMatchObject({
    headerRow: 2,
    ask: [],
    columns: { dateOrder: 'monthFirst', thousands: ',', onlyCredits: true },
  })
})

test('a statement that lacks a chosen column asks anew', async () => {
  const bytes = csvOf([['Fecha', 'Detalle', 'Monto']])
  expect(findColumns(await tablesOf(bytes), REMEMBERED)).toEqual({
    kind: 'changed',
    missing: ['date'],
  })
})

test('columns chosen by their place alone need no headings', async () => {
  const columns = { date: { heading: '', column: 1 }, credit: { heading: '', column: 0 } }
  const found = findColumns(await tablesOf(csvOf([['1.000', '05/11/2026']])), {
    ...REMEMBERED,
    columns,
  })
  expect(found).toMatchObject({ kind: 'found', headerRow: 0, columns: { columns } })
})
