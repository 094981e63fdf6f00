import { retention } from '#domain/retention.ts'
import { parseDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import type { UploadRole } from '#domain/upload.ts'
import { showPrice, showQuantity } from '#texts/formats.ts'
import type { Client, Company } from '#web/api/queries.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import type { SheetContent, SheetParty } from '#web/ui/sheet/Sheet.tsx'

export interface SheetFacts {
  company: Company | undefined
  clients: readonly Client[]
  judged: JudgedUpload
  /** The date that it will carry. */
  day: string | null
}

/** The document as it will be issued, as far as the file and the client's data say it. Nothing is invented. */
export function sheetOfUpload(document: UploadDocument, facts: SheetFacts): SheetContent {
  const { totals, withholder } = document
  const isBoleta = document.document_type === 39
  return {
    kind: isBoleta ? 'boleta' : 'factura',
    retention:
      isBoleta && totals !== null && withholder !== null
        ? retentionOn(totals, facts.day, withholder)
        : null,
    folio: null,
    issueDate: facts.day,
    issuer: issuerOf(facts.company),
    recipient: recipientOf(document, facts),
    lines: document.lines.map((line) => ({
      key: line.row,
      name: line.description,
      description: '',
      quantity: showQuantity(line.quantity),
      price: showPrice(line.price, line.currency),
      amount: line.amount,
    })),
    neto: isBoleta ? null : (totals?.net ?? null),
    iva: isBoleta ? null : (totals?.tax ?? null),
    total: totals?.total ?? null,
    uf: null,
  }
}

/** By the rate of its own year; that of today where no day is known. */
function retentionOn(
  totals: NonNullable<UploadDocument['totals']>,
  issueDate: string | null,
  withholder: NonNullable<UploadDocument['withholder']>,
): SheetContent['retention'] {
  const day = parseDay(issueDate ?? '')
  if (day === null) return { amount: totals.tax, liquido: totals.net, withholder }
  const { retentionClp, liquidoClp } = retention(clp(totals.total), day)
  return { amount: retentionClp, liquido: liquidoClp, withholder }
}

function issuerOf(company: Company | undefined): SheetParty | null {
  if (company === undefined) return null
  const { company_info, addresses, activities } = company
  const [address] = addresses
  return {
    rut: company_info.identifier,
    name: company_info.name,
    giro: activities[0]?.description ?? '',
    street: address?.street_and_number ?? '',
    commune: address?.commune ?? '',
    city: address?.city ?? '',
  }
}

/** What the rows say goes before what is known of the client. */
function recipientOf(document: UploadDocument, { clients, judged }: SheetFacts): SheetParty | null {
  const { rut, client, rows } = document
  if (rut === null) return null
  const id = client !== null && 'id' in client ? client.id : null
  const known = clients.find((one) => one.id === id)
  const [address] = known?.addresses ?? []
  const written = (role: UploadRole, fallback: string | undefined) =>
    cellOf(judged, rows, role) || (fallback ?? '')
  const name = client !== null && 'name' in client ? client.name : ''
  return {
    rut,
    name: name || written('name', undefined),
    giro: written('giro', known?.activities[0]?.description),
    street: written('street', address?.street_and_number),
    commune: written('commune', address?.commune),
    city: written('city', address?.city),
  }
}

function cellOf(
  { roles, rows }: JudgedUpload,
  wanted: readonly number[],
  role: UploadRole,
): string {
  const place = roles.indexOf(role)
  const found = rows.find(({ row, cells }) => wanted.includes(row) && (cells[place] ?? '') !== '')
  return found?.cells[place] ?? ''
}
