import type { TypedNumber } from '#domain/decimal.ts'
import { parseClp } from '#domain/money.ts'
import type { Clp } from '#domain/money.ts'
import { lineAmount } from '#domain/totals.ts'
import type { Quantity, Uf } from '#domain/uf.ts'
import { isZeroUf, parseQuantity, parseUf, toWire } from '#domain/uf.ts'
import { showQuantity } from '#texts/formats.ts'
import type { DocumentTemplate, Product } from '#web/api/queries.ts'

/** In place of a product's id: a line of a one-off's own words. */
export const OWN_WORDS = 0

/** One line as typed. A quantity or price that isn't fixed is asked for each month. */
export interface LineDraft {
  key: number
  productId: number | null
  name: string
  currency: 'CLP' | 'UF'
  quantity: string
  price: string
  quantityIsFixed: boolean
  priceIsFixed: boolean
  /** Of own words. */
  code?: string | undefined
}

/** New lines are fixed in both. */
export function emptyLine(others: readonly LineDraft[]): LineDraft {
  return {
    key: Math.max(0, ...others.map(({ key }) => key)) + 1,
    productId: null,
    name: '',
    currency: 'CLP',
    quantity: '1',
    price: '',
    quantityIsFixed: true,
    priceIsFixed: true,
  }
}

export function lineFromProduct({
  id,
  name,
  currency,
  unit_price,
}: Product): Pick<LineDraft, 'productId' | 'name' | 'currency' | 'price'> {
  return { productId: id, name, currency, price: showQuantity(unit_price) }
}

type TemplateLine = DocumentTemplate['content']['invoice_lines_detail'][number]
/** A line of a rule or of an earlier document. */
export type SaidLine = Omit<TemplateLine, 'code'> & { code?: string }

export function lineFromRule(line: SaidLine): LineDraft {
  return {
    key: line.order,
    productId: line.product_id ?? OWN_WORDS,
    name: line.description,
    currency: line.currency,
    quantity: line.quantity === null ? '' : showQuantity(line.quantity),
    price: line.price === null ? '' : showQuantity(line.price),
    quantityIsFixed: line.quantity_is_fixed,
    priceIsFixed: line.price_is_fixed,
    code: line.code,
  }
}

export type NumberFault = 'missing' | 'ambiguous' | 'wholePesos' | 'tooManyDecimals' | 'tooLarge'

export interface LineProblem {
  product: boolean
  quantity: NumberFault | null
  price: NumberFault | null
}

/** What the line lacks; null when nothing. What isn't fixed may be empty. */
export function lineProblem(line: LineDraft): LineProblem | null {
  const problem: LineProblem = {
    product: line.productId === null || (line.productId === OWN_WORDS && line.name.trim() === ''),
    quantity: line.quantityIsFixed ? faultOf(parseQuantity(line.quantity)) : null,
    price: line.priceIsFixed ? priceFault(line) : null,
  }
  return problem.product || problem.quantity !== null || problem.price !== null ? problem : null
}

export type LinePrice = { currency: 'CLP'; unitClp: Clp } | { currency: 'UF'; unitUf: Uf }

/** Null while it can't be read, or when it is to be filled in each month. */
export function readPrice(line: LineDraft): LinePrice | null {
  if (!line.priceIsFixed || priceFault(line) !== null) return null
  if (line.currency === 'CLP') {
    const read = parseClp(line.price)
    return read.kind === 'ok' ? { currency: 'CLP', unitClp: read.value } : null
  }
  const read = parseUf(line.price)
  return read.kind === 'ok' ? { currency: 'UF', unitUf: read.value } : null
}

export function readQuantity(line: LineDraft): Quantity | null {
  if (!line.quantityIsFixed) return null
  const read = parseQuantity(line.quantity)
  return read.kind === 'ok' ? read.value : null
}

/** Decimal text with a point, as the wire wants it. */
export function priceToWire(price: LinePrice): string {
  return price.currency === 'CLP' ? String(price.unitClp) : toWire(price.unitUf)
}

/** Pesos of the line, rounded once. Null until quantity, price and, for UF, its rate are known. */
export function lineClp(line: LineDraft, rateClp: Uf | null): Clp | null {
  const quantity = readQuantity(line)
  const price = readPrice(line)
  if (quantity === null || price === null) return null
  if (price.currency === 'CLP') return lineAmount({ quantity, price })
  return rateClp === null ? null : lineAmount({ quantity, price: { ...price, rateClp } })
}

function priceFault(line: LineDraft): NumberFault | null {
  if (line.currency === 'CLP') {
    const read = parseClp(line.price)
    if (read.kind === 'ok') return read.value > 0 ? null : 'missing'
    if (read.kind === 'invalid' && read.problem === 'tooManyDecimals') return 'wholePesos'
    return faultOf(read)
  }
  const read = parseUf(line.price)
  if (read.kind === 'ok') return isZeroUf(read.value) ? 'missing' : null
  return faultOf(read)
}

function faultOf(read: TypedNumber<unknown>): NumberFault | null {
  if (read.kind === 'ok') return null
  if (read.kind === 'ambiguous') return 'ambiguous'
  const { problem } = read
  return problem === 'tooManyDecimals' || problem === 'tooLarge' ? problem : 'missing'
}
