import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import iconv from 'iconv-lite'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { annotate } from './annotate.ts'
import type { Annotation } from './annotate-sheet.ts'
import { readSheets } from './read-sheets.ts'
import type { SheetLimits } from './table.ts'
import { unzip } from './test-unzip.ts'
import { xlsxOf } from './test-xlsx.ts'

const LIMITS: SheetLimits = {
  fileBytes: 5 * 1024 * 1024,
  unpackedBytes: 32 * 1024 * 1024,
  rows: 6_000,
  writtenRows: 100_000,
  columns: 60,
  cells: 600_000,
  sharedTexts: 200_000,
  textCharacters: 8 * 1024 * 1024,
  isStrict: true,
}

type Written = readonly (readonly [row: number, column: number, value: Annotation])[]

function cellsOf(written: Written): Map<number, Map<number, Annotation>> {
  const cells = new Map<number, Map<number, Annotation>>()
  for (const [row, column, value] of written) {
    cells.set(row, (cells.get(row) ?? new Map<number, Annotation>()).set(column, value))
  }
  return cells
}

function annotated(bytes: Buffer, written: Written, sheet = 'Hoja1', headerRow: number | null = 1) {
  return annotate({ bytes, sheet, cells: cellsOf(written), headerRow }, LIMITS)
}

async function tableOf(bytes: Buffer, fileName = 'a.xlsx') {
  const read = await readSheets(bytes, fileName, LIMITS)
  if (read.kind !== 'sheets') throw new Error(read.reason)
  return new Map(read.tables[0]?.rows.map(({ row, cells }) => [row, cells]))
}

const SHEET = `<dimension ref="A1:B4"/><sheetFormatPr/><sheetData>
  <row r="1" spans="1:2" ht="20"><c r="A1" s="3" t="inlineStr"><is><t>RUT</t></is></c><c r="B1" s="3"><v>1</v></c></row>
  <!-- <row r="2"><c r="A2"/></row> -->
  <row r="2"><c r="A2"><v>5</v></c><c r="D2" s="2"/><c r="E2" s="1"><f>A2*2</f><v>10</v></c></row>
  <row r="3"/>
  <row r="4"><c><v>7</v></c><c/><c><v>8</v></c></row>
</sheetData><mergeCells count="0"/>`

const xmlOf = (bytes: Buffer) => String(unzip(bytes).get('xl/worksheets/sheet1.xml')?.())

test('new cells stand behind those of their row, and take the place of one that is there with its format', async () => {
  const bytes = await annotated(await xlsxOf([{ xml: SHEET }]), [
    [1, 5, 'Estado'],
    [2, 1, 'antes'],
    [2, 3, 'en su lugar'],
    [2, 5, 'Emitido'],
    [2, 6, 123],
    [3, 5, 'vacía'],
    [4, 5, 'al final'],
  ])
  const xml = xmlOf(bytes)
  XmlDocument.fromString(xml).dispose()
  expect(xml).toContain('<c r="D2" s="2" t="inlineStr"><is><t xml:space="preserve">en su lugar</t>')
  expect(xml).toContain('<c r="F1" s="3" t="inlineStr">')
  expect(xml).toContain('<c r="E2" s="1"><f>A2*2</f><v>10</v></c>')
  expect(xml).toContain('<!-- <row r="2"><c r="A2"/></row> -->')
  expect(xml).toContain('<row r="1" spans="1:6" ht="20">')
  expect(xml).toContain('<dimension ref="A1:G4"/>')
  const table = await tableOf(bytes)
  expect(table.get(2)).toEqual([
    5,
    'antes',
    null,
    'en su lugar',
    { kind: 'formula', shown: '10' },
    'Emitido',
    123,
  ])
  expect(table.get(3)?.[5]).toBe('vacía')
  expect(table.get(4)).toEqual([7, null, 8, null, null, 'al final'])
})

test('a formula stays where a value was meant to be written over it', async () => {
  const bytes = await annotated(await xlsxOf([{ xml: SHEET }]), [
    [2, 4, '10'],
    [2, 5, 'Emitido'],
  ])
  expect((await tableOf(bytes)).get(2)?.slice(4)).toEqual([
    { kind: 'formula', shown: '10' },
    'Emitido',
  ])
})

test('every other part of an archive is copied as it is packed', async () => {
  const before = await xlsxOf([{ xml: SHEET }, { xml: '<sheetData/>', name: 'Otra' }], {
    sharedStrings: '<si><t>uno</t></si>',
    parts: { 'docProps/app.xml': '<a/>' },
  })
  const after = await annotated(before, [[2, 5, 'Emitido']], 'Hoja2')
  const [old, now] = [unzip(before), unzip(after)]
  expect([...now.keys()]).toEqual([...old.keys()])
  for (const [name, content] of old) {
    if (name !== 'xl/worksheets/sheet1.xml') expect(now.get(name)?.()).toEqual(content())
  }
  expect(xmlOf(after)).not.toBe(xmlOf(before))
})

test.each(['libreoffice.xlsx', 'openpyxl.xlsx', 'xlsxwriter.xlsx'])(
  'the file of another program is read as before with what was written beside (%s)',
  async (name) => {
    const bytes = readFileSync(join(import.meta.dirname, '../uploads/fixtures', name))
    const { sheets } = await readXlsx(bytes)
    const [sheet] = sheets
    const before = await tableOf(bytes)
    const after = await annotated(
      bytes,
      [
        [1, 10, 'Estado'],
        [2, 10, 'Emitido'],
        [2, 11, 41],
      ],
      sheet?.name,
    )
    const now = await tableOf(after)
    for (const [row, cells] of before) expect(now.get(row)?.slice(0, cells.length)).toEqual(cells)
    expect(now.get(2)?.slice(10)).toEqual(['Emitido', 41])
    const { sheets: read } = await readXlsx(after)
    expect(read[0]?.rows[1]?.slice(10, 12)).toEqual(['Emitido', 41])
  },
)

test('rows that a sheet or a csv lacks are added in their place', async () => {
  const written: Written = [
    [2, 5, 'Emitido'],
    [6, 0, 'nueva'],
    [6, 5, 'Por emitir'],
    [5, 0, 'otra'],
  ]
  const bytes = await annotated(await xlsxOf([{ xml: SHEET }]), written)
  expect(xmlOf(bytes)).toContain('<dimension ref="A1:F6"/>')
  const rows = await tableOf(bytes)
  expect([...rows.keys()]).toEqual([1, 2, 4, 5, 6])
  expect(rows.get(6)).toEqual(['nueva', null, null, null, null, 'Por emitir'])
  const gap = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="9"/></sheetData>'
  const between = await annotated(await xlsxOf([{ xml: gap }]), [[4, 0, 'x']])
  expect(xmlOf(between)).toMatch(/<\/row><row r="4">.*<\/row><row r="9"\/>/)
  const csv = (text: string) => annotated(Buffer.from(text), [[3, 1, 'x']])
  expect(String(await csv('a;b\r\n1;2'))).toBe('a;b\r\n1;2\r\n;x')
  expect(String(await csv('a;b\n1;2\n'))).toBe('a;b\n1;2\n;x\n')
})

test('a text that begins like a formula is none, in a sheet and in a csv', async () => {
  const text = '=HYPERLINK("http://x")&<b>'
  const bytes = await annotated(await xlsxOf([{ xml: SHEET }]), [[2, 5, text]])
  expect(xmlOf(bytes)).not.toContain('<f>HYPERLINK')
  expect((await tableOf(bytes)).get(2)?.[5]).toBe(text)
  const csv = await annotated(Buffer.from('a;b\n1;2\n'), [[2, 2, '=1+1']])
  expect(String(csv)).toBe("a;b\n1;2;'=1+1\n")
})

test('a prefix before the names of a sheet stays', async () => {
  const xml =
    '<x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="2"/></x:sheetData>'
  const bytes = await annotated(await xlsxOf([{ xml }]), [
    [1, 1, 'dos'],
    [2, 0, 3],
  ])
  expect(xmlOf(bytes)).toContain(
    '<x:c r="B1" t="inlineStr"><x:is><x:t xml:space="preserve">dos</x:t></x:is></x:c></x:row>' +
      '<x:row r="2"><x:c r="A2"><x:v>3</x:v></x:c></x:row>',
  )
})

test.each([
  ['semicolons and returns', 'a;b\r\n1;2\r\n;;\r\n', 'a;b;Estado\r\n1;2;Emitido\r\n;;\r\n'],
  ['commas', 'a,b\n"1,5",2\n', 'a,b,Estado\n"1,5",2,Emitido\n'],
  ['tabs and no last return', 'a\tb\n1\t2', 'a\tb\tEstado\n1\t2\tEmitido'],
  ['a short row', 'a;b;c\n1\n', 'a;b;c;Estado\n1;;;Emitido\n'],
])('a csv keeps its separator and its rows: %s', async (_, before, after) => {
  const column = before.startsWith('a;b;c') ? 3 : 2
  const written = [
    [1, column, 'Estado'],
    [2, column, 'Emitido'],
  ] as const
  expect(String(await annotated(Buffer.from(before), written))).toBe(after)
})

test('a column of a csv that is there is filled in, and what needs quotes gets them', async () => {
  const csv = await annotated(Buffer.from('a;Error;b\n1;"viejo; ""x""";3\n'), [
    [2, 1, 'di "no"; ya'],
  ])
  expect(String(csv)).toBe('a;Error;b\n1;"di ""no""; ya";3\n')
})

test('a csv keeps its encoding', async () => {
  const old = iconv.encode('Año;b\nñ;2\n', 'windows-1252')
  expect(iconv.decode(await annotated(old, [[2, 2, 'Pidió']]), 'windows-1252')).toBe(
    'Año;b\nñ;2;Pidió\n',
  )
  const marked = Buffer.from('\ufeffa;b\n1;2\n')
  expect((await annotated(marked, [[2, 2, 'ñ']])).equals(Buffer.from('\ufeffa;b\n1;2;ñ\n'))).toBe(
    true,
  )
})
