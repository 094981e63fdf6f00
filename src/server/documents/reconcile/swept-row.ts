import type { Day } from '#domain/day.ts'
import type { DocumentKind } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/** A row of the SII's own lists, of either kind. */
export interface SweptRow {
  companyId: number
  /** Whose numbers these are: the company's RUT, or of boletas the person's. */
  issuer: Rut
  kind: DocumentKind
  folio: number
  recipient: Rut | null
  issueDate: Day
  totalClp: Clp
  annulled: { on: Day | null } | null
  /** Of a factura: the number of the nota that annuls it, where that was asked. */
  annulledBy: number | null
  /** Of a factura: what notas lower it by, where that was asked. */
  loweredClp: Clp
}
