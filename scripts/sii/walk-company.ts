import type { Day, Month } from '#domain/day.ts'
import { addMonths, lastDayOf, monthOf } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { RUT_SII } from '#domain/rut.ts'
import { quantity } from '#domain/uf.ts'
import type {
  CompanyPortal,
  IssuedRow,
  IssuerData,
  PortalSession,
  RecipientData,
} from '#sii/sii.ts'
import type { Walk } from './walk.ts'

/** No company has issued so many: what the list answers is how it says that there is nothing. */
const NO_SUCH_FOLIO = 999_999_999

/** Everything the portal shows of one company, and a preview that is thrown away. */
export async function walkCompany(
  walk: Walk,
  session: PortalSession,
  company: Rut,
  today: Day,
): Promise<void> {
  await walk.ask('company', () =>
    session.withCompany(company, async (portal) => {
      const issuer = await walk.ask(
        'issuer',
        () => portal.issuer(),
        (read) => {
          return read.name !== '' && read.addresses.length > 0 && read.activities.length > 0
        },
      )
      walk.keepSecret([issuer?.name ?? null, issuer?.giro ?? null])
      await walk.ask(
        'certificateInside',
        () => session.certificate(),
        ({ kind }) => kind !== 'unknown',
      )
      await walkLists(walk, portal, today)
      const recipient = await walk.ask(
        'recipient',
        () => portal.recipient(RUT_SII),
        (read) => {
          return read === null ? null : read.name !== ''
        },
      )
      await walk.ask('drafts', () => portal.drafts())
      await walkPreview(walk, portal, { company, issuer, recipient, today })
      return { kind: 'ok', value: null }
    }),
  )
}

async function walkLists(walk: Walk, portal: CompanyPortal, today: Day): Promise<void> {
  const issued = await walk.ask('issuedList', () => portal.issuedDocuments({}), someOf)
  walk.keepSecret(issued?.map((row) => row.recipientName) ?? [])
  await walk.ask(
    'emptyList',
    () => portal.issuedDocuments({ folio: NO_SUCH_FOLIO }),
    (rows) => rows.length === 0,
  )
  const received = await walk.ask('receivedList', () => portal.receivedDocuments({}), someOf)
  walk.keepSecret(received?.map((row) => row.issuerName) ?? [])
  const newest = issued?.find(isDownloadable) ?? null
  if (newest === null || newest.tipoDte === null) {
    for (const fact of ['status', 'pdf', 'xml'] as const) walk.unseen(fact, 'nothingThere')
  } else {
    const { tipoDte, folio, issueDate, code } = newest
    const document = { tipoDte, folio, issueDate }
    await walk.ask(
      'filteredList',
      () => portal.issuedDocuments({ folio, tipoDte }),
      (rows) => {
        return rows.some((row) => row.code === code)
      },
    )
    await walk.ask(
      'status',
      () => portal.documentStatus(document),
      (found) => found !== null,
    )
    await walk.ask('pdf', () => portal.pdf(code))
    await walk.ask('xml', () => portal.xml(document))
  }
  const first = received?.find((row) => row.issueDate <= today) ?? null
  if (first === null) walk.unseen('receivedPdf', 'nothingThere')
  else await walk.ask('receivedPdf', () => portal.receivedPdf(first.code))
}

function someOf(rows: readonly unknown[]): true | null {
  return rows.length === 0 ? null : true
}

function isDownloadable({ tipoDte, folio }: IssuedRow): boolean {
  return folio > 0 && (tipoDte === 33 || tipoDte === 34)
}

interface Known {
  company: Rut
  issuer: IssuerData | null
  recipient: RecipientData | null
  today: Day
}

/** Up to the preview and its drawing: no number is proposed before the step after it. */
async function walkPreview(walk: Walk, portal: CompanyPortal, known: Known): Promise<void> {
  const content = throwawayFactura(known)
  if (content === null) {
    for (const fact of ['preview', 'previewPdf'] as const) walk.unseen(fact, 'nothingThere')
    return
  }
  const preview = await walk.ask(
    'preview',
    () => portal.previewFactura(content),
    ({ seen }) => {
      return (
        seen.recipient === content.recipient.rut &&
        seen.totalClp === content.totalClp &&
        seen.tipoDte === 33
      )
    },
  )
  if (preview === null) walk.unseen('previewPdf', 'nothingThere')
  else await walk.ask('previewPdf', () => preview.pdf())
}

/** To the SII itself, one line of a thousand pesos: to be looked at and left. */
function throwawayFactura({ company, issuer, recipient, today }: Known): FacturaContent | null {
  const [address] = issuer?.addresses ?? []
  const [activity] = issuer?.activities ?? []
  if (issuer === null || address === undefined || activity === undefined) return null
  const [place] = recipient?.addresses ?? []
  const netoClp = clp(1000)
  return {
    kind: 'factura',
    issueDate: today,
    serviceMonth: monthOf(today),
    issuer: { rut: company, name: issuer.name, address, activity, email: issuer.email },
    recipient: {
      rut: RUT_SII,
      name: recipient?.name || 'SERVICIO DE IMPUESTOS INTERNOS',
      giro: recipient?.giros[0] || 'SERVICIO PUBLICO',
      address: {
        street: place?.street || 'TEATINOS 120',
        commune: place?.commune || 'SANTIAGO',
        city: place?.city || 'SANTIAGO',
      },
      contactName: '',
      contactRut: null,
    },
    lines: [
      {
        name: 'Prueba',
        description: '',
        code: '',
        quantity: quantity('1'),
        price: { currency: 'CLP', unitClp: netoClp },
        amountClp: netoClp,
      },
    ],
    netoClp,
    ivaClp: clp(190),
    totalClp: clp(1190),
    paymentForm: 2,
  }
}

/** The registers of one RUT: totals of both sides, and the single documents by each route apart. */
export async function walkRegisters(
  walk: Walk,
  session: PortalSession,
  company: Rut,
  today: Day,
): Promise<void> {
  const { registers } = session
  const month = lastFullMonth(today)
  const sales = { company, month, side: 'sales' } as const
  const purchases = { company, month, side: 'purchases' } as const
  await walk.ask('salesSummary', () => registers.summary(sales))
  await walk.ask('purchasesSummary', () => registers.summary(purchases))
  await walk.ask('pendingSummary', () => registers.summary({ ...purchases, state: 'PENDIENTE' }))
  for (const [fact, route] of ROUTES) {
    const reading = await walk.ask(
      fact,
      () => registers.documents(sales, route),
      (read) => {
        if (read.documents.length === 0) return null
        return read.route === route
      },
    )
    walk.keepSecret(reading?.documents.map((each) => each.name) ?? [])
  }
  await walk.ask(
    'purchasesExport',
    () => registers.documents(purchases, 'export'),
    (read) => {
      return read.documents.length === 0 ? null : read.route === 'export' && read.isWhole
    },
  )
}

const ROUTES = [
  ['registerExportRoute', 'export'],
  ['registerDetailRoute', 'detail'],
  ['misDteRoute', 'misDte'],
  ['portalListsRoute', 'portalLists'],
] as const

/** Of the month in course little may be there yet. */
function lastFullMonth(today: Day): Month {
  const month = monthOf(today)
  return today === lastDayOf(month) ? month : addMonths(month, -1)
}
