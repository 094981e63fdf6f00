import type { Month } from '#domain/day.ts'
import type { BoletaContent, DocumentContent, FrozenLine } from '#domain/document.ts'
import { clp, type Clp } from '#domain/money.ts'
import { renderTemplate } from '#domain/template.ts'
import { lineAmount } from '#domain/totals.ts'
import { quantity, uf } from '#domain/uf.ts'
import { cleanText } from '#dte/document/text.ts'
import type { LineView } from '../../rules/prices/line-views.ts'

/** What a company sells, as far as a line shows it. */
export interface TemplateProduct {
  id: number
  name: string
  code: string
  currency: 'CLP' | 'UF'
}

export interface TemplateLines {
  lines: LineView[]
  /** Names of the lines that no product stands for any more. */
  lost: string[]
}

interface Known {
  products: readonly TemplateProduct[]
  /** As the document's rule has them now, in their order. */
  ruleLines: readonly LineView[]
  serviceMonth: Month
}

/**
 * The lines of a document to be ordered again: what was issued, whatever its rule says by now, each with the product it
 * was made from, so that a name with its month in it says the next one's. Before it is frozen: what its rule says.
 */
export function templateLines(content: DocumentContent | null, known: Known): TemplateLines {
  if (content === null) return numbered(known.ruleLines.map(unlessOwn))
  if (content.kind === 'boletaHonorarios') return boletaLines(content, known)
  return numbered(content.lines.map((line, index) => ofFrozen(line, known, index)))
}

/** A line of its own words is named: no product stands for it. */
function unlessOwn(line: LineView): LineView | string {
  return line.productId === null ? line.name : line
}

function numbered(lines: readonly (LineView | string)[]): TemplateLines {
  const found = lines.filter((line) => typeof line !== 'string')
  return {
    lines: found.map((line, index) => ({
      ...line,
      prices: { first: line.price, later: [] },
      coming: [],
      quantityIsFixed: true,
      priceIsFixed: true,
      order: index + 1,
    })),
    lost: lines.filter((line) => typeof line === 'string'),
  }
}

function ofFrozen(line: FrozenLine, known: Known, index: number): LineView | string {
  const { name, code, price } = line
  const product = candidates(known, index).find(
    (one) =>
      said(one, known) === name && clean(one.code) === code && one.currency === price.currency,
  )
  if (product === undefined) return name
  const unit = price.currency === 'CLP' ? uf(String(price.unitClp)) : price.unitUf
  return lineOf(product, line.quantity, unit)
}

/** Of a boleta only the gross of each line is frozen: its quantity and price are the rule's where they make that gross. */
function boletaLines({ lines }: BoletaContent, known: Known): TemplateLines {
  return numbered(
    lines.map(({ description, grossClp }, index) => {
      const product = candidates(known, index).find((one) => said(one, known) === description)
      if (product === undefined) return description
      const own = known.ruleLines[index]
      if (own?.productId === product.id && keepsGross(own, grossClp)) return own
      return product.currency === 'UF'
        ? lineOf(product, null, null)
        : lineOf(product, quantity('1'), uf(String(grossClp)))
    }),
  )
}

function keepsGross({ quantity: count, price, currency }: LineView, grossClp: Clp): boolean {
  if (count === null || price === null) return false
  if (currency === 'UF') return true
  const unitClp = clp(Number(price))
  return lineAmount({ quantity: quantity(count), price: { currency, unitClp } }) === grossClp
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
  { id, name, code, currency }: TemplateProduct,
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
