import { expect, test } from 'vitest'
import { ruleFileTexts } from '#texts/rule-file.ts'
import { unzip } from '../sheets/test-unzip.ts'
import { xlsxOfRows } from '../sheets/test-xlsx.ts'
import { readRuleFile, type RuleFileRead } from './read-rule-file.ts'
import { ruleWorkbook } from './rule-workbook.ts'
import { RULE_FILE_ROLES, type RuleOnSheet } from './rule-sheet.ts'

const AT = { year: 2026, month: 11, day: 5, hour: 12, minute: 34 }
const LINE = {
  order: 1,
  detail: 'Asesoría',
  currency: 'CLP',
  quantity: '1',
  price: '150000',
} as const

const RULES: RuleOnSheet[] = [
  {
    id: 7,
    name: 'Arriendo  "Ñuñoa"',
    company: 'Empresa SpA',
    clients: 'Uno, Dos +3',
    day: 5,
    isPaused: false,
    lines: [
      LINE,
      { order: 2, detail: '=HYPERLINK("x")', currency: 'UF', quantity: '2.5', price: '0.333333' },
      { order: 3, detail: 'Horas', currency: 'CLP', quantity: null, price: '20000' },
    ],
  },
  {
    id: 8,
    name: 'Otra',
    company: 'Empresa SpA',
    clients: '',
    day: 'LAST_BUSINESS',
    isPaused: true,
    lines: [
      { order: 1, detail: 'Caro', currency: 'UF', quantity: '1', price: '123456789012.123456' },
    ],
  },
  { id: 9, name: 'Vacía', company: 'Persona', clients: '', day: 31, isPaused: false, lines: [] },
]

async function exported(language: 'es' | 'en' = 'es'): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of ruleWorkbook(RULES, ruleFileTexts(language), AT)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

type Row = Partial<Record<(typeof RULE_FILE_ROLES)[number], string>>

const GOOD: Row = {
  rule: '7',
  line: '1',
  name: 'Arriendo "Ñuñoa"',
  company: 'Empresa SpA',
  clients: 'Uno, Dos +3',
  detail: 'Asesoría',
  currency: 'CLP',
  quantity: '1',
  price: '150000',
  day: '5',
  active: 'Sí',
}

function csv(...rows: Row[]): Buffer {
  const { columns } = ruleFileTexts('es')
  const cells = (row: Row) => RULE_FILE_ROLES.map((role) => quoted(row[role] ?? '')).join(';')
  const headings = RULE_FILE_ROLES.map((role) => columns[role]).join(';')
  return Buffer.from([headings, ...rows.map(cells)].join('\r\n'))
}

function quoted(text: string): string {
  return /[";]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function read(bytes: Uint8Array, fileName = 'reglas.csv'): Promise<RuleFileRead> {
  return readRuleFile({ bytes, fileName, rules: RULES })
}

test.each(['es', 'en'] as const)(
  'a file that comes back as it left changes nothing (%s)',
  async (language) => {
    expect(await read(await exported(language), 'reglas.xlsx')).toEqual({
      kind: 'read',
      rules: [],
      otherSheets: [],
    })
  },
)

test('a text that begins like a formula is written as a text, quoted', async () => {
  const files = unzip(await exported())
  const sheet = files.get('xl/worksheets/sheet1.xml')?.().toString() ?? ''
  expect(sheet).toContain('<t xml:space="preserve">=HYPERLINK("x")</t>')
  expect(sheet).not.toContain('<f>')
})

test('a file changes the cells that were edited and no others', async () => {
  const file = csv(
    { ...GOOD, price: '156750', day: '31', active: 'no' },
    {
      ...GOOD,
      line: '2',
      detail: '=HYPERLINK("x")',
      currency: 'UF',
      quantity: '3',
      price: '0,35',
      day: '31',
      active: 'No',
    },
  )
  expect(await read(file)).toEqual({
    kind: 'read',
    rules: [
      {
        ruleId: 7,
        schedule: { rule: 'EXACT', dayOfMonth: 31 },
        isPaused: true,
        lines: [
          { order: 1, price: '156750' },
          { order: 2, quantity: '3', price: '0.35' },
        ],
      },
    ],
    otherSheets: [],
  })
})

test.each([
  ['primer día hábil', { rule: 'FIRST_BUSINESS' }],
  ['ÚLTIMO DIA', { rule: 'LAST_DAY' }],
  ['last business day', { rule: 'LAST_BUSINESS' }],
  ['29', { rule: 'EXACT', dayOfMonth: 29 }],
])('the day %s is read', async (day, schedule) => {
  expect(await read(csv({ ...GOOD, day }))).toMatchObject({ rules: [{ schedule }] })
})

test.each<[string, Row | Row[], string, string]>([
  ['a rule that there is not', { ...GOOD, rule: '70' }, 'A2', 'ruleUnknown'],
  ['a rule without a number', { ...GOOD, rule: 'siete' }, 'A2', 'ruleUnknown'],
  ['a line that there is not', { ...GOOD, line: '9' }, 'B2', 'lineUnknown'],
  ['the same line twice', [GOOD, { ...GOOD, price: '1' }], 'B3', 'lineRepeated'],
  ['another name', { ...GOOD, name: 'Otra' }, 'C2', 'otherText'],
  ['another issuer', { ...GOOD, company: 'Otra SpA' }, 'D2', 'otherText'],
  ['other clients', { ...GOOD, clients: 'Tres' }, 'E2', 'otherText'],
  ['another detail', { ...GOOD, detail: 'Horas' }, 'F2', 'otherText'],
  ['another currency', { ...GOOD, currency: 'UF' }, 'G2', 'otherText'],
  ['no quantity', { ...GOOD, quantity: '' }, 'H2', 'valueMissing'],
  ['a quantity of zero', { ...GOOD, quantity: '0' }, 'H2', 'zero'],
  ['a quantity with two readings', { ...GOOD, quantity: '1.000' }, 'H2', 'numberAmbiguous'],
  [
    'a quantity that each month has',
    { ...GOOD, line: '3', detail: 'Horas', quantity: '4', price: '20000' },
    'H2',
    'lineIsOpen',
  ],
  ['no price', { ...GOOD, price: '' }, 'I2', 'valueMissing'],
  ['a price of zero', { ...GOOD, price: '0' }, 'I2', 'zero'],
  ['a negative price', { ...GOOD, price: '-5' }, 'I2', 'negative'],
  ['pesos with decimals', { ...GOOD, price: '1,5' }, 'I2', 'pesosWithDecimals'],
  ['a price in words', { ...GOOD, price: 'mil' }, 'I2', 'notANumber'],
  ['day 32', { ...GOOD, day: '32' }, 'J2', 'dayUnknown'],
  ['day zero', { ...GOOD, day: '0' }, 'J2', 'dayUnknown'],
  ['a day in other words', { ...GOOD, day: 'quincena' }, 'J2', 'dayUnknown'],
  ['active perhaps', { ...GOOD, active: 'tal vez' }, 'K2', 'activeUnknown'],
  [
    'two days of one rule',
    [GOOD, { ...GOOD, line: '3', detail: 'Horas', quantity: '', price: '20000', day: '6' }],
    'J3',
    'contradicts',
  ],
])('%s is a fault at its cell', async (_case, rows, cell, cause) => {
  const result = await read(csv(...[rows].flat()))
  if (result.kind !== 'faults') throw new Error(`It is ${result.kind}`)
  expect(result.faults.map(({ column, row, cause: why }) => [`${column}${row}`, why])).toEqual([
    [cell, cause],
  ])
})

test('every fault of a file is told at once', async () => {
  const result = await read(
    csv({ ...GOOD, price: '-1' }, { ...GOOD, line: '8' }, { ...GOOD, rule: '1' }),
  )
  expect(result).toMatchObject({ kind: 'faults', faults: [{ row: 2 }, { row: 3 }, { row: 4 }] })
})

test.each([
  ['without headings', Buffer.from('a;b\r\n1;2'), 'noHeadings'],
  [
    'with two columns of prices',
    Buffer.from('Regla N°;Línea;Precio;Precio\r\n7;1;150000;160000'),
    'severalColumns',
  ],
  ['empty', Buffer.alloc(0), 'empty'],
  ['of another kind', Buffer.from('%PDF-1.7'), 'pdf'],
])('a file %s is refused', async (_case, bytes, reason) => {
  expect(await read(bytes)).toEqual({ kind: 'refused', reason })
})

test('a column that a person took away changes nothing of it', async () => {
  const bare = Buffer.from('Regla N°;Línea;Precio\r\n7;1;160000')
  expect(await read(bare)).toEqual({
    kind: 'read',
    rules: [{ ruleId: 7, lines: [{ order: 1, price: '160000' }] }],
    otherSheets: [],
  })
})

test('other sheets with rows are named, and Folio’s help is none of them', async () => {
  const file = await xlsxOfRows({
    Reglas: [
      ['Regla N°', 'Línea', 'Precio'],
      [7, 1, 160_000],
    ],
    Ayuda: [['Columna'], ['x']],
    'Precios 2027': [['Precio'], [1]],
  })
  expect(await read(file, 'reglas.xlsx')).toMatchObject({
    kind: 'read',
    rules: [{ ruleId: 7 }],
    otherSheets: ['Precios 2027'],
  })
})
