import { expect, test } from 'vitest'
import { xlsxOf } from '../sheets/test-xlsx.ts'
import type { Corrections } from './corrections.ts'
import { csvOf, GOOD_ROW, judged, read, type Row } from './test-uploads.ts'

async function corrected(rows: readonly Row[], corrections: Partial<Corrections>) {
  return judged(csvOf(rows), { corrections: { typed: [], removed: [], ...corrections } })
}

test('a typed cell takes the place of the file’s, and its fault goes', async () => {
  const { faults, documents, rows, edited, roles } = await corrected(
    [{ ...GOOD_ROW, quantity: '1.000' }, GOOD_ROW],
    { typed: [{ row: 2, role: 'quantity', text: '1000' }] },
  )
  expect(faults).toEqual([])
  expect(documents.map(({ lines }) => lines[0]?.quantity)).toEqual(['1000', '1'])
  expect(edited).toEqual([{ row: 2, role: 'quantity' }])
  expect(rows[0]?.cells[roles.indexOf('quantity')]).toBe('1000')
})

test('a typed number is guessed no more than one of the file', async () => {
  const typed = { row: 2, role: 'quantity', text: '2.000' } as const
  const { faults } = await corrected([GOOD_ROW], { typed: [typed] })
  expect(faults).toMatchObject([{ row: 2, cause: 'numberAmbiguous', value: '2.000' }])
})

test('an empty typed cell empties the file’s', async () => {
  const { documents, faults } = await corrected(
    [{ ...GOOD_ROW, withholder: 'Receptor', quantity: '3' }],
    {
      typed: [
        { row: 2, role: 'withholder', text: '' },
        { row: 2, role: 'quantity', text: ' ' },
      ],
    },
  )
  expect(faults).toEqual([])
  expect(documents[0]?.lines).toMatchObject([{ quantity: '1' }])
})

test('a column that the file lacks is filled in, and shown with the others', async () => {
  const bytes = Buffer.from('Tipo;RUT;Detalle;Precio\nFactura;77777777-7;Servicio;2')
  const typed = [
    { row: 2, role: 'currency', text: 'UF' },
    { row: 2, role: 'ownId', text: 'P-1' },
  ] as const
  const { documents, roles, rows, faults } = await judged(bytes, {
    corrections: { typed, removed: [] },
  })
  expect(faults).toEqual([])
  expect(documents).toMatchObject([{ ownId: 'P-1', lines: [{ price: { currency: 'UF' } }] }])
  expect(roles).toEqual(['kind', 'rut', 'ownId', 'description', 'price', 'currency'])
  expect(rows).toEqual([{ row: 2, cells: ['Factura', '77777777-7', 'P-1', 'Servicio', '2', 'UF'] }])
})

test('rows are added below the last one, and are lines of the group that they name', async () => {
  const added = [
    ['group', 'A'],
    ['description', 'Otra'],
    ['price', '500'],
  ] as const
  const { documents, rows } = await corrected([{ ...GOOD_ROW, group: 'A' }, GOOD_ROW], {
    typed: added.map(([role, text]) => ({ row: 9, role, text })),
  })
  expect(documents.map(({ key, rows: of }) => [key, of])).toEqual([
    ['g:A', [2, 9]],
    ['r:3', [3]],
  ])
  expect(rows.map(({ row }) => row)).toEqual([2, 3, 9])
})

test('a row that was taken out makes no document and stays in sight', async () => {
  const bad = { ...GOOD_ROW, price: 'x' }
  const { documents, faults, rows, removed } = await corrected([GOOD_ROW, bad, GOOD_ROW], {
    removed: [3],
  })
  expect(faults).toEqual([])
  expect(documents.map(({ key }) => key)).toEqual(['r:2', 'r:4'])
  expect(rows.map(({ row }) => row)).toEqual([2, 3, 4])
  expect(removed).toEqual([3])
})

test('a merged cell is corrected by what is typed into it', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const rows = [
    ['Documento', 'Tipo', 'RUT', 'Detalle', 'Precio'].map(text).join(''),
    ['F-1', 'Factura', '77777777-7', 'uno', '1000'].map(text).join(''),
    `<c/>${['Factura', '77777777-7', 'dos', '1000'].map(text).join('')}`,
  ]
  const xml = `<sheetData>${rows.map((row) => `<row>${row}</row>`).join('')}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells>`
  const bytes = await xlsxOf([{ name: 'Documentos', xml }])
  const of = (said: string) =>
    judged(bytes, {
      fileName: 'a.xlsx',
      corrections: { typed: [{ row: 3, role: 'group', text: said }], removed: [] },
    })
  expect((await of('F-1')).documents).toMatchObject([{ key: 'g:F-1', rows: [2, 3], isValid: true }])
  expect((await of('')).documents).toMatchObject([
    { key: 'g:F-1', rows: [2], isValid: true },
    { key: 'r:3', isValid: true },
  ])
})

test('what is typed above the headings or into them is left out', async () => {
  const { documents, edited } = await corrected([GOOD_ROW], {
    typed: [{ row: 1, role: 'price', text: '5' }],
    removed: [1],
  })
  expect(documents).toMatchObject([{ isValid: true }])
  expect(edited).toEqual([])
})

test('a file of which every row was taken out has no documents', async () => {
  const corrections = { typed: [], removed: [2] }
  expect(await read(csvOf([GOOD_ROW]), { corrections })).toEqual({
    kind: 'refused',
    reason: 'noDocuments',
    count: 0,
  })
})
