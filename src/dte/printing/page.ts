import { formatDecimal, fromDecimalText, groupThousands } from '#domain/decimal.ts'
import type { Day } from '#domain/day.ts'
import { dayOfMonth, monthNumberOf, yearOf } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { asRead } from '../files/encoding.ts'

/** Points. Letter is 612 × 792; the SII asks for margins of 5 mm at least. */
export const LEFT = 40
export const RIGHT = 572
export const TOP = 36
export const BOTTOM = 756
export const POINTS_PER_MM = 72 / 25.4

/** The box's colour; the manual allows red or black, never green. */
export const RED = '#b00020'
export const INK = '#111111'
export const FAINT = '#555555'
export const RULE = '#999999'

interface Place {
  x: number
  y: number
  width: number
}

interface Style {
  size?: number
  bold?: boolean
  align?: 'left' | 'right' | 'center'
  color?: string
}

/** Writes the text, wrapped into the width, and answers the y below it. */
export function write(
  page: PDFKit.PDFDocument,
  text: string,
  place: Place,
  style: Style = {},
): number {
  if (text === '') return place.y
  const { size = 9, bold = false, align = 'left', color = INK } = style
  page
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
  page.text(asRead(text), place.x, place.y, { width: place.width, align, lineGap: 1 })
  return page.y
}

/** In the lower margin, on the left: the right corner is of the word CEDIBLE. */
export function drawSheetNumber(page: PDFKit.PDFDocument, text: string): void {
  write(page, text, { x: LEFT, y: BOTTOM + 6, width: 200 }, { size: 8, color: FAINT })
}

/** How high `write` would make it. */
export function heightOf(page: PDFKit.PDFDocument, text: string, width: number, size = 9): number {
  if (text === '') return 0
  return page.font('Helvetica').fontSize(size).heightOfString(asRead(text), { width, lineGap: 1 })
}

export function drawRule(page: PDFKit.PDFDocument, y: number, from = LEFT, to = RIGHT): void {
  page.moveTo(from, y).lineTo(to, y).lineWidth(0.5).strokeColor(RULE).stroke()
}

/** Paper groups thousands with a dot, and the peso sign stands apart in its column. */
export function pesos(amount: Clp): string {
  return groupThousands(String(amount))
}

/** '1.234,5' */
export function decimal(text: string): string {
  return formatDecimal(fromDecimalText(text))
}

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** '5 de noviembre de 2026' */
export function longDay(day: Day): string {
  return `${dayOfMonth(day)} de ${MONTHS[monthNumberOf(day) - 1]} de ${yearOf(day)}`
}
