import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { UPLOAD_ROLES } from '#domain/upload.ts'
import { languages, type Language } from '#texts/language.ts'
import { uploadTexts } from '#texts/uploads.ts'
import { readSheets } from '../../sheets/read-sheets.ts'
import { unzip } from '../../sheets/test-unzip.ts'
import { workbook } from '../../sheets/workbook.ts'
import { findUploadColumns } from '../find-columns.ts'
import { UPLOAD_LIMITS } from '../read-upload.ts'
import { csvOf, judged, read } from '../test-uploads.ts'
import { examplesOf, templateWorkbook } from './template.ts'

const TODAY = knownDay('2026-11-05')
const AT = { year: 2026, month: 11, day: 5, hour: 9, minute: 0 }
const LISTS = {
  clients: [
    { rut: rut('76192083-9'), name: 'Viveros Herrera SpA' },
    { rut: rut('77777777-7'), name: 'Viña · Ñuble' },
  ],
  products: [{ code: 'A-1', name: 'Asesoría' }],
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

function template(language: Language, lists = LISTS): Promise<Buffer> {
  return bytesOf(templateWorkbook(lists, { today: TODAY, at: AT, language }))
}

test.each(languages)(
  'the template in %s has every column, and the reader knows each',
  async (language) => {
    const sheets = await readSheets(await template(language), 'plantilla.xlsx', UPLOAD_LIMITS)
    if (sheets.kind !== 'sheets') throw new Error(sheets.reason)
    const texts = uploadTexts(language).template
    expect(sheets.tables.map(({ name }) => name)).toEqual([texts.documents, texts.help])
    const found = findUploadColumns(sheets.tables, null, [])
    expect(found).toMatchObject({ kind: 'found', headerRow: 1, unread: [] })
    if (found.kind !== 'found') return
    expect(found.table.name).toBe(texts.documents)
    expect(Object.keys(found.columns).toSorted()).toEqual([...UPLOAD_ROLES].toSorted())
  },
)

test('an untouched template is refused because it has no rows', async () => {
  expect(await read(await template('es'), { fileName: 'p.xlsx' })).toMatchObject({
    kind: 'refused',
    reason: 'noDocuments',
  })
})

test.each(languages)('the examples in %s are three documents without a fault', async (language) => {
  const texts = uploadTexts(language).template
  const examples = examplesOf(TODAY, texts)
  async function* sheets() {
    yield {
      name: 'Documentos',
      headings: UPLOAD_ROLES.map((role) => texts.columns[role]),
      rows: examples.map((example) => UPLOAD_ROLES.map((role) => example[role] ?? null)),
    }
  }
  const { documents, faults } = await judged(await bytesOf(workbook(sheets(), AT)), {
    fileName: 'a.xlsx',
  })
  expect(faults).toEqual([])
  expect(documents.map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['factura', 2],
    ['factura', 1],
    ['boletaHonorarios', 1],
  ])
})

test('another reader opens the template, with its lists hidden', async () => {
  const { sheets } = await readXlsx(await template('es'))
  expect(sheets.map(({ name }) => name)).toEqual(['Documentos', 'Ayuda', 'Listas'])
  const files = unzip(await template('es'))
  const text = (name: string) => String(files.get(name)?.() ?? '')
  expect(text('xl/workbook.xml')).toMatch(/name="Listas"[^>]*state="hidden"/)
  const documents = text('xl/worksheets/sheet1.xml')
  expect(documents).toContain('<dataValidations count="8">')
  expect(documents).toContain(
    'showErrorMessage="0" sqref="C2:C5001"><formula1>Listas!$G$2:$G$3</formula1>',
  )
  expect(documents).toContain(
    'showErrorMessage="1" sqref="B2:B5001"><formula1>Listas!$A$2:$A$3</formula1>',
  )
})

test('a list without entries is no list', async () => {
  const bytes = await template('es', { clients: [], products: [] })
  expect(String(unzip(bytes).get('xl/worksheets/sheet1.xml')?.())).toContain(
    '<dataValidations count="6">',
  )
})

test('an entry of the template’s lists is read as its client or product', async () => {
  const sheet = String(unzip(await template('es')).get('xl/worksheets/sheet3.xml')?.())
  const offered = ['Viña · Ñuble · 77.777.777-7', 'Asesoría · A-1']
  for (const text of offered) expect(sheet).toContain(text)
  const [client = '', product = ''] = offered
  const row = { kind: 'Factura', rut: client, code: product, quantity: '2' }
  const { documents, faults } = await judged(csvOf([row]))
  expect(faults).toEqual([])
  expect(documents).toMatchObject([
    { rut: '77777777-7', lines: [{ code: 'A-1', description: 'Servicio' }] },
  ])
})
