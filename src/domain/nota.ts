import type { Day } from './day.ts'
import type { FacturaContent, NotaCode, NotaContent } from './document.ts'
import { ZERO_CLP, type Clp } from './money.ts'
import { facturaTotals } from './totals.ts'
import { quantity } from './uf.ts'

/** A factura at the SII, as it was frozen and numbered. */
export interface IssuedFactura {
  folio: number
  content: FacturaContent
}

/** The form's RazonRef takes no more (portal 3.4). */
export const NOTA_REASON_LENGTH = 90
/** Of what a text says and should say: both, and the words around them, fit in one line of the document. */
export const NOTA_TEXT_LENGTH = 100

/** Takes the whole factura back: its own lines and amounts. */
export function annullingNota(factura: IssuedFactura, issueDate: Day, reason: string): NotaContent {
  return notaOf(factura, issueDate, { code: 1, reason })
}

/** Takes `netoClp` of it back, and its IVA, in one line. */
export function loweringNota(
  factura: IssuedFactura,
  issueDate: Day,
  { netoClp, name, reason }: { netoClp: Clp; name: string; reason: string },
): NotaContent {
  const line = lineOf({ name, description: reason, amountClp: netoClp })
  return { ...notaOf(factura, issueDate, { code: 3, reason }), ...line }
}

/** Says what the factura should have said, in one line that costs nothing: MntTotal is 0 (SII formato DTE, CodRef 2). */
export function correctingNota(
  factura: IssuedFactura,
  issueDate: Day,
  { name, description, reason }: { name: string; description: string; reason: string },
): NotaContent {
  const line = lineOf({ name, description, amountClp: ZERO_CLP })
  return { ...notaOf(factura, issueDate, { code: 2, reason }), ...line }
}

/** With the factura's own lines and amounts. */
function notaOf(
  { folio, content }: IssuedFactura,
  issueDate: Day,
  { code, reason }: { code: NotaCode; reason: string },
): NotaContent {
  const { issueDate: of, totalClp } = content
  const reference = { folio, issueDate: of, totalClp, code, reason }
  return { ...content, kind: 'notaCredito', issueDate, reference }
}

/** One line, and what a document with nothing else comes to. */
function lineOf({
  amountClp,
  ...texts
}: {
  name: string
  description: string
  amountClp: Clp
}): Pick<NotaContent, 'lines'> & ReturnType<typeof facturaTotals> {
  const price = { currency: 'CLP', unitClp: amountClp } as const
  const line = { ...texts, code: '', quantity: quantity('1'), price, amountClp }
  return { lines: [line], ...facturaTotals([line]) }
}
