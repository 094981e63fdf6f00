import type { Day } from '#domain/day.ts'

/** One document, or for a shop's boletas one month's sums, as the register of purchases and sales holds it. */
export interface RegisterRow {
  operation: Operation
  tipoDoc: number
  folio: number
  /** '' where nobody is named. */
  otherRut: string
  otherName: string
  text: string
  day: Day
  receivedAtMs: number
  exentoClp: number
  netoClp: number
  ivaClp: number
  otherTaxes: { code: number; percent: number; amountClp: number }[]
  totalClp: number
  /** How many documents it stands for. */
  documents: number
  refersTo: { tipoDoc: number; folio: number } | null
  event: { code: string; legend: string; atMs: number } | null
  /** Where a purchase belongs once nobody can claim any more. */
  accounting: Accounting
}

export type Operation = 'COMPRA' | 'VENTA'
export type Accounting = 'REGISTRO' | 'PENDIENTE' | 'NO_INCLUIR' | 'RECLAMADO'
