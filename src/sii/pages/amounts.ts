import type { Clp } from '#domain/money.ts'
import { clp } from '#domain/money.ts'

/** Whole pesos as the portal writes them: '1190', '1.190', '$ 1.190'. Null for anything else. */
export function clpIn(text: string): Clp | null {
  const digits = text.replace(/^\s*\$?\s*/, '').trimEnd()
  if (!/^-?(\d{1,15}|\d{1,3}(\.\d{3}){1,4})$/.test(digits)) return null
  return clp(Number(digits.replaceAll('.', '')))
}

/** A folio or another whole number above zero, null for anything else. */
export function folioIn(text: string): number | null {
  const digits = text.trim().replace(/^(\d{1,3})((?:\.\d{3})+)$/, (all) => all.replaceAll('.', ''))
  return /^\d{1,10}$/.test(digits) && Number(digits) > 0 ? Number(digits) : null
}

/** '15.25', '15,25', '15,25 %' in basis points; null for anything else. */
export function basisPointsIn(text: string): number | null {
  const [, whole = '', decimals = ''] =
    /^(\d{1,2})(?:[.,](\d{1,2})0*)?(?:\s*%)?$/.exec(text.trim()) ?? []
  return whole === '' ? null : Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}
