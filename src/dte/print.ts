import PDFDocument from 'pdfkit'
import { chileInstant } from '#domain/day.ts'
import type { Pdf417 } from './printing/barcode.ts'
import { encodePdf417 } from './printing/barcode.ts'
import type { DteDocument } from './document/document.ts'
import { TIPO_DTE_FACTS } from './document/document.ts'
import { drawFoot, footHeight } from './printing/foot.ts'
import { drawContinuation, drawHead } from './printing/head.ts'
import { drawLines } from './printing/lines.ts'
import { BOTTOM, drawSheetNumber } from './printing/page.ts'
import { prepareStamp } from './printing/stamp.ts'
import { latin1Bytes } from './document/text.ts'

export interface PrintOptions {
  /** The flattened stamp, `ReadDte.ted`. */
  ted: string
  /** The office printed under the box, e.g. 'SANTIAGO CENTRO'. */
  siiOffice: string
  /** 'Res. 80 de 2014'; certification has number 0. */
  resolution: { number: number; year: number }
  /** Adds the cedible copy after the first; ignored for types without one. */
  cedible?: boolean
  /** Printed across the top of every page, e.g. that it is a demonstration. */
  banner?: string
}

/**
 * The printed representation as PDF, letter size, text as text (SII manual de muestras impresas 3.0). The same
 * document gives the same bytes. Throws when the stamp is more than a bar code holds.
 */
export function printDte(document: DteDocument, options: PrintOptions): Promise<Uint8Array> {
  return printWith(encodePdf417(latin1Bytes(options.ted)), document, options)
}

/** The same with a bar code that was made elsewhere. */
export function printWith(
  barcode: Pdf417,
  document: DteDocument,
  options: PrintOptions,
): Promise<Uint8Array> {
  const { printedName } = TIPO_DTE_FACTS[document.tipoDte]
  const page = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    lang: 'es-CL',
    bufferPages: true,
    info: {
      Title: `${printedName} N° ${document.folio}`,
      Author: document.issuer.name,
      CreationDate: new Date(chileInstant(document.issueDate, 12, 0)),
    },
  })
  const finished = collected(page)
  const withCedible = options.cedible === true && TIPO_DTE_FACTS[document.tipoDte].cedible
  const stencil = prepareStamp(page, barcode)
  drawCopy(page, document, { ...options, barcode, stencil, cedible: false })
  if (withCedible) {
    page.addPage()
    drawCopy(page, document, { ...options, barcode, stencil, cedible: true })
  }
  page.end()
  return finished
}

function drawCopy(
  page: PDFKit.PDFDocument,
  document: DteDocument,
  copy: PrintOptions & Parameters<typeof drawFoot>[2],
): void {
  const nextPage = (): number => {
    page.addPage()
    return drawContinuation(page, document, copy.banner)
  }
  const firstSheet = page.bufferedPageRange().count - 1
  const top = drawHead(page, document, copy)
  const end = drawLines(page, document, top, nextPage)
  if (end + footHeight(document, copy) > BOTTOM) nextPage()
  drawFoot(page, document, copy)
  numberSheets(page, firstSheet)
}

/** Of one copy: a reader must see that none is missing. One alone needs no number. */
function numberSheets(page: PDFKit.PDFDocument, first: number): void {
  const total = page.bufferedPageRange().count - first
  if (total === 1) return
  for (let sheet = 1; sheet <= total; sheet++) {
    page.switchToPage(first + sheet - 1)
    drawSheetNumber(page, `Hoja ${sheet} de ${total}`)
  }
}

function collected(page: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    page.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
}
