import { expect, test } from 'vitest'
import type { UploadRole } from '#domain/upload.ts'
import { MAX_MERGES } from '../sheets/table.ts'
import { xlsxOf } from '../sheets/test-xlsx.ts'
import { csvOf, GOOD_ROW, judged, read, type Row } from './test-uploads.ts'

// A document of which rows may be missing, or cells stand merged or hidden, is never issued as it stands.

const LINE: Row = { description: 'Otra línea', price: '1000' }

async function validity(rows: readonly Row[]) {
  const { documents } = await judged(csvOf(rows))
  return documents.map(({ key, isValid }) => [key, isValid])
}

test('groups that only case tells apart are both wrong', async () => {
  expect(
    await validity([
      { ...GOOD_ROW, group: 'F-1' },
      { ...GOOD_ROW, group: 'f 1' },
      { ...GOOD_ROW, group: 'F-2' },
    ]),
  ).toEqual([
    ['g:F-1', false],
    ['g:f 1', false],
    ['g:F-2', true],
  ])
})

test('a row without group and client may be a line of the document above, which is wrong with it', async () => {
  const rows = [{ ...GOOD_ROW, group: 'A' }, LINE, LINE, { ...GOOD_ROW, group: 'B' }]
  expect(await validity(rows)).toEqual([
    ['g:A', false],
    ['r:3', false],
    ['r:4', false],
    ['g:B', true],
  ])
  const { faults } = await judged(csvOf(rows))
  expect(faults.filter(({ cause }) => cause === 'groupShort')).toMatchObject([
    { row: 2, role: 'group', values: { row: 3 } },
  ])
})

test('without groups, too, a row without a client may be a line of the one above', async () => {
  expect(await validity([GOOD_ROW, GOOD_ROW, LINE])).toEqual([
    ['r:2', true],
    ['r:3', false],
    ['r:4', false],
  ])
})

test('a group whose cell can’t be read may be that of the documents beside it', async () => {
  const unreadable = { ...GOOD_ROW, group: '#N/A' }
  expect(
    await validity([
      { ...GOOD_ROW, group: 'A' },
      { ...GOOD_ROW, group: 'B' },
      unreadable,
      { ...GOOD_ROW, group: 'C' },
      { ...GOOD_ROW, group: 'D' },
    ]),
  ).toEqual([
    ['g:A', true],
    ['g:B', false],
    ['r:4', false],
    ['g:C', false],
    ['g:D', true],
  ])
})

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const HEADINGS = [
  'Documento',
  'Tipo',
  'RUT',
  'Detalle',
  'Precio',
  'Cantidad',
  'Moneda',
  'Enviar correo',
]

function sheetOf(rows: readonly string[], more = '', attributes: Record<number, string> = {}) {
  const all = [HEADINGS.map(text).join(''), ...rows]
  const each = all.map((row, n) => `<row r="${n + 1}"${attributes[n + 1] ?? ''}>${row}</row>`)
  return xlsxOf([{ name: 'Documentos', xml: `<sheetData>${each.join('')}</sheetData>${more}` }])
}

const start = (group: string) =>
  group + [text('Factura'), text('77777777-7'), text('Servicio'), '<c><v>2000</v></c>'].join('')

test('a group that a formula shows is that of the document with its name', async () => {
  const formula = '<c t="str"><f>A2</f><v>F-1</v></c>'
  const rows = [start(text('F-1')), start(text('F-2')), start(formula), start(text('F-3'))]
  const { documents } = await judged(await sheetOf(rows), { fileName: 'a.xlsx' })
  expect(documents.map(({ key, isValid }) => [key, isValid])).toEqual([
    ['g:F-1', false],
    ['g:F-2', true],
    ['r:4', false],
    ['g:F-3', true],
  ])
})

test('a group merged over rows is wrong, and so is the document of its first row', async () => {
  const rows = [start(text('F-1')), start('<c/>'), start(text('F-2'))]
  const merges = '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>'
  const { documents, faults } = await judged(await sheetOf(rows, merges), { fileName: 'a.xlsx' })
  expect(documents.map(({ key, isValid }) => [key, isValid])).toEqual([
    ['g:F-1', false],
    ['r:3', false],
    ['g:F-2', true],
  ])
  expect(faults.map(({ row, cause }) => [row, cause])).toEqual([
    [2, 'groupShort'],
    [3, 'mergedCell'],
  ])
})

test('a client merged over rows without groups is no client of the further rows alone', async () => {
  const further = `<c/>${text('Factura')}<c/>${text('Otra')}<c><v>1000</v></c>`
  const merges = '<mergeCells><mergeCell ref="C2:C3"/></mergeCells>'
  const bytes = await sheetOf([start('<c/>'), further], merges)
  const { documents } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(documents.map(({ key, isValid }) => [key, isValid])).toEqual([
    ['r:2', false],
    ['r:3', false],
  ])
})

test.each<[string, UploadRole]>([
  ['F2:F3', 'quantity'],
  ['G2:G3', 'currency'],
  ['H2:H3', 'sendEmail'],
])('a merged cell of an optional column takes no default: %s', async (reference, role) => {
  const whole = start('<c/>') + ['<c><v>3</v></c>', text('UF'), text('No')].join('')
  const merges = `<mergeCells><mergeCell ref="${reference}"/></mergeCells>`
  const bytes = await sheetOf([whole, start('<c/>')], merges)
  const { faults, documents } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(faults.map(({ row, role: of, cause }) => [row, of, cause])).toEqual([
    [3, role, 'mergedCell'],
  ])
  expect(documents.map(({ isValid }) => isValid)).toEqual([true, false])
})

test('a cell merged with the one beside it takes no default either', async () => {
  const merges = '<mergeCells><mergeCell ref="E2:F2"/></mergeCells>'
  const { faults } = await judged(await sheetOf([start('<c/>')], merges), { fileName: 'a.xlsx' })
  expect(faults.map(({ role, cause }) => [role, cause])).toEqual([['quantity', 'mergedCell']])
})

test('more merged cells than are looked at are refused', async () => {
  const merges = (count: number) =>
    `<mergeCells>${Array.from({ length: count }, (_, n) => `<mergeCell ref="A${n * 2 + 9}:A${n * 2 + 10}"/>`).join('')}</mergeCells>`
  const of = async (count: number) =>
    read(await sheetOf([start('<c/>')], merges(count)), { fileName: 'a.xlsx' })
  expect(await of(MAX_MERGES)).toMatchObject({ kind: 'judged', faultCount: 0 })
  expect(await of(MAX_MERGES + 1)).toMatchObject({ kind: 'refused', reason: 'tooManyMerges' })
})

test('rows that the file hides are read and named', async () => {
  const rows = [start('<c/>'), start('<c/>'), start('<c/>')]
  const attributes = { 3: ' hidden="1"', 4: ' hidden="0"' }
  const { documents, hiddenRows } = await judged(await sheetOf(rows, '', attributes), {
    fileName: 'a.xlsx',
  })
  expect(documents).toHaveLength(3)
  expect(hiddenRows).toEqual([3])
})

test('a comma that splits a number of a csv in two is a fault of its row', async () => {
  const csv = (...rows: string[]) =>
    Buffer.from(['Tipo,RUT,Detalle,Precio,Moneda', ...rows].join('\n'))
  const good = 'Factura,77777777-7,Servicio,12,UF'
  const { faults, documents } = await judged(
    csv(good, 'Factura,77777777-7,Servicio,12,5,UF', 'Factura,77777777-7,Servicio,12,,'),
  )
  expect(faults).toContainEqual(
    expect.objectContaining({ row: 3, column: 5, cause: 'surplusField', value: 'UF' }),
  )
  // With an empty field at its end nothing else tells that its values stand one column too far.
  expect(faults).toContainEqual(expect.objectContaining({ row: 4, cause: 'surplusField' }))
  expect(documents.map(({ isValid }) => isValid)).toEqual([true, false, false])
})

test('a semicolon at the end of each row is no surplus, a value behind it is', async () => {
  const csv = (end: string) =>
    Buffer.from(`Tipo;RUT;Detalle;Precio\nFactura;77777777-7;Servicio;1000;${end}`)
  expect((await judged(csv(''))).faults).toEqual([])
  expect((await judged(csv('x'))).faults.map(({ cause }) => cause)).toEqual(['surplusField'])
})
