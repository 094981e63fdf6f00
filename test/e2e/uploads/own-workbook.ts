import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { UPLOAD_ROLES } from '#domain/upload.ts'
import { uploadTexts } from '#texts/uploads.ts'
import type { Mistake, Row } from './files.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const NOTE = 'Nota interna'
const ANNOTATED = ['Estado', 'Folio', 'Error', 'Id Folio'] as const

/** As a person's own file is: by another program, with widths, formats, a frozen heading, a filter and a column of theirs. */
export async function ownWorkbook(rows: readonly Row[]): Promise<Buffer> {
  const { columns, documents } = uploadTexts('es').template
  const bytes = await writeXlsx({
    sheets: [
      {
        name: documents,
        columns: [
          ...UPLOAD_ROLES.map((role, index) => ({
            width: 12 + index,
            ...(role === 'rut' && { style: { font: { bold: true } } }),
            ...(role === 'price' && { numFmt: '#,##0.00' }),
          })),
          { width: 40, style: { font: { italic: true } } },
        ],
        rows: [
          [...UPLOAD_ROLES.map((role) => columns[role]), NOTE],
          ...rows.map((row, index) => [
            ...UPLOAD_ROLES.map((role) => row[role] ?? null),
            `nota ${index + 1}`,
          ]),
        ],
        freezePane: { rows: 1 },
        autoFilter: { range: 'A1:V1' },
      },
      { name: 'Mis cuentas', rows: [['Total', 7]] },
    ],
  })
  return Buffer.from(bytes)
}

/** The same bytes with only these cells written right. */
export function mended(bytes: Buffer, mistakes: readonly Mistake[]): Buffer {
  const parts = unzipSync(bytes)
  const texts = 'xl/sharedStrings.xml'
  let xml = strFromU8(parts[texts] ?? new Uint8Array())
  for (const { wrong, right } of mistakes) {
    expect(xml.split(`>${wrong}<`)).toHaveLength(2)
    xml = xml.replace(`>${wrong}<`, `>${right}<`)
  }
  return Buffer.from(zipSync({ ...parts, [texts]: strToU8(xml) }))
}

/** Every row says that it is issued, with the folio of its document; all else of the file is as it was. */
export async function expectAnnotated(
  { before, after }: { before: Buffer; after: Buffer },
  { rows, folios }: { rows: readonly Row[]; folios: readonly number[] },
): Promise<void> {
  const { sheets } = await readXlsx(after)
  const [headings = [], ...read] = sheets[0]?.rows ?? []
  const columnOf = (name: string) => read.map((row) => row[headings.indexOf(name)] ?? '')
  expect(headings.slice(-ANNOTATED.length)).toEqual(ANNOTATED)
  expect(columnOf('Estado')).toEqual(rows.map(() => 'Emitido'))
  expect(columnOf('Error')).toEqual(rows.map(() => ''))
  expect(columnOf(NOTE)).toEqual(rows.map((_, index) => `nota ${index + 1}`))
  const groups = rows.map(({ group }) => group)
  for (const name of ['Folio', 'Id Folio'] as const) {
    const byGroup = new Map(columnOf(name).map((value, index) => [groups[index], value]))
    expect(columnOf(name)).toEqual(groups.map((group) => byGroup.get(group)))
    expect(new Set(byGroup.values()).size).toBe(new Set(groups).size)
  }
  expect([...new Set(columnOf('Folio'))].toSorted()).toEqual([...folios].toSorted())
  expectAsItWas(unzipSync(before), unzipSync(after))
}

/** Its other parts byte for byte; its sheet without the cells of the four columns, and how far those reach. */
function expectAsItWas(before: Parts, after: Parts): void {
  const { [SHEET]: sheetBefore, ...partsBefore } = before
  const { [SHEET]: sheetAfter, ...partsAfter } = after
  expect(Object.keys(partsAfter)).toEqual(Object.keys(partsBefore))
  for (const [name, part] of Object.entries(partsBefore)) {
    expect(Buffer.compare(part, partsAfter[name] ?? new Uint8Array()), name).toBe(0)
  }
  const wasWritten = /<c r="(?:W|X|Y|Z)\d+"[^>]*?(?:\/>|>.*?<\/c>)/g
  const reach = /<dimension [^>]*>| spans="[^"]*"/g
  const own = (part: Uint8Array | undefined) => strFromU8(part ?? new Uint8Array())
  expect(own(sheetAfter).match(wasWritten)?.length).toBeGreaterThan(0)
  expect(own(sheetAfter).replaceAll(wasWritten, '').replaceAll(reach, '')).toBe(
    own(sheetBefore).replaceAll(reach, ''),
  )
}

type Parts = Readonly<Record<string, Uint8Array>>
