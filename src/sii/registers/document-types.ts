/** The SII's own types of document as its registers know them. Here 39 is the retail boleta. */

/** Paper and electronic facturas, boletas, liquidaciones and notas de débito: they count as they come. */
const ADD = new Set([
  29, 30, 32, 33, 34, 35, 38, 39, 40, 41, 43, 45, 46, 47, 48, 55, 56, 101, 102, 103, 104, 105, 108,
  109, 110, 111, 914,
])

/** Notas de crédito, of export and on paper too: positive amounts that must be subtracted (portal 5.2). */
const SUBTRACT = new Set([60, 61, 106, 112])

/** Registered by day or month, without single documents: only their totals can be had. A guess. */
const TOTALS_ONLY = new Set([35, 38, 39, 41, 47, 48, 105])

/** Null for a type we don't know: it must not be counted blindly. */
export function signOf(tipoDte: number): 1 | -1 | null {
  if (SUBTRACT.has(tipoDte)) return -1
  return ADD.has(tipoDte) ? 1 : null
}

export function hasSingleDocuments(tipoDte: number): boolean {
  return !TOTALS_ONLY.has(tipoDte)
}
