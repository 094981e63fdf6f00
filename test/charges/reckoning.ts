// What Folio charges, worked out a second time by other code than the triggers: in whole numbers, from facts.

export interface Priced {
  net: bigint
  iva: bigint
}

/** Of a price in thousandths of a UF, at a UF in hundredths of a peso. */
export function priceInUf(thousandths: bigint, uf: bigint): Priced {
  return withIva(halfUp(thousandths * uf, 100_000n))
}

/** Of what a provider confirmed, by a part in hundredths of a percent. */
export function feeOf(amount: bigint, points: bigint): Priced {
  return withIva(halfUp(amount * points, 10_000n))
}

/** How much of the fee of a payment is reversed once so much of it was given back in all. */
export function reversedOf(fee: Priced, amount: bigint, given: bigint): Priced {
  return withIva(halfUp(fee.net * given, amount))
}

/** In hundredths of a percent. */
export const FEE_POINTS = { transfer: 100n, card: 290n } as const

/** In thousandths of a UF: the mail brings a document to its price with mail. */
export const UF_PRICES = { document: 10n, mail: 5n } as const

/** '39200.15' is 3920015 hundredths. */
export function hundredthsOf(decimal: string): bigint {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === '') throw new Error(`Not a UF: ${decimal}`)
  return BigInt(whole + part.padEnd(2, '0'))
}

function withIva(net: bigint): Priced {
  return { net, iva: halfUp(net * 19n, 100n) }
}

/** None is negative. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}
