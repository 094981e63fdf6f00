import type { Day } from './day.ts'
import type { FacturaContent, NotaContent } from './document.ts'
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
export function annullingNota(
  { folio, content }: IssuedFactura,
  issueDate: Day,
  reason: string,
): NotaContent {
  const { issueDate: of, totalClp } = content
  const reference = { folio, issueDate: of, totalClp, code: 1, reason } as const
  return { ...content, kind: 'notaCredito', issueDate, reference }
}

/** Takes `netoClp` of it back, and its IVA, in one line. */
export function loweringNota(
  { folio, content }: IssuedFactura,
  issueDate: Day,
  { netoClp, name, reason }: { netoClp: Clp; name: string; reason: string },
): NotaContent {
  const line = {
    name,
    description: reason,
    code: '',
    quantity: quantity('1'),
    price: { currency: 'CLP', unitClp: netoClp },
    amountClp: netoClp,
  } as const
  const { issueDate: of, totalClp } = content
  return {
    ...content,
    kind: 'notaCredito',
    issueDate,
    lines: [line],
    ...facturaTotals([line]),
    reference: { folio, issueDate: of, totalClp, code: 3, reason },
  }
}

/** Says what the factura should have said, in one line that costs nothing: MntTotal is 0 (SII formato DTE, CodRef 2). */
export function correctingNota(
  { folio, content }: IssuedFactura,
  issueDate: Day,
  { name, description, reason }: { name: string; description: string; reason: string },
): NotaContent {
  const line = {
    name,
    description,
    code: '',
    quantity: quantity('1'),
    price: { currency: 'CLP', unitClp: ZERO_CLP },
    amountClp: ZERO_CLP,
  } as const
  const { issueDate: of, totalClp } = content
  return {
    ...content,
    kind: 'notaCredito',
    issueDate,
    lines: [line],
    ...facturaTotals([line]),
    reference: { folio, issueDate: of, totalClp, code: 2, reason },
  }
}
