import type { Clp } from '#domain/money.ts'
import { clp } from '#domain/money.ts'
import { adjustmentReadings } from '../document/adjustments.ts'
import { netoWithin } from '../document/amounts.ts'
import type { DteAdjustment, DteDocument, DteLine, LineApart } from '../document/document.ts'
import { BOTTOM, decimal, drawRule, FAINT, heightOf, LEFT, pesos, RIGHT, write } from './page.ts'
import { drawReferences } from './references.ts'

/** Left edge and width of each column, in points. */
const COLUMNS = {
  name: { x: LEFT, width: 246 },
  quantity: { x: LEFT + 250, width: 68 },
  price: { x: LEFT + 322, width: 70 },
  discount: { x: LEFT + 396, width: 58 },
  amount: { x: LEFT + 458, width: 74 },
}
const DESCRIPTION_SIZE = 8

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
  const drawTop = (at: number): number => drawTitles(page, at, document)
  let y = drawTop(top)
  for (const line of document.lines) {
    const told = { ...line, name: toldName(line, document) }
    if (y + lineHeight(page, told) > BOTTOM) y = drawTop(nextPage())
    y = drawLine(page, told, y)
  }
  for (const text of adjustmentTexts(document)) {
    if (y + heightOf(page, text, RIGHT - LEFT) + 2 > BOTTOM) y = nextPage()
    y = write(page, text, { x: LEFT, y: y + 2, width: RIGHT - LEFT })
  }
  return drawReferences(page, document.references, y, nextPage)
}

function drawTitles(page: PDFKit.PDFDocument, y: number, document: DteDocument): number {
  const right = { bold: true, align: 'right' as const }
  const hasSurcharge = document.lines.some((line) => (line.surchargeClp ?? 0) > 0)
  const price = document.pricesIncludeIva === true ? 'Precio con IVA' : 'Precio unitario'
  write(page, 'Descripción', { ...COLUMNS.name, y }, { bold: true })
  write(page, 'Cantidad', { ...COLUMNS.quantity, y }, right)
  write(page, price, { ...COLUMNS.price, y }, right)
  write(page, hasSurcharge ? 'Desc./rec.' : 'Descuento', { ...COLUMNS.discount, y }, right)
  const below = write(page, 'Valor', { ...COLUMNS.amount, y }, right)
  drawRule(page, below + 1)
  return below + 5
}

function drawLine(page: PDFKit.PDFDocument, line: DteLine, y: number): number {
  const right = { align: 'right' as const }
  const below = write(page, line.name, { ...COLUMNS.name, y })
  const figures = (['quantity', 'price', 'discount', 'amount'] as const).map((column) =>
    write(page, figureOf(line, column), { ...COLUMNS[column], y }, right),
  )
  const description = { ...COLUMNS.name, y: below + 1 }
  const style = { size: DESCRIPTION_SIZE, color: FAINT }
  return Math.max(write(page, line.description, description, style), ...figures) + 4
}

function lineHeight(page: PDFKit.PDFDocument, line: DteLine): number {
  const { width } = COLUMNS.name
  const description = heightOf(page, line.description, width, DESCRIPTION_SIZE)
  const figures = (['quantity', 'price', 'discount', 'amount'] as const).map((column) =>
    heightOf(page, figureOf(line, column), COLUMNS[column].width),
  )
  return Math.max(heightOf(page, line.name, width) + description, ...figures) + 6
}

function figureOf(line: DteLine, column: 'quantity' | 'price' | 'discount' | 'amount'): string {
  const { quantity, unit, unitPrice } = line
  if (column === 'quantity') return quantity === null ? '' : `${decimal(quantity)} ${unit}`.trim()
  if (column === 'price') return unitPrice === null ? '' : decimal(unitPrice)
  return column === 'discount' ? discountText(line) : pesos(line.amountClp)
}

/** With its code before it, and after it what sets it apart from the lines that carry IVA. */
function toldName(line: DteLine, { totals }: DteDocument): string {
  const coded = line.code === '' ? line.name : `${line.code} · ${line.name}`
  if (line.apart !== undefined) return `${coded} (${APART[line.apart]})`
  return line.exempt && totals.ivaClp !== null ? `${coded} (exento)` : coded
}

const APART: Record<LineApart, string> = {
  notBilled: 'no facturable',
  notBilledLess: 'no facturable, se resta',
  deposit: 'garantía de envases',
  notSold: 'no constituye venta',
  lessOnGuide: 'se rebaja',
}

/** The manual wants every discount shown, with its percentage where it has one. */
function discountText(line: DteLine): string {
  return [
    partText(line.discountPct, line.discountClp, ''),
    partText(line.surchargePct, line.surchargeClp, '+'),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function partText(
  percent: string | null | undefined,
  amount: Clp | null | undefined,
  sign: string,
): string {
  if (amount === null || amount === undefined) return ''
  const share = percent === null || percent === undefined ? '' : `${decimal(percent)}% `
  return `${sign}${share}${pesos(amount)}`
}

const KINDS = { discount: 'Descuento global', surcharge: 'Recargo global' }
const ON = { affected: 'montos afectos', exempt: 'montos exentos', notBilled: 'lo no facturable' }

/** 'Descuento global de 5% sobre montos afectos: $ 12.000 — Cliente frecuente'. */
export function adjustmentTexts(document: DteDocument): string[] {
  const amounts = new Map(
    (['affected', 'exempt', 'notBilled'] as const).flatMap((on) => adjustmentPesos(document, on)),
  )
  return (document.adjustments ?? []).map((one) => {
    const share = one.unit === '%' ? ` de ${decimal(one.value)}%` : ''
    const amount = pesos(clp(Number(amounts.get(one) ?? 0n)))
    const told = `${KINDS[one.kind]}${share} sobre ${ON[one.on]}: $ ${amount}`
    return one.text === '' ? told : `${told} — ${one.text}`
  })
}

/** By the reading that the document's own totals have, so that the sheet adds up as it was verified. */
function adjustmentPesos(
  document: DteDocument,
  on: DteAdjustment['on'],
): [DteAdjustment, bigint][] {
  const adjustments = (document.adjustments ?? []).filter((one) => one.on === on)
  const readings = adjustmentReadings(adjustedSum(document, on), adjustments)
  const stated = statedSum(document, on)
  const found = readings.find(({ sum }) => stated(sum)) ?? readings[0]
  return adjustments.map((one, index) => [one, found?.pesos[index] ?? 0n])
}

function statedSum(
  { totals, pricesIncludeIva }: DteDocument,
  on: DteAdjustment['on'],
): (sum: bigint) => boolean {
  if (on === 'exempt') return (sum) => sum === BigInt(totals.exentoClp ?? 0)
  if (on === 'notBilled') return (sum) => sum === BigInt(totals.notBilledClp ?? 0)
  const neto = BigInt(totals.netoClp ?? 0)
  return (sum) => (pricesIncludeIva === true ? netoWithin(sum) : sum) === neto
}

/** What a global discount is taken from. */
function adjustedSum({ lines, totals }: DteDocument, on: DteAdjustment['on']): bigint {
  const sumOf = (of: readonly DteLine[]): bigint =>
    of.reduce((sum, { amountClp }) => sum + BigInt(amountClp), 0n)
  if (on === 'notBilled') {
    const less = lines.filter((line) => line.apart === 'notBilledLess')
    return sumOf(lines.filter((line) => line.apart === 'notBilled')) - sumOf(less)
  }
  const billed = lines.filter((line) => line.apart === undefined)
  // Where nothing carries IVA every line is exempt, whether or not it says so.
  const isExempt = (line: DteLine): boolean => line.exempt || totals.netoClp === null
  return sumOf(billed.filter((line) => isExempt(line) === (on === 'exempt')))
}
