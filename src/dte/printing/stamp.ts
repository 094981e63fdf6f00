import type { Pdf417 } from './barcode.ts'
import { POINTS_PER_MM, write } from './page.ts'

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

/**
 * Keeps the bars in the PDF once, for however many copies will show them: a stencil of one bit for each module, which
 * a printer scales to its own dots. The same as rectangles takes twenty times the bytes.
 */
export function prepareStamp(page: PDFKit.PDFDocument, barcode: Pdf417): PDFKit.PDFKitReference {
  const stencil = page.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: barcode.widthModules,
    Height: barcode.rowCount,
    ImageMask: true,
    BitsPerComponent: 1,
    // A bit that is set is painted.
    Decode: [1, 0],
    Interpolate: false,
  })
  stencil.end(barcode.modules)
  return stencil
}

/** The SII's reader finds the stamp by its caption, which must be text and right below. */
export function drawStamp(
  page: PDFKit.PDFDocument,
  stencil: PDFKit.PDFKitReference,
  { barcode, resolution }: Stamp,
  above: number,
): void {
  const top = above + QUIET_ZONE
  const module = moduleOf(barcode)
  const resources: unknown = page.page.xobjects
  if (typeof resources === 'object' && resources !== null) Reflect.set(resources, RESOURCE, stencil)
  const [width, bottom] = [barcode.widthModules * module, top + barsHeight(barcode)]
  // An image stands on its foot, and y runs downwards on a pdfkit page.
  const place = [width, 0, 0, top - bottom, LEFT_EDGE, bottom].map((value) => value.toFixed(4))
  page.addContent(`q 0 g ${place.join(' ')} cm /${RESOURCE} Do Q`)
  const caption = { x: LEFT_EDGE - QUIET_ZONE, width: width + 2 * QUIET_ZONE }
  const style = { size: 7, align: 'center' as const }
  const y = bottom + 3
  const below = write(page, 'Timbre Electrónico SII', { ...caption, y }, style)
  const text = `Res. ${resolution.number} de ${resolution.year} - Verifique documento: www.sii.cl`
  write(page, text, { ...caption, y: below }, style)
}

function barsHeight(barcode: Pdf417): number {
  return barcode.rowCount * barcode.rowHeightModules * moduleOf(barcode)
}

/** As large as the height allows, in points. */
function moduleOf({ rowCount, rowHeightModules }: Pdf417): number {
  const fitting = HEIGHT_MM / (rowCount * rowHeightModules)
  const millimetres = Math.max(SMALLEST_MODULE_MM, Math.min(LARGEST_MODULE_MM, fitting))
  return millimetres * POINTS_PER_MM
}
