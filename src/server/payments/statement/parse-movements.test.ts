import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { findColumns, type StatementColumns } from './find-columns.ts'
import { parseMovements, type MovementsRead } from './parse-movements.ts'
import { xlsxOf } from '../../sheets/test-xlsx.ts'
import { csvOf, foundIn, tablesOf } from './test-files.ts'

const OPTIONS = { ownRut: rut('76192083-9'), today: knownDay('2026-11-30') }
const HEADINGS = ['Fecha', 'Descripción', 'N° Operación', 'Cargo', 'Abono', 'Saldo']

type Row = (string | number)[]

async function read(rows: Row[], changed: Partial<StatementColumns> = {}, headings = HEADINGS) {
  const found = await foundIn(csvOf([headings, ...rows]))
  return parseMovements({ ...found, columns: { ...found.columns, ...changed } }, OPTIONS)
}

function movementsOf(result: MovementsRead) {
  if (result.kind !== 'movements') throw new Error(JSON.stringify(result))
  return result
}

async function credit(description: string) {
  return movementsOf(await read([['05/11/2026', description, '1', '', '1.000', '']])).movements[0]
}

test('a movement has its row, day, amount with sign, payer, operation and balance', async () => {
  const result = await read([
    ['25/11/2026', 'TRANSF DE 12.345.678-5 JUAN PEREZ', '00123-4', '', '$ 1.234.567', '2.000.000'],
    ['26-11-2026', 'Comisión', '0', '1.000', '', '1.999.000'],
  ])
  expect(movementsOf(result)).toEqual({
    kind: 'movements',
    account: null,
    skippedRows: [1],
    isDayFirstTaken: false,
    invalidRutRows: [],
    balances: { kind: 'right' },
    movements: [
      {
        row: 2,
        day: '2026-11-25',
        amountClp: 1_234_567,
        kind: 'credit',
        payerRut: '12345678-5',
        payerName: 'JUAN PEREZ',
        operation: '1234',
        description: 'TRANSF DE 12.345.678-5 JUAN PEREZ',
        balanceClp: 2_000_000,
        reversal: null,
      },
      {
        row: 3,
        day: '2026-11-26',
        amountClp: -1_000,
        kind: 'debit',
        payerRut: null,
        payerName: 'Comisión',
        operation: '',
        description: 'Comisión',
        balanceClp: 1_999_000,
        reversal: null,
      },
    ],
  })
})

test('everything that is wrong is told at once, with row, column and value', async () => {
  const result = await read([
    ['05/11/2026', 'bien', '1', '', '1.000', ''],
    ['31/02/2026', 'x', '2', '', '1,000', ''],
    ['', 'sin fecha', '3', '', '5.000', ''],
    ['06/11/2026', 'sin monto', '4', '', '', ''],
    ['07/11/2026', 'ambos', '5', '10', '20', ''],
    ['01/12/2026', 'mañana', '6', '', '1.000,50', ''],
    ['30/11', 'sin año', '7', '', '1.000', ''],
    ['ayer', 'x', '8', '', '1.000', ''],
    ['08/11/2026', 'x', '9', '', 'mil', ''],
  ])
  if (result.kind !== 'faults') throw new Error(result.kind)
  expect(result.faults.map(({ row, column, value, cause }) => [row, column, value, cause])).toEqual(
    [
      [3, 0, '31/02/2026', 'dateUnreadable'],
      [3, 4, '1,000', 'amountAmbiguous'],
      [4, 0, '', 'dateMissing'],
      [5, 4, '', 'amountMissing'],
      [6, 4, '20', 'bothSides'],
      [7, 0, '01/12/2026', 'dateInFuture'],
      [7, 4, '1.000,50', 'amountDecimals'],
      [8, 0, '30/11', 'yearMissing'],
      [9, 0, 'ayer', 'dateUnreadable'],
      [10, 4, 'mil', 'amountUnreadable'],
    ],
  )
})

test('titles, repeated headings, balances and totals are no movements, wherever their amounts stand', async () => {
  const result = await read([
    ['', 'Cuenta Corriente N° 0-000-123456-7', '', '', '', ''],
    ['01/11/2026', 'SALDO INICIAL', '', '', '9.000.000', '9.000.000'],
    ['02/11/2026', 'Depósito', '1', '', '500', ''],
    HEADINGS,
    ['03/11/2026', 'Aviso', '2', '0', '0', ''],
    ['04/11/2026', 'Transf saldo final factura 12', '3', '', '700', ''],
    ['', 'Total abonos', '', '', '1.200', ''],
    ['Totales', '', '', '0', '1.200', ''],
    ['Saldo al 30/11/2026', '', '', '', '1.200', ''],
    ['Página 1', 'de 2', '', '', '', ''],
  ])
  const { movements, skippedRows, account } = movementsOf(result)
  expect(movements.map(({ row, amountClp }) => [row, amountClp])).toEqual([
    [4, 500],
    [7, 700],
  ])
  expect(skippedRows).toEqual([1, 2, 3, 5, 6, 8, 9, 10, 11])
  expect(account).toBe('1234567')
})

test('dates that both orders allow are read day first, which is told; one of the other order makes them faults', async () => {
  expect(movementsOf(await read([['05/11/2026', 'x', '', '', '1', '']])).isDayFirstTaken).toBe(true)
  expect(movementsOf(await read([['11/11/2026', 'x', '', '', '1', '']])).isDayFirstTaken).toBe(
    false,
  )
  const mixed: Row[] = [
    ['05/11/2026', 'x', '', '', '1', ''],
    ['11/25/2026', 'x', '', '', '1', ''],
  ]
  expect(await read(mixed)).toMatchObject({
    faults: [{ cause: 'dateAmbiguous' }, { cause: 'dateOtherOrder' }],
  })
  const { movements } = movementsOf(await read(mixed, { dateOrder: 'monthFirst' }))
  expect(movements.map(({ day }) => day)).toEqual(['2026-05-11', '2026-11-25'])
})

test('a date without a year is of the period that the statement says', async () => {
  const found = await foundIn(
    csvOf([
      ['Fecha desde: 30/12/2025', 'Fecha hasta: 31/01/2026'],
      HEADINGS,
      ['30/12', 'x', '', '', '1', ''],
      ['02/01', 'x', '', '', '1', ''],
    ]),
  )
  const { movements } = movementsOf(parseMovements(found, OPTIONS))
  expect(movements.map(({ day }) => day)).toEqual(['2025-12-30', '2026-01-02'])
})

test('a comma groups thousands when a person has said so', async () => {
  const result = await read([['05/11/2026', 'x', '', '', '1,234,567', '']], { thousands: ',' })
  expect(movementsOf(result).movements[0]?.amountClp).toBe(1_234_567)
  expect((await read([['05/11/2026', 'x', '', '', '1.000', '']], { thousands: ',' })).kind).toBe(
    'faults',
  )
})

test('a payment that left is negative however the bank signs it, and a negative deposit takes money back', async () => {
  const result = await read([
    ['05/11/2026', 'a', '1', '-1.000', '', ''],
    ['05/11/2026', 'b', '2', '1.000', '0', ''],
    ['05/11/2026', 'c', '3', '', '(1.000)', ''],
  ])
  expect(movementsOf(result).movements.map(({ amountClp }) => amountClp)).toEqual([
    -1_000, -1_000, -1_000,
  ])
})

test.each<[string, string, Row[], (number | string)[]]>([
  [
    'Cargo/Abono',
    'C and A',
    [
      [5, 'A'],
      [-7, 'C'],
      [7, 'C'],
    ],
    [5, -7, -7],
  ],
  [
    'Débito/Crédito',
    'C and D',
    [
      [5, 'C'],
      [7, 'D'],
    ],
    [5, -7],
  ],
  [
    'Cargo/Abono',
    'words',
    [
      [5, 'ABONO'],
      [7, 'Cargo'],
    ],
    [5, -7],
  ],
  ['Cargo/Abono', 'an unknown word', [[5, 'TEF']], ['sideUnknown']],
  ['Tipo', 'a C that may be either', [[5, 'C']], ['sideUnknown']],
  ['Cargo/Abono', 'a minus that came', [[-5, 'A']], ['signContradictsSide']],
])(
  'of a column "%s" with %s the side is known or a fault',
  async (heading, _what, rows, expected) => {
    const found = await foundIn(
      csvOf([
        ['Fecha', 'Glosa', 'Monto', heading],
        ...rows.map((row) => ['05/11/2026', 'x', ...row]),
      ]),
    )
    const result = parseMovements(found, OPTIONS)
    if (result.kind === 'faults') expect(result.faults.map(({ cause }) => cause)).toEqual(expected)
    else expect(movementsOf(result).movements.map(({ amountClp }) => amountClp)).toEqual(expected)
  },
)

test('amounts without sign and side are refused until a person confirms that all are credits', async () => {
  const rows: Row[] = [
    ['05/11/2026', 'x', 1_000],
    ['06/11/2026', 'y', 2_000],
  ]
  const headings = ['Fecha', 'Glosa', 'Monto']
  expect(await read(rows, {}, headings)).toEqual({ kind: 'signUnknown' })
  expect(await read(rows, { onlyCredits: true }, headings)).toMatchObject({ kind: 'movements' })
  expect(await read([...rows, ['07/11/2026', 'z', -1]], {}, headings)).toMatchObject({
    kind: 'movements',
  })
})

test.each([
  ['TRANSF DE 12.345.678-5 JUAN PEREZ', '12345678-5'],
  ['Transferencia de RUT 0123456785 Juan', '12345678-5'],
  ['RUT:012345678-5', '12345678-5'],
  ['PAGO RECIBIDO TF2 096689310-9 TRANSBANK', '96689310-9'],
  ['0771767850 Transf. ASES CONSULTORI', '77176785-0'],
  ['Transf. 60.803.000-k', '60803000-K'],
  ['R.U.T. 60803000k', '60803000-K'],
  ['De 12.345.678-5 a 76.192.083-9', '12345678-5'],
  ['12.345.678-5 (12345678-5)', '12345678-5'],
  ['De 12.345.678-5 por 96.689.310-9', null],
  ['TRANSF DE 12.345.678-6', null],
  // Both would be a RUT with its check digit: 1234567-4.
  ['RUT 12345674', null],
  ['RUT 012345674', null],
  ['Operación 123456785', null],
  ['0123456785', null],
  ['Cuenta 1-12345678-5', null],
  ['Ref 12345678-5-1', null],
  ['TRANSF DE 76.192.083-9', null],
])('the payer of "%s" is %s', async (description, expected) => {
  expect((await credit(description))?.payerRut).toBe(expected)
})

test('a RUT of its own column is taken with its check digit, and never against the description', async () => {
  const headings = ['Fecha', 'Glosa', 'RUT', 'Nombre', 'Abono']
  const rows = [
    ['0012345678-5', 'x'],
    ['123456785', 'x'],
    ['12345674', 'x'],
    ['12.345.678-6', 'x'],
    ['0', 'De 12.345.678-5'],
    ['12.345.678-5', 'De 96.689.310-9'],
    ['76192083-9', 'De 96.689.310-9'],
  ].map(([value = '', text = '']) => ['05/11/2026', text, value, 'JUAN', '1'])
  const { movements, invalidRutRows } = movementsOf(await read(rows, {}, headings))
  expect(movements.map(({ payerRut }) => payerRut)).toEqual([
    '12345678-5',
    '12345678-5',
    null,
    null,
    '12345678-5',
    null,
    '96689310-9',
  ])
  expect(invalidRutRows).toEqual([4, 5])
  expect(movements[0]?.payerName).toBe('JUAN')
})

test('what was taken back is paired by its operation number or by the text that says so', async () => {
  const result = await read([
    ['05/11/2026', 'De 12.345.678-5', '77', '', '1.000', ''],
    ['06/11/2026', 'Cargo', '77', '1.000', '', ''],
    ['05/11/2026', 'De 96.689.310-9', '78', '', '2.000', ''],
    ['06/11/2026', 'REVERSA DE 96.689.310-9', '99', '2.000', '', ''],
    ['05/11/2026', 'De 12.345.678-5', '79', '', '3.000', ''],
    ['06/11/2026', 'Cheque', '80', '3.000', '', ''],
    ['07/11/2026', 'Devolución de compra', '81', '', '4.000', ''],
    ['05/11/2026', 'a', '', '', '5.000', ''],
    ['06/11/2026', 'b', '', '', '5.000', ''],
    ['07/11/2026', 'Reverso', '', '5.000', '', ''],
    ['20/11/2026', 'c', '83', '', '6.000', ''],
    ['19/11/2026', 'Reversa', '', '6.000', '', ''],
    ['01/11/2026', 'd', '84', '', '7.000', ''],
    ['16/11/2026', 'Reversa', '', '7.000', '', ''],
    ['05/11/2026', 'e', '0', '', '8.000', ''],
    ['06/11/2026', 'f', '0', '8.000', '', ''],
  ])
  expect(movementsOf(result).movements.map(({ reversal }) => reversal)).toEqual([
    { kind: 'reversed', row: 3 },
    { kind: 'reversal', row: 2 },
    { kind: 'reversed', row: 5 },
    { kind: 'reversal', row: 4 },
    null,
    null,
    { kind: 'alone' },
    { kind: 'doubtful', row: 11 },
    { kind: 'doubtful', row: 11 },
    { kind: 'reversal', row: 9 },
    null,
    { kind: 'alone' },
    null,
    { kind: 'alone' },
    null,
    null,
  ])
})

test.each<[string, string, string, 'credit' | 'debit']>([
  ['neither text says so', 'De 12.345.678-5', 'Cargo', 'debit'],
  ['the text of the debit says so', 'De 12.345.678-5', 'Reversa de abono', 'debit'],
  ['both texts say so', 'Devolución', 'Reversa de abono', 'debit'],
  ['the text of the credit says so', 'Devolución de cargo', 'Cargo', 'credit'],
])(
  'of a credit and a debit of one day and number, where %s, one takes the other back whatever their order in the file',
  async (_what, credit, debit, reversal) => {
    const came: Row = ['05/11/2026', credit, '77', '', '1.000', '']
    const left: Row = ['05/11/2026', debit, '77', '1.000', '', '']
    for (const rows of [
      [came, left],
      [left, came],
    ]) {
      const { movements } = movementsOf(await read(rows))
      const kinds = movements.map((one) => [one.kind, one.reversal?.kind])
      const expected = [
        ['credit', reversal === 'credit' ? 'reversal' : 'reversed'],
        ['debit', reversal === 'debit' ? 'reversal' : 'reversed'],
      ]
      expect(kinds).toEqual(rows[0] === came ? expected : expected.toReversed())
    }
  },
)

test('of two accounts in one file a person chooses one', async () => {
  const headings = [...HEADINGS, 'N° Cuenta']
  const rows: Row[] = [
    ['05/11/2026', 'x', '1', '', '1', '', '00-123456'],
    ['05/11/2026', 'y', '2', '', '2', '', '123456'],
    ['05/11/2026', 'z', '3', '', '3', '', '654321'],
  ]
  const accounts = ['123456', '654321']
  expect(await read(rows, {}, headings)).toEqual({ kind: 'severalAccounts', accounts })
  const chosen = movementsOf(await read(rows, { account: '123456' }, headings))
  expect(chosen.movements.map(({ amountClp }) => amountClp)).toEqual([1, 2])
  expect(chosen.account).toBe('123456')
  expect((await read(rows, { account: '999999' }, headings)).kind).toBe('severalAccounts')
})

test('an account title between rows starts a second account; accounts named in movements are ignored', async () => {
  const rows: Row[] = [
    ['05/11/2026', 'Transf a cuenta 99988877', '1', '1', '', ''],
    ['', 'Cuenta Vista N° 11122233', '', '', '', ''],
    HEADINGS,
    ['05/11/2026', 'x', '2', '', '2', ''],
  ]
  const stacked = await read([['', 'Cta. Cte. N° 123456', '', '', '', ''], ...rows])
  expect(stacked).toEqual({ kind: 'severalAccounts', accounts: ['123456', '11122233'] })
  expect(await read(rows.slice(0, 1))).toMatchObject({ account: null })
})

test.each<[string, string[], unknown]>([
  ['oldest first', ['100', '150', '250'], { kind: 'right' }],
  ['newest first', ['250', '150', '100'], { kind: 'right' }],
  ['on the last line of a day', ['', '', '250'], { kind: 'none' }],
  ['a row missing', ['100', '150', '999'], { kind: 'unchecked' }],
])('balances are compared with the amounts: %s', async (_what, balances, expected) => {
  const amounts = ['100', '50', '100']
  const rows = balances.map((balance, n) => ['05/11/2026', 'x', n, '', amounts[n] ?? '', balance])
  expect(movementsOf(await read(rows)).balances).toEqual(expected)
})

test('balances of whole days are compared, and a break names its row', async () => {
  const daily = [
    ['02/11/2026', 'x', 1, '', '100', '300'],
    ['02/11/2026', 'x', 2, '', '100', '300'],
    ['03/11/2026', 'x', 3, '50', '', '250'],
    ['03/11/2026', 'x', 4, '', '0', '250'],
  ]
  expect(movementsOf(await read(daily)).balances).toEqual({ kind: 'right' })
  const running = Array.from({ length: 12 }, (_, n): Row => {
    return ['02/11/2026', 'x', n, '', '10', (n + 1) * 10 + (n >= 7 ? 5 : 0)]
  })
  expect(movementsOf(await read(running)).balances).toEqual({ kind: 'broken', rows: [9] })
})

test('formulas and merged cells are faults where they count, with their cell', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const heads = ['Fecha', 'Glosa', 'Abono', 'Saldo'].map(text).join('')
  const bytes = await xlsxOf([
    {
      xml:
        `<sheetData><row r="1">${heads}</row>` +
        `<row r="2"><c s="1"><v>46331</v></c>${text('x')}<c><f>2*5</f><v>10</v></c><c><f>C2</f><v>10</v></c></row>` +
        `<row r="3"><c r="B3" t="inlineStr"><is><t>y</t></is></c><c><v>20</v></c></row>` +
        `<row r="4"><c><f>A2</f><v>46331</v></c>${text('z')}<c><v>30</v></c></row>` +
        `<row r="5">${text('Total')}<c/><c><f>SUM(C2:C4)</f><v>60</v></c></row></sheetData>` +
        '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
    },
  ])
  const found = findColumns(await tablesOf(bytes), null)
  if (found.kind !== 'found') throw new Error(found.kind)
  expect(parseMovements(found, OPTIONS)).toEqual({
    kind: 'faults',
    faults: [
      { row: 2, column: 2, value: '10', cause: 'formula' },
      { row: 3, column: 0, value: '', cause: 'mergedCell' },
      { row: 4, column: 0, value: '46331', cause: 'formula' },
    ],
  })
})

test('a statement without movements says so', async () => {
  expect(await read([['', 'Sin movimientos', '', '', '', '']])).toEqual({ kind: 'noMovements' })
})
