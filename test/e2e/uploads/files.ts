import type { Page } from 'playwright-core'
import { UPLOAD_PATH, uploadReply } from '#contract/uploads.ts'
import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import { workbook, type Cell } from '#server/sheets/workbook.ts'
import { uploadTexts } from '#texts/uploads.ts'
import type { City } from '../fixtures/city.ts'
import { companies, type Resident } from '../fixtures/resident.ts'

export type Row = Partial<Record<UploadRole, string>>

const { columns, documents } = uploadTexts('es').template

/** A workbook with the template's columns, every cell a text, as most people paste them. */
export async function workbookOf(rows: readonly Row[]): Promise<Buffer> {
  const sheet = {
    name: documents,
    headings: UPLOAD_ROLES.map((role) => columns[role]),
    rows: rows.map((row): Cell[] => UPLOAD_ROLES.map((role) => row[role] ?? null)),
  }
  async function* sheets() {
    yield sheet
  }
  const parts: Uint8Array[] = []
  const at = { year: 2026, month: 11, day: 5, hour: 12, minute: 0 }
  for await (const part of workbook(sheets(), at)) parts.push(part)
  return Buffer.concat(parts)
}

/** Clients that the world's SII knows nothing of: the rows say who they are. */
const CLIENTS: readonly Row[] = [
  { rut: '76.086.428-5', name: 'Textil Donoso Lagos SpA', giro: 'Textiles' },
  { rut: '76.192.083-9', name: 'Viveros Herrera SpA', giro: 'Viveros' },
  { rut: '5.126.663-3', name: 'Pedro Jara Soto', giro: 'Transporte' },
]

/** Facturas of so many lines each, of one another and of any other file different by their prices. */
export function facturas({ count, lines }: { count: number; lines: number }): Row[] {
  return Array.from({ length: count * lines }, (_, index): Row => {
    const document = Math.floor(index / lines)
    const isFirst = index % lines === 0
    const client = CLIENTS[document % CLIENTS.length] ?? {}
    return {
      group: `A-${document + 1}`,
      ...(isFirst && {
        kind: 'Factura',
        ...client,
        street: 'Av. Principal 123',
        commune: 'Providencia',
        city: 'Santiago',
        serviceMonth: '11-2026',
      }),
      description: `Servicio ${index + 1}`,
      quantity: '1',
      price: String(10_000 + index * 100),
    }
  })
}

/** A cell that is wrong, and what a person writes in it instead. */
export interface Mistake {
  /** Of the sheet: its headings are row 1. */
  row: number
  role: UploadRole
  wrong: string
  right: string
}

/** Seven, in rows of `facturas({ count: 25, lines: 8 })`. */
export const MISTAKES: readonly Mistake[] = [
  { row: 2, role: 'rut', wrong: '76.086.428-4', right: '76.086.428-5' },
  { row: 10, role: 'kind', wrong: 'Guía de despacho', right: 'Factura' },
  { row: 30, role: 'price', wrong: 'mil', right: '1000' },
  { row: 58, role: 'serviceMonth', wrong: 'brumario', right: '11-2026' },
  { row: 101, role: 'quantity', wrong: '1.000', right: '1000' },
  { row: 150, role: 'price', wrong: '-500', right: '500' },
  { row: 186, role: 'commune', wrong: 'Providensia', right: 'Providencia' },
]

export function withMistakes(rows: readonly Row[], mistakes: readonly Mistake[]): Row[] {
  return rows.map((row, index) =>
    mistakes
      .filter((one) => one.row === index + 2)
      .reduce((made, { role, wrong }): Row => ({ ...made, [role]: wrong }), row),
  )
}

export async function chooseFile(page: Page, buffer: Buffer, name = 'noviembre.xlsx') {
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer })
}

/** As the screen does; returns the upload's number. */
export async function uploadTo(
  { url }: City,
  as: Resident,
  buffer: Buffer,
  name = 'noviembre.xlsx',
): Promise<number> {
  const [company] = await companies(as)
  const path = UPLOAD_PATH.replace(':company_id', String(company?.id))
  const reply = await fetch(`${url}/api${path}?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as.tokens.access}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(buffer),
  })
  const taken = uploadReply.parse(await reply.json())
  if (taken.kind !== 'stored') throw new Error(taken.message)
  return taken.upload.id
}
