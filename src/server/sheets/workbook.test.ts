import { readXlsx } from 'hucre/xlsx'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { unzip } from './test-unzip.ts'
import { workbook, type Cell, type Sheet } from './workbook.ts'

const AT = { year: 2026, month: 11, day: 5, hour: 12, minute: 34 }

async function made(sheets: Sheet[], mostRows?: number): Promise<Buffer> {
  async function* each(): AsyncGenerator<Sheet> {
    yield* sheets
  }
  const parts: Uint8Array[] = []
  for await (const part of workbook(each(), AT, mostRows)) parts.push(part)
  return Buffer.concat(parts)
}

function sheet(rows: Cell[][], name = 'Hoja'): Sheet {
  return { name, headings: (rows[0] ?? ['vacía']).map((_, index) => `Columna ${index + 1}`), rows }
}

async function readBack(rows: Cell[][]) {
  const { sheets } = await readXlsx(await made([sheet(rows)]))
  return sheets[0]?.rows.slice(1)
}

test('another reader finds texts, numbers, days and instants as what they are', async () => {
  const rows: Cell[][] = [
    ['Ñuñoa & <cía>', 150000, -7, 12.5, true, null],
    [' con espacios ', 0, 9_007_199_254_740_991, 0.1, false, ''],
    [{ day: knownDay('2026-11-05') }, { day: knownDay('2024-02-29'), minutes: 15 * 60 + 30 }],
  ]
  const [first, second, days] = (await readBack(rows)) ?? []
  expect(first?.slice(0, 5)).toEqual(['Ñuñoa & <cía>', 150000, -7, 12.5, true])
  expect(first?.[5] ?? null).toBeNull()
  expect(second?.slice(0, 5)).toEqual([' con espacios ', 0, 9_007_199_254_740_991, 0.1, false])
  expect(days?.slice(0, 2)).toEqual([
    new Date('2026-11-05T00:00:00Z'),
    new Date('2024-02-29T15:30:00Z'),
  ])
})

test('what begins like a formula is a text, and stays one when its cell is edited', async () => {
  const texts = ['=1+1', '+56 9 1234', '-5', '@SUM(A1)', '\t=1', "=HYPERLINK('x')", '0012']
  expect(await readBack(texts.map((text) => [text]))).toEqual(texts.map((text) => [text]))
  const files = unzip(await made([sheet(texts.map((text) => [text]))]))
  const xml = String(files.get('xl/worksheets/sheet1.xml')?.())
  expect(xml).not.toMatch(/<f[ >]|t="(str|s|e)"/)
  expect(xml.match(/ s="4" t="inlineStr"/g)).toHaveLength(texts.length)
  expect(String(files.get('xl/styles.xml')?.())).toMatch(
    /(<xf [^>]*\/>){4}<xf [^>]*quotePrefix="1"/,
  )
})

test('no character breaks the file, and none that may stand there is lost', async () => {
  const odd = 'a\u0000b\u0008c\ud800d\uffffe_x000D_f\r\ng😀'
  const [row] = (await readBack([[odd]])) ?? []
  expect(String(row?.[0]).replace('\r\n', '\n')).toBe('abcde_x000D_f\ng😀')
  const [long] = (await readBack([['x'.repeat(40_000)]])) ?? []
  expect(String(long?.[0])).toHaveLength(32_767)
  expect(String(long?.[0]).at(-1)).toBe('…')
})

test('each part is well-formed XML, and an empty sheet has its headings', async () => {
  const files = unzip(await made([sheet([], 'Vacía & sola'), sheet([['a', 1]], 'Otra')]))
  for (const file of files.values()) XmlDocument.fromBuffer(file()).dispose()
  expect([...files.keys()].filter((name) => name.includes('worksheets'))).toHaveLength(2)
  const { sheets } = await readXlsx(await made([sheet([], 'Vacía & sola')]))
  expect(sheets.map(({ name, rows }) => ({ name, rows }))).toEqual([
    { name: 'Vacía & sola', rows: [['Columna 1']] },
  ])
})

test('more rows than a sheet can have go on in another, under the same headings', async () => {
  const rows = Array.from({ length: 7 }, (_, index): Cell[] => [index + 1])
  const { sheets } = await readXlsx(await made([sheet(rows), sheet([['z']], 'Fin')], 4))
  expect(sheets.map(({ name, rows: found }) => [name, found.map(([first]) => first)])).toEqual([
    ['Hoja', ['Columna 1', 1, 2, 3]],
    ['Hoja (2)', ['Columna 1', 4, 5, 6]],
    ['Hoja (3)', ['Columna 1', 7]],
    ['Fin', ['Columna 1', 'z']],
  ])
  const exact = await readXlsx(await made([sheet(rows.slice(0, 3))], 4))
  expect(exact.sheets.map(({ name }) => name)).toEqual(['Hoja'])
})

test('rows are asked for one at a time, and none before it is needed', async () => {
  let asked = 0
  async function* rows(): AsyncGenerator<Cell[]> {
    for (; asked < 5_000; asked += 1) yield ['x'.repeat(50) + String(asked)]
  }
  async function* one(): AsyncGenerator<Sheet> {
    yield { name: 'Larga', headings: ['Texto'], rows: rows() }
  }
  let beforeAnyPart = -1
  for await (const part of workbook(one(), AT)) {
    if (beforeAnyPart < 0) beforeAnyPart = asked
    expect(part.length).toBeLessThan(100_000)
  }
  expect(beforeAnyPart).toBe(0)
  expect(asked).toBe(5_000)
})
