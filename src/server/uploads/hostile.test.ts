import { expect, test } from 'vitest'
import { uploadTexts } from '#texts/uploads.ts'
import { hostileFiles } from '../sheets/test-hostile.ts'
import { xlsxOf } from '../sheets/test-xlsx.ts'
import { read, judged } from './test-uploads.ts'

// How much of the processor and of memory each takes is measured by `npm run bench -- excel`.
test('every hostile file is refused by its reason, which has a sentence', async () => {
  const files = await hostileFiles()
  expect(files.length).toBeGreaterThan(30)
  for (const { name, fileName, bytes, reason } of files) {
    expect({ name, read: await read(bytes, { fileName }) }).toEqual({
      name,
      read: { kind: 'refused', reason, count: null },
    })
    for (const language of ['es', 'en'] as const) {
      expect(uploadTexts(language).refusals[reason]).toMatch(/^[A-Z].+\.$/)
    }
  }
})

test('formulas are refused at their cells, whatever they show', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const headings = ['Tipo', 'RUT', 'Detalle', 'Precio'].map(text).join('')
  const row = `${text('Factura')}${text('77777777-7')}${text('Servicio')}<c><f>1+1</f><v>119000</v></c>`
  const bytes = await xlsxOf([
    { name: 'Documentos', xml: `<sheetData><row>${headings}</row><row>${row}</row></sheetData>` },
  ])
  const { faults } = await judged(bytes, { fileName: 'a.xlsx' })
  expect(faults).toMatchObject([{ row: 2, column: 3, value: '119000', cause: 'formula' }])
})

test('501 documents, 5,001 rows and a file of headings alone are refused with their count', async () => {
  const line = 'Factura;77777777-7;Servicio;1000'
  const csv = (rows: string[]) =>
    Buffer.from(['Documento;Tipo;RUT;Detalle;Precio', ...rows].join('\n'))
  const rows = (count: number, groups: number) =>
    Array.from({ length: count }, (_, n) => `d${n % groups};${line}`)
  expect(await read(csv(rows(501, 501)))).toEqual({
    kind: 'refused',
    reason: 'tooManyDocuments',
    count: 501,
  })
  expect(await read(csv(rows(500, 500)))).toMatchObject({ kind: 'judged' })
  expect(await read(csv(rows(5_001, 501)))).toMatchObject({ reason: 'tooManyRows', count: 5_001 })
  expect(await read(csv(rows(5_000, 500)))).toMatchObject({ kind: 'judged', faultCount: 0 })
  expect(await read(csv([]))).toEqual({ kind: 'refused', reason: 'noDocuments', count: 0 })
})
