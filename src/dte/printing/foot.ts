import type { Clp } from '#domain/money.ts'
import { sumClp } from '#domain/money.ts'
import { IVA_PERCENT } from '../document/amounts.ts'
import type { DteAdjustment, DteDocument, DteLine, DteTax } from '../document/document.ts'
import { BOTTOM, decimal, drawRule, LEFT, pesos, RED, RIGHT, RULE, write } from './page.ts'
import type { Stamp } from './stamp.ts'
import { drawStamp, stampHeight } from './stamp.ts'

export interface Foot extends Stamp {
  /** The stamp as kept in the PDF. */
  stencil: PDFKit.PDFKitReference
  cedible: boolean
}

const TOTALS_LEFT = RIGHT - 220
const LABEL_WIDTH = 120
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
  drawStamp(page, foot.stencil, foot, top)
  if (foot.cedible) drawAcknowledgement(page, BOTTOM - ACKNOWLEDGEMENT.height - 14)
}

function drawTotals(page: PDFKit.PDFDocument, document: DteDocument, top: number): void {
  let y = top
  for (const [label, amount] of totalRows(document)) {
    const isTotal = label === TOTAL
    if (isTotal) drawRule(page, y - 3, TOTALS_LEFT)
    write(page, label, { x: TOTALS_LEFT, y, width: LABEL_WIDTH }, { size: 10, bold: isTotal })
    const x = TOTALS_LEFT + LABEL_WIDTH
    const place = { x, y, width: RIGHT - x }
    write(page, `$ ${amount}`, place, { size: 10, bold: isTotal, align: 'right' })
    y += 16
  }
}

const TOTAL = 'Total'

/** A 34 shows only exento and total. What lies beyond the total comes after it, and where something does, what is due. */
function totalRows({ totals, lines, adjustments = [] }: DteDocument): [string, string][] {
  const taxes = (totals.taxes ?? []).map((tax): AmountRow => [taxLabel(tax), tax.amountClp])
  const rows: AmountRow[] = [
    ...subtotalRows(lines, adjustments),
    ['Monto neto', totals.netoClp],
    ['Monto exento', totals.exentoClp],
    [`IVA (${IVA_PERCENT}%)`, totals.ivaClp],
    ...taxes,
    ['Crédito construcción', totals.builderCreditClp],
    ['Garantía de envases', totals.depositClp],
    [TOTAL, totals.totalClp],
    ['No facturable', totals.notBilledClp],
    ['Monto del período', totals.periodClp],
    ['Saldo anterior', totals.previousBalanceClp],
    ['Valor a pagar', totals.payableClp],
  ]
  return rows.flatMap(([label, amount]) =>
    amount === null || amount === undefined ? [] : [[label, pesos(amount)]],
  )
}

type AmountRow = [string, Clp | null | undefined]

/** A global discount is told with the sum it was taken from. */
function subtotalRows(
  lines: readonly DteLine[],
  adjustments: readonly DteAdjustment[],
): AmountRow[] {
  if (adjustments.length === 0) return []
  const billed = lines.filter((line) => line.apart === undefined)
  return [['Subtotal', sumClp(billed.map((line) => line.amountClp))]]
}

function taxLabel({ code, ratePct }: DteTax): string {
  return ratePct === null ? `Impuesto ${code}` : `Impuesto ${code} (${decimal(ratePct)}%)`
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
  const corner = { x: RIGHT - 100, y: top + ACKNOWLEDGEMENT.height + 4, width: 100 }
  write(page, 'CEDIBLE', corner, { size: 11, bold: true, align: 'right', color: RED })
}
