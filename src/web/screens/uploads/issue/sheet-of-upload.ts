import { retention } from '#domain/retention.ts'
import { clp } from '#domain/money.ts'
import { searchKey } from '#domain/search-text.ts'
import type { UploadRole } from '#domain/upload.ts'
import { showPrice, showQuantity } from '#texts/formats.ts'
import type { Company } from '#web/api/queries.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'
import type { SheetContent, SheetParty } from '#web/ui/sheet/Sheet.tsx'
import { amountOn, inWords, isInUf, totalsOn, ufOn, type IssueDate } from './issue-date.ts'

export interface SheetFacts {
  company: Company | undefined
  judged: Pick<JudgedUpload, 'issuing'>
  date: IssueDate
}

/** The document as it will be issued on that date, as far as it is known. Nothing is invented. */
export function sheetOfUpload(document: UploadDocument, facts: SheetFacts): SheetContent {
  const { withholder, rut, recipient } = document
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
    recipient: rut === null || recipient === null ? null : { rut, ...recipient },
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

const OF_CLIENT = ['name', 'giro', 'street', 'commune', 'city'] as const satisfies UploadRole[]

/** What the rows say and the document doesn't, because what the company has of its client is issued. */
export function unusedRoles({ recipient, written }: UploadDocument): (typeof OF_CLIENT)[number][] {
  if (recipient === null) return []
  return OF_CLIENT.filter((role) => {
    const said = written[role]
    return said !== '' && searchKey(said) !== searchKey(recipient[role])
  })
}
