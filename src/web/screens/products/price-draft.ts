import { parseClp } from '#domain/money.ts'
import { priceDifference, type PriceStep } from '#domain/product-price.ts'
import { isZeroUf, parseUf, quantity, uf, type Uf } from '#domain/uf.ts'
import { showClp, showUf } from '#texts/formats.ts'
import type { ProductPage, RuleOfProduct } from '#web/api/directory.ts'

type Currency = ProductPage['product']['currency']

/** A price as typed, above zero; null while it can't be read. */
export function readTypedPrice(text: string, currency: Currency): Uf | null {
  if (currency === 'UF') {
    const read = parseUf(text)
    return read.kind === 'ok' && !isZeroUf(read.value) ? read.value : null
  }
  const read = parseClp(text)
  return read.kind === 'ok' && read.value > 0 ? uf(String(read.value)) : null
}

export function isFollowing({ lines }: RuleOfProduct): boolean {
  return lines.some(({ takes }) => takes === 'product')
}

/** Of one document of the rule; null where a quantity is filled in each month. */
export function documentDifference({ lines }: RuleOfProduct, change: PriceStep): string | null {
  const following = lines.filter(({ takes }) => takes === 'product')
  const quantities = following.flatMap((line) =>
    line.quantity === null ? [] : [quantity(line.quantity)],
  )
  return quantities.length < following.length ? null : priceDifference(quantities, change)
}

/** '+$5.000' or '−UF 0,5'. */
export function showDifference(difference: string, currency: Currency): string {
  const isLess = difference.startsWith('-')
  const size = isLess ? difference.slice(1) : difference
  const shown = currency === 'UF' ? showUf(size) : showClp(Number(size))
  return `${isLess ? '−' : '+'}${shown}`
}
