import { formatRut } from '#domain/rut.ts'
import type { DteAddress, DteDocument } from '../document/document.ts'
import { TIPO_DTE_FACTS } from '../document/document.ts'
import { drawRule, FAINT, LEFT, longDay, RED, RIGHT, RULE, TOP, write } from './page.ts'

/** 7 × 3 cm, within the manual's 1.5 × 5.5 and 4 × 8 cm; its line 0.5 mm. */
const BOX = { width: 198, height: 84, line: 1.42 }
const BOX_LEFT = RIGHT - BOX.width
/** Letters that fit the box in one row. */
const ONE_LINE_NAME = 26
const PAYMENT_FORMS = { 1: 'Contado', 2: 'Crédito', 3: 'Sin costo' }

/** Box, issuer, place and date, recipient. Answers the y below them. */
export function drawHead(
  page: PDFKit.PDFDocument,
  document: DteDocument,
  options: { siiOffice: string; banner?: string },
): number {
  const top = drawBanner(page, options.banner)
  const belowBox = drawBox(page, document, top, options.siiOffice)
  const belowIssuer = drawIssuer(page, document, top)
  return drawRecipient(page, document, Math.max(belowBox, belowIssuer) + 10)
}

/** The top of a following page: whose it is. Answers the y below it. */
export function drawContinuation(
  page: PDFKit.PDFDocument,
  document: DteDocument,
  banner: string | undefined,
): number {
  const top = drawBanner(page, banner)
  const { printedName } = TIPO_DTE_FACTS[document.tipoDte]
  const { rut, name } = document.issuer
  const text = `${printedName} N° ${document.folio} — R.U.T. ${formatRut(rut)} — ${name} — continuación`
  const y = write(page, text, { x: LEFT, y: top, width: RIGHT - LEFT }, { bold: true })
  drawRule(page, y + 3)
  return y + 10
}

function drawBanner(page: PDFKit.PDFDocument, banner: string | undefined): number {
  if (banner === undefined) return TOP
  const place = { x: LEFT, y: TOP - 12, width: RIGHT - LEFT }
  return write(page, banner, place, { size: 11, bold: true, align: 'center', color: RED }) + 8
}

function drawBox(
  page: PDFKit.PDFDocument,
  document: DteDocument,
  top: number,
  siiOffice: string,
): number {
  page.rect(BOX_LEFT, top, BOX.width, BOX.height).lineWidth(BOX.line).strokeColor(RED).stroke()
  const style = { size: 12, bold: true, align: 'center' as const, color: RED }
  const { printedName } = TIPO_DTE_FACTS[document.tipoDte]
  const inside = { x: BOX_LEFT + 6, width: BOX.width - 12 }
  const start = top + (printedName.length > ONE_LINE_NAME ? 10 : 17)
  const rows = [`R.U.T.: ${formatRut(document.issuer.rut)}`, printedName, `N° ${document.folio}`]
  rows.reduce((y, row) => write(page, row, { ...inside, y }, style) + 4, start)
  const office = { x: BOX_LEFT, y: top + BOX.height + 5, width: BOX.width }
  return write(page, `S.I.I. - ${siiOffice}`, office, { ...style, size: 10 })
}

function drawIssuer(
  page: PDFKit.PDFDocument,
  { issuer, issueDate }: DteDocument,
  top: number,
): number {
  const width = BOX_LEFT - LEFT - 20
  const below = write(page, issuer.name, { x: LEFT, y: top, width }, { size: 13, bold: true })
  const rows = [
    issuer.giro && `Giro: ${issuer.giro}`,
    issuer.address.street && `Casa matriz: ${placeOf(issuer.address)}`,
    issuer.email,
  ]
  const belowRows = rows.reduce(
    (y, row) => write(page, row, { x: LEFT, y: y + 2, width }),
    below + 2,
  )
  const where = issuer.address.city || issuer.address.commune
  const date = where === '' ? longDay(issueDate) : `${where}, ${longDay(issueDate)}`
  return write(page, date, { x: LEFT, y: belowRows + 8, width }, { bold: true })
}

function drawRecipient(page: PDFKit.PDFDocument, document: DteDocument, top: number): number {
  const { recipient, paymentForm, dueDate } = document
  const rows: [string, string][] = [
    ['Señor(es)', recipient.name],
    ['R.U.T.', formatRut(recipient.rut)],
    ['Giro', recipient.giro],
    ['Dirección', recipient.address.street],
    ['Comuna', recipient.address.commune],
    ['Ciudad', recipient.address.city],
    ['Contacto', recipient.contact],
    ['Solicitado por', recipient.requestedBy === null ? '' : formatRut(recipient.requestedBy)],
    ['Forma de pago', paymentForm === null ? '' : PAYMENT_FORMS[paymentForm]],
    ['Vencimiento', dueDate === undefined ? '' : longDay(dueDate)],
  ]
  const filled = rows.filter(([, value]) => value !== '')
  const below = filled.reduce((y, row) => drawRow(page, row, y), top + 6)
  const height = below + 4 - top
  page
    .rect(LEFT, top, RIGHT - LEFT, height)
    .lineWidth(0.7)
    .strokeColor(RULE)
    .stroke()
  return top + height + 12
}

function drawRow(page: PDFKit.PDFDocument, [label, value]: [string, string], y: number): number {
  write(page, label, { x: LEFT + 8, y, width: 80 }, { color: FAINT })
  return write(page, value, { x: LEFT + 92, y, width: RIGHT - LEFT - 100 }) + 1.5
}

function placeOf(address: DteAddress): string {
  return [address.street, address.commune, address.city].filter((part) => part !== '').join(', ')
}
