import { deflateSync } from 'node:zlib'
import type { Pdf417 } from './barcode.ts'
import { START, STOP } from './barcode.ts'
import { POINTS_PER_MM, write } from './print-page.ts'

export interface Stamp {
  barcode: Pdf417
  resolution: { number: number; year: number }
}

/** The manual wants the stamp 2 cm from the paper's left edge; the instructivo, 3 cm high at most. */
const LEFT_EDGE = 21 * POINTS_PER_MM
const HEIGHT_MM = 30
/** 6.7 mil is the smallest module; a little more, so that 290 of them are 5 cm. */
const SMALLEST_MODULE_MM = 0.173
const LARGEST_MODULE_MM = 0.2
const QUIET_ZONE = 0.25 * 72
const CAPTION_HEIGHT = 30
const RESOURCE = 'Timbre'

/** With its quiet zone above and its caption below. */
export function stampHeight(barcode: Pdf417): number {
  return QUIET_ZONE + barsHeight(barcode) + CAPTION_HEIGHT
}

/** Keeps the bars in the PDF once, for however many copies will show them. */
export function prepareStamp(page: PDFKit.PDFDocument, barcode: Pdf417): PDFKit.PDFKitReference {
  const form = page.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, barcode.widthModules, barcode.rows.length * barcode.rowHeightModules],
    Filter: 'FlateDecode',
  })
  // pdfkit would compress at level 6: a fifth smaller, and dearer than the rest of the sheet.
  form.end(deflateSync(bars(barcode), { level: 1 }))
  return form
}

/** The SII's reader finds the stamp by its caption, which must be text and right below. */
export function drawStamp(
  page: PDFKit.PDFDocument,
  form: PDFKit.PDFKitReference,
  { barcode, resolution }: Stamp,
  above: number,
): void {
  const top = above + QUIET_ZONE
  const module = moduleOf(barcode)
  const resources: unknown = page.page.xobjects
  if (typeof resources === 'object' && resources !== null) Reflect.set(resources, RESOURCE, form)
  const scale = module.toFixed(5)
  page.addContent(
    `q ${scale} 0 0 ${scale} ${LEFT_EDGE.toFixed(3)} ${top.toFixed(3)} cm /${RESOURCE} Do Q`,
  )
  const caption = {
    x: LEFT_EDGE - QUIET_ZONE,
    width: barcode.widthModules * module + 2 * QUIET_ZONE,
  }
  const style = { size: 7, align: 'center' as const }
  const y = top + barsHeight(barcode) + 3
  const below = write(page, 'Timbre Electrónico SII', { ...caption, y }, style)
  const text = `Res. ${resolution.number} de ${resolution.year} - Verifique documento: www.sii.cl`
  write(page, text, { ...caption, y: below }, style)
}

/**
 * What all rows begin and end with, in one piece each; then a path for each row in whole modules and a step down: y
 * runs downwards on a pdfkit page. Written by hand, as thousands of calls to pdfkit's `rect` would cost more than the
 * rest of the sheet.
 */
export function bars({ rows, rowHeightModules, widthModules }: Pdf417): Buffer {
  const height = rows.length * rowHeightModules
  const stopAt = widthModules - total(STOP)
  let content = `0 g\n${barsOf(START, 0, height)}${barsOf(STOP, stopAt, height)}f\n`
  for (const widths of rows) {
    const own = widths.subarray(START.length, -STOP.length)
    content += `${barsOf(own, total(START), rowHeightModules)}f\n1 0 0 1 0 ${rowHeightModules} cm\n`
  }
  return Buffer.from(content, 'latin1')
}

function barsOf(widths: ArrayLike<number>, from: number, height: number): string {
  let content = ''
  let x = from
  for (let i = 0; i < widths.length; i += 2) {
    const bar = widths[i] ?? 0
    content += barText(x, bar, height)
    x += bar + (widths[i + 1] ?? 0)
  }
  return content
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

/** The same few hundred bars come again and again: writing each once takes three quarters off the time. */
const BAR_TEXTS: string[] = []
const WIDEST_BAR = 8
const USUAL_HEIGHT = 3

function barText(x: number, width: number, height: number): string {
  if (height !== USUAL_HEIGHT) return `${x} 0 ${width} ${height} re\n`
  return (BAR_TEXTS[x * (WIDEST_BAR + 1) + width] ??= `${x} 0 ${width} ${height} re\n`)
}

function barsHeight(barcode: Pdf417): number {
  return barcode.rows.length * barcode.rowHeightModules * moduleOf(barcode)
}

/** As large as the height allows, in points. */
function moduleOf({ rows, rowHeightModules }: Pdf417): number {
  const fitting = HEIGHT_MM / (rows.length * rowHeightModules)
  const millimetres = Math.max(SMALLEST_MODULE_MM, Math.min(LARGEST_MODULE_MM, fitting))
  return millimetres * POINTS_PER_MM
}
