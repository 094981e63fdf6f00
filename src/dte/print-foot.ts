import { IVA_PERCENT } from './amounts.ts'
import type { DteDocument } from './document.ts'
import { BOTTOM, drawRule, LEFT, pesos, RED, RIGHT, RULE, write } from './print-page.ts'
import type { Stamp } from './print-stamp.ts'
import { drawStamp, stampHeight } from './print-stamp.ts'

export interface Foot extends Stamp {
  /** The stamp as kept in the PDF. */
  form: PDFKit.PDFKitReference
  cedible: boolean
}

const TOTALS_LEFT = RIGHT - 190
const ACKNOWLEDGEMENT = {
  height: 92,
  // Ley 19.983, the sentence that the SII's Recibos_v10 fixes, here with its accents.
  text:
    'El acuse de recibo que se declara en este acto, de acuerdo a lo dispuesto en la letra b) del Art. 4°, y la ' +
    'letra c) del Art. 5° de la Ley 19.983, acredita que la entrega de mercaderías o servicio(s) prestado(s) ' +
    'ha(n) sido recibido(s).',
}

/** From the bottom up, whatever the length of what is above. */
export function footHeight(document: DteDocument, foot: Foot): number {
  const stamp = stampHeight(foot.barcode)
  const totals = totalRows(document).length * 16 + 12
  return foot.cedible
    ? ACKNOWLEDGEMENT.height + 24 + Math.max(stamp, totals)
    : Math.max(stamp, totals)
}

/** Stamp and totals side by side; on the cedible copy the acknowledgement beneath them. */
export function drawFoot(page: PDFKit.PDFDocument, document: DteDocument, foot: Foot): void {
  const top = BOTTOM - footHeight(document, foot)
  drawTotals(page, document, top + 8)
  drawStamp(page, foot.form, foot, top)
  if (foot.cedible) drawAcknowledgement(page, BOTTOM - ACKNOWLEDGEMENT.height - 14)
}

function drawTotals(page: PDFKit.PDFDocument, document: DteDocument, top: number): void {
  let y = top
  for (const [label, amount] of totalRows(document)) {
    const isTotal = label === 'Total'
    if (isTotal) drawRule(page, y - 3, TOTALS_LEFT)
    write(page, label, { x: TOTALS_LEFT, y, width: 90 }, { size: 10, bold: isTotal })
    const place = { x: TOTALS_LEFT + 90, y, width: RIGHT - TOTALS_LEFT - 90 }
    write(page, `$ ${amount}`, place, { size: 10, bold: isTotal, align: 'right' })
    y += 16
  }
}

/** A 34 shows only exento and total. */
function totalRows({ totals }: DteDocument): [string, string][] {
  const rows: [string, string][] = []
  if (totals.netoClp !== null) rows.push(['Monto neto', pesos(totals.netoClp)])
  if (totals.exentoClp !== null) rows.push(['Monto exento', pesos(totals.exentoClp)])
  if (totals.ivaClp !== null) rows.push([`IVA (${IVA_PERCENT}%)`, pesos(totals.ivaClp)])
  rows.push(['Total', pesos(totals.totalClp)])
  return rows
}

/** Never titled 'Recibí conforme'; the word CEDIBLE at the lower right (manual de muestras impresas). */
function drawAcknowledgement(page: PDFKit.PDFDocument, top: number): void {
  const width = RIGHT - LEFT
  page.rect(LEFT, top, width, ACKNOWLEDGEMENT.height).lineWidth(0.7).strokeColor(RULE).stroke()
  write(page, 'Acuse de recibo', { x: LEFT + 8, y: top + 6, width }, { bold: true })
  const fields = ['Nombre', 'R.U.T.', 'Fecha', 'Recinto', 'Firma']
  fields.forEach((label, index) => {
    const x = LEFT + 8 + (index % 3) * 175
    const y = top + 24 + Math.floor(index / 3) * 20
    write(page, `${label}:`, { x, y, width: 50 })
    drawRule(page, y + 10, x + 45, x + 165)
  })
  const place = { x: LEFT + 8, y: top + 66, width: width - 16 }
  write(page, ACKNOWLEDGEMENT.text, place, { size: 7 })
  const corner = { x: RIGHT - 100, y: top + ACKNOWLEDGEMENT.height + 2, width: 100 }
  write(page, 'CEDIBLE', corner, { size: 11, bold: true, align: 'right', color: RED })
}
