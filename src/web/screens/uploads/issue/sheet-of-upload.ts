import { recipientActivity, recipientAddress } from '#domain/recipient-data.ts'
import { retention } from '#domain/retention.ts'
import { clp } from '#domain/money.ts'
import { searchKey } from '#domain/search-text.ts'
import type { UploadRole } from '#domain/upload.ts'
import { showPrice, showQuantity } from '#texts/formats.ts'
import type { Client, Company } from '#web/api/queries.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import type { SheetContent, SheetParty } from '#web/ui/sheet/Sheet.tsx'
import { amountOn, inWords, isInUf, totalsOn, ufOn, type IssueDate } from './issue-date.ts'

export interface SheetFacts {
  company: Company | undefined
  clients: readonly Client[]
  judged: Pick<JudgedUpload, 'issuing'>
  date: IssueDate
}

/** The document as it will be issued on that date, as far as it is known. Nothing is invented. */
export function sheetOfUpload(document: UploadDocument, facts: SheetFacts): SheetContent {
  const { withholder } = document
  const { date } = facts
  const totals = totalsOn(document, date)
  const isBoleta = document.document_type === 39
  return {
    kind: isBoleta ? 'boleta' : 'factura',
    retention:
      isBoleta && totals !== null && withholder !== null
        ? retentionOn(totals, date, withholder)
        : null,
    folio: null,
    issueDate: date.day,
    issuer: issuerOf(document, facts),
    recipient: recipientOf(document, facts.clients),
    lines: document.lines.map((line) => ({
      key: line.row,
      name: inWords(line.description, document, date),
      description: '',
      quantity: showQuantity(line.quantity),
      price: showPrice(line.price, line.currency),
      amount: amountOn(line, document, date),
    })),
    neto: isBoleta ? null : (totals?.net ?? null),
    iva: isBoleta ? null : (totals?.tax ?? null),
    total: totals?.total ?? null,
    uf: isInUf(document) ? ufOn(document, date) : null,
  }
}

/** By the rate of its own year; that of today where no day is known. */
function retentionOn(
  totals: NonNullable<UploadDocument['totals']>,
  { day }: IssueDate,
  withholder: NonNullable<UploadDocument['withholder']>,
): SheetContent['retention'] {
  if (day === null) return { amount: totals.tax, liquido: totals.net, withholder }
  const { retentionClp, liquidoClp } = retention(clp(totals.total), day)
  return { amount: retentionClp, liquido: liquidoClp, withholder }
}

/** A boleta is its person's own. */
function issuerOf(
  { document_type }: UploadDocument,
  { company, judged: { issuing } }: SheetFacts,
): SheetParty | null {
  if (company === undefined) return null
  const { address, giro, person } = issuing
  if (document_type === 39) return { ...person, giro: '', street: '', commune: '', city: '' }
  const { identifier: rut, name } = company.company_info
  return {
    rut,
    name,
    giro: giro ?? '',
    street: address?.street ?? '',
    commune: address?.commune ?? '',
    city: address?.city ?? '',
  }
}

/** As issuing takes it: what the client has goes before what the rows say. */
function recipientOf(document: UploadDocument, clients: readonly Client[]): SheetParty | null {
  const { rut, client, written, document_type } = document
  if (rut === null) return null
  const known = clientOf(document, clients)
  const name = client !== null && 'name' in client ? client.name : written.name
  const { street, commune, city } = written
  const activity = recipientActivity(known?.activities ?? [])
  const said = { rut, name, giro: activity?.description ?? written.giro }
  const kind = document_type === 39 ? 'boletaHonorarios' : 'factura'
  const taken = recipientAddress(kind, known?.addresses ?? [], written)
  // Only some of it: it isn't issued so, and what there is is shown.
  if (taken === null || taken.kind === 'written') return { ...said, street, commune, city }
  const { address } = taken
  return {
    ...said,
    street: address.street_and_number,
    commune: address.commune,
    city: taken.kind === 'completed' ? city : address.city,
  }
}

const OF_CLIENT = ['name', 'giro', 'street', 'commune', 'city'] as const satisfies UploadRole[]

/** What the rows say of a known client and its document doesn't, because the client's own data is issued. */
export function unusedRoles(
  document: UploadDocument,
  clients: readonly Client[],
): (typeof OF_CLIENT)[number][] {
  const recipient = recipientOf(document, clients)
  if (recipient === null || clientOf(document, clients) === undefined) return []
  return OF_CLIENT.filter((role) => {
    const said = document.written[role]
    return said !== '' && searchKey(said) !== searchKey(recipient[role])
  })
}

function clientOf({ client }: UploadDocument, clients: readonly Client[]): Client | undefined {
  const id = client !== null && 'id' in client ? client.id : null
  return clients.find((one) => one.id === id)
}
