import type { Month } from '#domain/day.ts'
import type { BoletaContent, DocumentContent, FrozenLine } from '#domain/document.ts'
import { clp, type Clp } from '#domain/money.ts'
import { renderTemplate } from '#domain/template.ts'
import { lineAmount } from '#domain/totals.ts'
import { quantity, uf, type Uf } from '#domain/uf.ts'
import { cleanText } from '#dte/document/text.ts'
import { priceIn } from '../../rules/prices/line-prices.ts'
import type { LineView } from '../../rules/prices/line-views.ts'

/** What a company sells, as far as a line shows it. */
export interface TemplateProduct {
  id: number
  name: string
  code: string
  currency: 'CLP' | 'UF'
}

interface Known {
  products: readonly TemplateProduct[]
  /** As the document's rule has them now, in their order. */
  ruleLines: readonly LineView[]
  serviceMonth: Month
  /** Of its emission day: the month whose prices it has. */
  period: Month
  /** That a boleta's prices in UF were counted with; null: none was. */
  rateClp: Uf | null
}

/**
 * The lines of a document to be ordered again: what was issued, whatever its rule says by now, each with the product it
 * was made from, so that a name with its month in it says the next one's. A line that no product stands for has its own
 * words. Before it is frozen: what its rule says.
 */
export function templateLines(content: DocumentContent | null, known: Known): LineView[] {
  return linesOf(content, known).map((line, index) => ({
    ...line,
    prices: { first: line.price, later: [] },
    coming: [],
    quantityIsFixed: true,
    priceIsFixed: true,
    order: index + 1,
  }))
}

function linesOf(content: DocumentContent | null, known: Known): readonly LineView[] {
  if (content === null) {
    return known.ruleLines.map((line) => ({ ...line, price: priceIn(line.prices, known.period) }))
  }
  if (content.kind === 'boletaHonorarios') return boletaLines(content, known)
  return content.lines.map((line, index) => ofFrozen(line, known, index))
}

function ofFrozen(line: FrozenLine, known: Known, index: number): LineView {
  const { name, code, price } = line
  const { currency } = price
  const product = candidates(known, index).find(
    (one) => said(one, known) === name && clean(one.code) === code && one.currency === currency,
  )
  const unit = price.currency === 'CLP' ? uf(String(price.unitClp)) : price.unitUf
  return lineOf(product ?? { id: null, name, code, currency }, line.quantity, unit)
}

/** Of a boleta only the gross of each line is frozen: its quantity and price are the rule's where they make that gross. */
function boletaLines({ lines }: BoletaContent, known: Known): LineView[] {
  return lines.map(({ description, grossClp }, index) => {
    const product = candidates(known, index).find((one) => said(one, known) === description)
    const own = known.ruleLines[index]
    const isOwn = own !== undefined && own.productId === (product?.id ?? null)
    const price = isOwn ? priceOfGross(own, grossClp, known.rateClp) : null
    if (isOwn && price !== null) return { ...own, price }
    if (product?.currency === 'UF') return lineOf(product, null, null)
    const words = { id: null, name: description, code: '', currency: 'CLP' } as const
    return lineOf(product ?? words, quantity('1'), uf(String(grossClp)))
  })
}

/** Of the prices that the line ever had, the one that made that gross: the rule may have another by now. */
function priceOfGross(own: LineView, grossClp: Clp, rateClp: Uf | null): Uf | null {
  const count = own.quantity
  if (count === null) return null
  const { first, later } = own.prices
  const all = [own.price, first, ...later.map(({ price }) => price)].filter((one) => one !== null)
  const found = all.find((price) => {
    const unit = unitOf(own.currency, price, rateClp)
    return unit !== null && lineAmount({ quantity: quantity(count), price: unit }) === grossClp
  })
  return found === undefined ? null : uf(found)
}

function unitOf(currency: LineView['currency'], price: string, rateClp: Uf | null) {
  if (currency === 'CLP') return { currency, unitClp: clp(Number(price)) }
  return rateClp === null ? null : { currency, unitUf: uf(price), rateClp }
}

/** The product of the rule's own line first: two may say the same. */
function candidates({ products, ruleLines }: Known, index: number): TemplateProduct[] {
  const own = ruleLines[index]?.productId
  return [...products].sort((a, b) => Number(b.id === own) - Number(a.id === own))
}

function said({ name }: TemplateProduct, { serviceMonth }: Known): string {
  return clean(renderTemplate(name, { folio: null, serviceMonth }))
}

const LONGEST_TEXT = 1000

function clean(text: string): string {
  return cleanText(text, LONGEST_TEXT)
}

function lineOf(
  { id, name, code, currency }: Omit<TemplateProduct, 'id'> & { id: number | null },
  count: string | null,
  price: string | null,
): LineView {
  return {
    productId: id,
    name,
    code,
    currency,
    quantity: count,
    price,
    prices: { first: price, later: [] },
    coming: [],
    quantityIsFixed: true,
    priceIsFixed: true,
    order: 0,
  }
}
