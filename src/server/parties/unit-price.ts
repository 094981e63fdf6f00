import { clpFromWire } from '#domain/money.ts'
import { isZeroUf, ufFromWire } from '#domain/uf.ts'

export type UnitPrice =
  | { kind: 'ok'; text: string }
  | { kind: 'notDecimal' }
  | { kind: 'aboveZero' }
  | { kind: 'wholePesos' }

/** Whole pesos or UF with up to six decimals, above zero: what a line of a factura can carry. */
export function parseUnitPrice(value: string | number, currency: 'CLP' | 'UF'): UnitPrice {
  const read = ufFromWire(value)
  if (read === null) return { kind: 'notDecimal' }
  if (isZeroUf(read)) return { kind: 'aboveZero' }
  if (currency === 'CLP' && clpFromWire(value) === null) return { kind: 'wholePesos' }
  return { kind: 'ok', text: read }
}
