import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { workbook, type Cell as WrittenCell } from '../../sheets/workbook.ts'
import { shownCell } from '../../sheets/table.ts'
import { readStatement } from './read-statement.ts'
import { xlsxOf, xlsxOfParts } from '../../sheets/test-xlsx.ts'
import { csvOf, tablesOf } from './test-files.ts'

const AT = { year: 2026, month: 11, day: 5, hour: 12, minute: 34 }

async function written(rows: WrittenCell[][]): Promise<Buffer> {
  async function* sheets() {
    yield { name: 'Movimientos', headings: ['Fecha', 'Monto'], rows }
  }
  const parts: Uint8Array[] = []
  for await (const part of workbook(sheets(), AT)) parts.push(part)
  return Buffer.concat(parts)
}

async function reasonOf(bytes: Uint8Array, name = 'cartola.xlsx'): Promise<string> {
  const read = await readStatement(bytes, name)
  return read.kind === 'refused' ? read.reason : read.kind
}

async function cells(bytes: Buffer, name?: string) {
  return (await tablesOf(bytes, name))[0]?.rows.map(({ cells }) => cells)
}

const day = (text: string) => ({ kind: 'day', day: knownDay(text) })

test('cells of a workbook are read by their types', async () => {
  const bytes = await written([
    [{ day: knownDay('2026-11-05') }, 150_000, 'Ñuñoa & <cía>', null, -7],
    [{ day: knownDay('2024-02-29'), minutes: 930 }, 0.5, '0012', '', '=1+1'],
  ])
  expect(await tablesOf(bytes)).toEqual([
    {
      name: 'Movimientos',
      merges: [],
      hiddenRows: [],
      fields: null,
      rows: [
        { row: 1, cells: ['Fecha', 'Monto'] },
        { row: 2, cells: [day('2026-11-05'), 150_000, 'Ñuñoa & <cía>', null, -7] },
        { row: 3, cells: [day('2024-02-29'), 0.5, '0012', null, '=1+1'] },
      ],
    },
  ])
})

test('another reader finds the same values in every workbook', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => `x${text.trim()}`),
    fc.integer({ min: -1e11, max: 1e11 }),
    fc.integer({ min: 0, max: 30_000 }).map((n) => ({ day: knownDay(dayAfter(n)) })),
  )
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, async (values) => {
      const bytes = await written(values)
      const { sheets } = await readXlsx(bytes)
      const theirs = sheets[0]?.rows.map((row) =>
        row.map(shownTheirs).join('|').replace(/\|+$/, ''),
      )
      const ours = (await cells(bytes))?.map((row) => row.map(shownCell).join('|'))
      expect(ours).toEqual(theirs)
    }),
    { numRuns: 40 },
  )
})

function dayAfter(days: number): string {
  return new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10)
}

function shownTheirs(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

test('prefixes, missing references, shared and rich texts, and days of 1904 are read', async () => {
  const bytes = await xlsxOf(
    [
      {
        xml:
          '<x:sheetData><x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="s"><x:v>0</x:v></x:c></x:row>' +
          '<x:row r="7"><x:c r="C7" s="2"><x:v>44869</x:v></x:c><x:c t="str"><x:v>a_x000D_b</x:v></x:c>' +
          '<x:c t="inlineStr"><x:is><x:r><x:t>uno </x:t></x:r><x:r><x:t>dos</x:t></x:r></x:is></x:c>' +
          '<x:c s="3"><x:v>45000</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c><x:c t="d"><x:v>2026-11-05T00:00:00</x:v></x:c>' +
          '</x:row></x:sheetData>',
      },
    ],
    {
      workbookPr: '<workbookPr date1904="1"/>',
      sharedStrings:
        '<si><r><t>Mon</t></r><r><t>to</t></r><rPh><t>xx</t></rPh></si><si><t>Fecha</t></si>',
    },
  )
  expect((await tablesOf(bytes))[0]?.rows).toEqual([
    { row: 1, cells: ['Fecha', 'Monto'] },
    {
      row: 7,
      cells: [
        null,
        null,
        day('2026-11-05'),
        'a\rb',
        'uno dos',
        45_000,
        '#N/A',
        '2026-11-05T00:00:00',
      ],
    },
  ])
})

test('a formula is no value, whatever it shows', async () => {
  const bytes = await xlsxOf([
    {
      xml: '<sheetData><row r="1"><c r="A1"><f>SUM(B1:B9)</f><v>119000</v></c><c r="B1" t="str"><f>"x"</f><v>x</v></c></row></sheetData>',
    },
  ])
  expect(await cells(bytes)).toEqual([
    [
      { kind: 'formula', shown: '119000' },
      { kind: 'formula', shown: 'x' },
    ],
  ])
})

test('hidden sheets are left out, and cells merged over rows are told', async () => {
  const row = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
  const bytes = await xlsxOf([
    { name: 'Oculta', state: 'hidden', xml: `<sheetData>${row}</sheetData>` },
    {
      name: 'Visible',
      xml: `<sheetData>${row}</sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B2:C4"/></mergeCells>`,
    },
  ])
  expect((await tablesOf(bytes)).map(({ name, merges }) => ({ name, merges }))).toEqual([
    { name: 'Visible', merges: [{ fromRow: 2, toRow: 4, fromColumn: 1, toColumn: 2 }] },
  ])
})

const SAME = [
  ['Fecha', 'Descripción', 'Monto'],
  ['05-11-2026', 'Ñandú', '1.000'],
]

test.each([
  ['semicolons in UTF-8', Buffer.from('Fecha;Descripción;Monto\n05-11-2026;Ñandú;1.000\n')],
  ['a mark of UTF-8', Buffer.from('\ufeffFecha;Descripción;Monto\n05-11-2026;Ñandú;1.000')],
  ['windows-1252', Buffer.from('Fecha;Descripción;Monto\r\n05-11-2026;Ñandú;1.000', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffFecha\tDescripción\tMonto\r\n05-11-2026\tÑandú\t1.000', 'utf16le')],
  [
    'commas and quotes',
    Buffer.from('"Fecha","Descripción","Monto"\n"05-11-2026","Ñandú","1.000"\n'),
  ],
  [
    "Excel's own first line",
    Buffer.from('sep=,\r\nFecha,Descripción,Monto\r\n05-11-2026,Ñandú,1.000'),
  ],
  ['tabs', Buffer.from('Fecha\tDescripción\tMonto\r05-11-2026\tÑandú\t1.000')],
  [
    'a page called .xls',
    Buffer.from(
      '<html><style>td{x:"<b>"}</style><TABLE border=1><tr><th>Fecha<th>Descripci&oacute;n</th><th>Monto</th></tr>' +
        '<tr><td>05-11-2026</td><td>&Ntilde;and&#250;<td>&nbsp;1.000</td></tr></table></html>',
    ),
  ],
])('a statement with %s reads the same', async (_what, bytes) => {
  expect(await cells(bytes, 'cartola.xls')).toEqual(SAME)
})

test('quotes keep delimiters, line breaks and doubled quotes; those of a bank that does not quote are characters', async () => {
  expect(await cells(Buffer.from('a;"x;y";"u ""v""";"1\n2"\nb;"SOC X;c;d\ne;5" TUBO;f;g'))).toEqual(
    [
      ['a', 'x;y', 'u "v"', '1\n2'],
      ['b', '"SOC X', 'c', 'd'],
      ['e', '5" TUBO', 'f', 'g'],
    ],
  )
})

test('rows are numbered as Excel shows them, empty ones counted', async () => {
  expect((await tablesOf(Buffer.from('a;b\n\n;\nc;d')))[0]?.rows.map(({ row }) => row)).toEqual([
    1, 4,
  ])
})

test('spans of a page take their places', async () => {
  const page =
    '<table><tr><td colspan=2>a</td><td rowspan="3">b</td></tr><tr><td><table><tr><td>in</td></tr></table>c</td></tr></table>'
  const [table] = await tablesOf(Buffer.from(page))
  expect(table?.rows.map(({ cells }) => cells)).toEqual([['a', null, 'b'], ['in'], ['c']])
  expect(table?.merges).toEqual([{ fromRow: 1, toRow: 3, fromColumn: 2, toColumn: 2 }])
})

const compound = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)])

test.each([
  ['empty', 'nothing', Buffer.alloc(0)],
  ['empty', 'blanks', Buffer.from(' \n\n ')],
  ['empty', 'delimiters alone', Buffer.from(';;\n;;')],
  ['pdf', 'a PDF', Buffer.from('%PDF-1.7 …')],
  ['notASheet', 'a letter', Buffer.from('Estimado cliente')],
  ['notASheet', 'bytes', Buffer.from([1, 0, 2, 0, 3])],
  ['oldExcel', 'a binary .xls', compound],
  [
    'encrypted',
    'a workbook with a password',
    Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]),
  ],
  ['tooLarge', 'more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a;')],
  ['damaged', 'the beginning of an archive', Buffer.from('PK\u0003\u0004…')],
])('is refused as %s: %s', async (reason, _what, bytes) => {
  expect(await reasonOf(bytes)).toBe(reason)
})

test('archives that are no workbook, are encrypted or have no sheet to read are refused', async () => {
  expect(await reasonOf(await xlsxOfParts({ 'word/document.xml': '<w/>' }))).toBe('notASheet')
  expect(await reasonOf(await xlsxOf([{ xml: '<sheetData/>' }]))).toBe('empty')
  const bytes = await xlsxOf([{ xml: '<sheetData/>' }])
  for (
    let at = bytes.indexOf('PK\u0001\u0002');
    at !== -1;
    at = bytes.indexOf('PK\u0001\u0002', at + 1)
  ) {
    bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)
  }
  expect(await reasonOf(bytes)).toBe('encrypted')
})

test('20,000 rows and 60 columns are read, one more is refused in each kind of file', async () => {
  const rows = (count: number) => csvOf(Array.from({ length: count }, (_, n) => [n, 'x']))
  expect(await reasonOf(rows(20_000))).toBe('sheets')
  expect(await reasonOf(rows(20_001))).toBe('tooManyRows')
  const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`)
  expect(await reasonOf(csvOf([columns(60)]))).toBe('sheets')
  expect(await reasonOf(csvOf([columns(61)]))).toBe('tooManyColumns')
  const page = (count: number) =>
    Buffer.from(
      `<table><tr>${columns(count)
        .map((one) => `<td>${one}`)
        .join('')}</table>`,
    )
  expect(await reasonOf(page(60))).toBe('sheets')
  expect(await reasonOf(page(61))).toBe('tooManyColumns')
  const sheet = (xml: string) => xlsxOf([{ xml: `<sheetData>${xml}</sheetData>` }])
  expect(await reasonOf(await sheet('<row><c r="BH1"><v>1</v></c></row>'))).toBe('sheets')
  expect(await reasonOf(await sheet('<row><c r="XFD1"><v>1</v></c></row>'))).toBe('tooManyColumns')
  expect(await reasonOf(await sheet('<row><c><v>1</v></c></row>'.repeat(20_001)))).toBe(
    'tooManyRows',
  )
})

test('an archive that unpacks to more than the limit is refused without being unpacked', async () => {
  const bomb = Buffer.alloc(65 * 1024 * 1024, ' ')
  const bytes = await xlsxOf([{ xml: '' }], { parts: { 'xl/worksheets/sheet1.xml': bomb } })
  expect(bytes.length).toBeLessThan(200_000)
  expect(await reasonOf(bytes)).toBe('tooLarge')
  // A size of its own that it claims changes nothing.
  const directory = bytes.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  bytes.writeUInt32LE(10, directory + 24)
  expect(await reasonOf(bytes)).toBe('tooLarge')
})

test('many parts of a bomb share one limit', async () => {
  const bytes = await xlsxOf([{ xml: '' }, { xml: ' '.repeat(40 * 1024 * 1024) }, { xml: '' }], {
    parts: { 'xl/worksheets/sheet1.xml': Buffer.alloc(33 * 1024 * 1024, ' ') },
  })
  expect(await reasonOf(bytes)).toBe('tooLarge')
})

test('sizes in the 64-bit field are read', async () => {
  const name = 'xl/workbook.xml'
  const plain = await xlsxOf([{ xml: '<sheetData><row><c><v>1</v></c></row></sheetData>' }])
  const at = plain.indexOf(name, plain.indexOf('PK\u0001\u0002')) - 46
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(16, 2)
  extra.writeBigUInt64LE(BigInt(plain.readUInt32LE(at + 24)), 4)
  extra.writeBigUInt64LE(BigInt(plain.readUInt32LE(at + 20)), 12)
  plain.fill(0xff, at + 20, at + 28)
  plain.writeUInt16LE(extra.length, at + 30)
  const after = at + 46 + name.length
  const bytes = Buffer.concat([plain.subarray(0, after), extra, plain.subarray(after)])
  expect(await reasonOf(bytes)).toBe('sheets')
})

test('no damage of a file throws', async () => {
  const bytes = await written([[{ day: knownDay('2026-11-05') }, 1, 'x']])
  const stored = Buffer.concat([bytes, deflateRawSync(bytes)])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(stored.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(stored.length),
      async (changes, length) => {
        const damaged = Buffer.from(stored.subarray(0, length))
        for (const [at, value] of changes) if (at < length) damaged[at] = value
        expect(['sheets', 'refused']).toContain((await readStatement(damaged, 'x')).kind)
      },
    ),
    { numRuns: 300 },
  )
})
