import type { FacturaContent } from '#domain/document.ts'
import type { DteDocument } from './document.ts'

export type DifferenceField =
  | 'tipoDte'
  | 'issueDate'
  | 'paymentForm'
  | 'issuerRut'
  | 'issuerName'
  | 'recipientRut'
  | 'recipientName'
  | 'lineCount'
  | 'lineName'
  | 'lineQuantity'
  | 'linePrice'
  | 'lineAmount'
  | 'neto'
  | 'exento'
  | 'iva'
  | 'total'

export interface Difference {
  field: DifferenceField
  /** 1-based, for the fields of a line. */
  line: number | null
  expected: string
  seen: string
}

/** What was issued against what was frozen. Texts may be cut short by the portal, never otherwise changed. */
export function compareWith(document: DteDocument, content: FacturaContent): Difference[] {
  throw new Error(`not built: ${document.folio}, ${content.issueDate}`)
}
