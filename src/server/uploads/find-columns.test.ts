import { expect, test } from 'vitest'
import { xlsxOf } from '../sheets/test-xlsx.ts'
import type { RememberedColumns } from './find-columns.ts'
import { judged, read } from './test-uploads.ts'

const OTHERS = 'RUT;Qué;Cuánto'
/** As a person answered for that file: all are facturas. */
const REMEMBERED: RememberedColumns = {
  headings: { rut: 'rut', description: 'que', price: 'cuanto' },
  leftOut: [],
  defaultKind: 'factura',
}
const file = (headings: string, row: string) => Buffer.from(`${headings}\n${row}`)
const ROW = '77777777-7;Servicio;1000'

test('remembered columns are those of the next file with the same headings', async () => {
  const { documents } = await judged(file(OTHERS, ROW), { remembered: [REMEMBERED] })
  expect(documents).toMatchObject([{ kind: 'factura', isValid: true }])
})

test.each([
  ['quantity', 'Cantidad', '3'],
  ['currency', 'Moneda', 'UF'],
  ['grouping', 'Documento', 'A'],
  ['kind', 'Tipo', 'Boleta de honorarios'],
])(
  'remembered columns are not those of a file that has a %s, too',
  async (_what, heading, cell) => {
    const bytes = file(`${OTHERS};${heading}`, `${ROW};${cell}`)
    expect(await read(bytes, { remembered: [REMEMBERED] })).toMatchObject({ kind: 'columns' })
  },
)

test('the template is read by its own headings, whatever was remembered of its columns', async () => {
  const remembered = [
    {
      headings: { rut: 'rut', description: 'detalle', price: 'precio' },
      leftOut: [],
      defaultKind: 'factura' as const,
    },
  ]
  const bytes = file(
    'Documento;Tipo;RUT;Detalle;Cantidad;Precio;Moneda',
    'A;Boleta de honorarios;77777777-7;Servicio;2;1000;CLP',
  )
  expect((await judged(bytes, { remembered })).documents).toMatchObject([
    { group: 'A', kind: 'boletaHonorarios', lines: [{ quantity: '2' }] },
  ])
})

test('a heading that its person left out is left out of the next file, but never the kind', async () => {
  const bytes = file(`${OTHERS};Email`, `${ROW};a@ejemplo.cl`)
  const leaving = (leftOut: string[]) => ({ remembered: [{ ...REMEMBERED, leftOut }] })
  const { documents, unread } = await judged(bytes, leaving(['email']))
  expect(documents).toMatchObject([{ sendsEmail: false, isValid: true }])
  expect(unread).toEqual(['Email'])
  const kinds = file(`${OTHERS};Tipo`, `${ROW};Factura`)
  expect(await read(kinds, leaving(['tipo']))).toMatchObject({ kind: 'columns' })
})

test('what a person answers is remembered with the headings that were left out', async () => {
  const answer = {
    sheet: 'facturas',
    headerRow: 1,
    columns: { rut: 0, description: 1, price: 2 },
    defaultKind: 'factura' as const,
  }
  const { toRemember } = await judged(file(`${OTHERS};Email;Nota`, `${ROW};x;y`), { answer })
  expect(toRemember).toEqual({ ...REMEMBERED, leftOut: ['email'] })
})

test('an empty cell of a column of kinds is a fault, whatever kind was said of all rows', async () => {
  const answer = {
    sheet: 'facturas',
    headerRow: 1,
    columns: { kind: 0, rut: 1, description: 2, price: 3 },
    defaultKind: 'factura' as const,
  }
  const { faults } = await judged(file('K;R;D;P', `;${ROW}`), { answer })
  expect(faults.map(({ role, cause }) => [role, cause])).toEqual([['kind', 'missing']])
})

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`

test('other visible sheets with rows are named, but for the help and hidden ones', async () => {
  const sheet = (name: string, ...rows: string[]) => ({
    name,
    xml: `<sheetData>${rows.join('')}</sheetData>`,
  })
  const documents = [
    row('Tipo', 'RUT', 'Detalle', 'Precio'),
    row('Factura', '77777777-7', 'x', '1000'),
  ]
  const bytes = await xlsxOf([
    sheet('Enero', ...documents),
    sheet('Febrero', ...documents),
    sheet('Ayuda', row('x')),
    sheet('Vacía'),
    { ...sheet('Listas', row('x')), state: 'hidden' },
  ])
  const { sheet: of, otherSheets } = await judged(bytes, { fileName: 'a.xlsx' })
  expect([of, otherSheets]).toEqual(['Enero', ['Febrero']])
})

test('a column without a heading that has values is named by its letter', async () => {
  const bytes = await xlsxOf([
    {
      name: 'Documentos',
      xml: `<sheetData>${row('Tipo', 'RUT', 'Detalle', 'Precio', 'Nota')}${row('Factura', '77777777-7', 'x', '1000', 'y', 'pagada')}</sheetData>`,
    },
  ])
  const { unread, faults } = await judged(bytes, { fileName: 'a.xlsx' })
  expect([unread, faults]).toEqual([['Nota', 'F'], []])
})
