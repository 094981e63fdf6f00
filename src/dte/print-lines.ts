import { formatDay } from '#domain/day.ts'
import type { DteDocument, DteLine, DteReference } from './document.ts'
import {
  BOTTOM,
  decimal,
  drawRule,
  FAINT,
  heightOf,
  LEFT,
  pesos,
  RIGHT,
  write,
} from './print-page.ts'

/** Left edge and width of each column, in points. */
const COLUMNS = {
  name: { x: LEFT, width: 262 },
  quantity: { x: LEFT + 268, width: 64 },
  price: { x: LEFT + 336, width: 70 },
  discount: { x: LEFT + 410, width: 54 },
  amount: { x: LEFT + 468, width: 64 },
}
const DESCRIPTION_SIZE = 8

const REFERENCE_NAMES: Readonly<Record<string, string>> = {
  30: 'Factura',
  32: 'Factura no afecta o exenta',
  33: 'Factura electrónica',
  34: 'Factura no afecta o exenta electrónica',
  39: 'Boleta electrónica',
  41: 'Boleta no afecta o exenta electrónica',
  46: 'Factura de compra electrónica',
  52: 'Guía de despacho electrónica',
  56: 'Nota de débito electrónica',
  61: 'Nota de crédito electrónica',
  801: 'Orden de compra',
  802: 'Nota de pedido',
  803: 'Contrato',
  804: 'Resolución',
  HES: 'Hoja de entrada de servicios',
  SET: 'Set de pruebas',
}
const REFERENCE_CODES = { 1: 'anula', 2: 'corrige texto', 3: 'corrige montos' }

/**
 * The lines and after them the references. `nextPage` begins a page and answers where to go on. Answers the y
 * below them. A line of 1000 characters is some twenty rows, so none is higher than a page.
 */
export function drawLines(
  page: PDFKit.PDFDocument,
  document: DteDocument,
  top: number,
  nextPage: () => number,
): number {
  let y = drawTitles(page, top)
  for (const line of document.lines) {
    if (y + lineHeight(page, line) > BOTTOM) y = drawTitles(page, nextPage())
    y = drawLine(page, line, document.tipoDte === 33, y)
  }
  for (const [index, reference] of document.references.entries()) {
    const text = referenceText(reference)
    const title = index === 0 ? 16 : 0
    if (y + title + heightOf(page, text, RIGHT - LEFT) > BOTTOM) y = nextPage()
    if (index === 0)
      y = write(page, 'Referencias', { x: LEFT, y: y + 8, width: 200 }, { bold: true })
    y = write(page, text, { x: LEFT, y: y + 2, width: RIGHT - LEFT })
  }
  return y
}

function drawTitles(page: PDFKit.PDFDocument, y: number): number {
  const right = { bold: true, align: 'right' as const }
  write(page, 'Descripción', { ...COLUMNS.name, y }, { bold: true })
  write(page, 'Cantidad', { ...COLUMNS.quantity, y }, right)
  write(page, 'Precio unitario', { ...COLUMNS.price, y }, right)
  write(page, 'Descuento', { ...COLUMNS.discount, y }, right)
  const below = write(page, 'Valor', { ...COLUMNS.amount, y }, right)
  drawRule(page, below + 1)
  return below + 5
}

function drawLine(page: PDFKit.PDFDocument, line: DteLine, tellExempt: boolean, y: number): number {
  const right = { align: 'right' as const }
  const below = write(page, nameOf(line, tellExempt), { ...COLUMNS.name, y })
  const quantity = line.quantity === null ? '' : `${decimal(line.quantity)} ${line.unit}`.trim()
  write(page, quantity, { ...COLUMNS.quantity, y }, right)
  write(
    page,
    line.unitPrice === null ? '' : decimal(line.unitPrice),
    { ...COLUMNS.price, y },
    right,
  )
  write(page, discountText(line), { ...COLUMNS.discount, y }, right)
  write(page, pesos(line.amountClp), { ...COLUMNS.amount, y }, right)
  const description = { ...COLUMNS.name, y: below + 1 }
  return write(page, line.description, description, { size: DESCRIPTION_SIZE, color: FAINT }) + 4
}

function lineHeight(page: PDFKit.PDFDocument, line: DteLine): number {
  const { width } = COLUMNS.name
  const name = heightOf(page, nameOf(line, true), width)
  return name + heightOf(page, line.description, width, DESCRIPTION_SIZE) + 6
}

function nameOf(line: DteLine, tellExempt: boolean): string {
  const coded = line.code === '' ? line.name : `${line.code} · ${line.name}`
  return tellExempt && line.exempt ? `${coded} (exento)` : coded
}

function discountText({ discountPct, discountClp }: DteLine): string {
  if (discountClp === null) return ''
  return discountPct === null
    ? pesos(discountClp)
    : `${decimal(discountPct)}% ${pesos(discountClp)}`
}

function referenceText({ documentType, folio, issueDate, code, reason }: DteReference): string {
  const name = REFERENCE_NAMES[documentType] ?? `Documento ${documentType}`
  const why = [code === null ? '' : REFERENCE_CODES[code], reason].filter((part) => part !== '')
  const when = issueDate === null ? '' : ` del ${formatDay(issueDate)}`
  return [`${name} N° ${folio}${when}`, ...why].join(' — ')
}
