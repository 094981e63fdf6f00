import { parseDay, parseMonth, type Day } from '#domain/day.ts'
import { clp, sumClp } from '#domain/money.ts'
import { retention } from '#domain/retention.ts'
import { ufDayOf } from '#domain/rule.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { renderTemplate } from '#domain/template.ts'
import { facturaTotals, lineAmount } from '#domain/totals.ts'
import { quantityFromWire, ufFromWire, type Uf } from '#domain/uf.ts'
import type { JudgedUpload, UploadDocument } from '#web/api/uploads.ts'

/** The date that documents would carry, with the UF of each day that is known. */
export interface IssueDate {
  /** Null until it is known. */
  day: Day | null
  rates: ReadonlyMap<string, Uf>
}

export function issueDateOf(
  { uf_values }: Pick<JudgedUpload, 'uf_values'>,
  day: string | null,
): IssueDate {
  const rates = uf_values.flatMap(({ day: of, value }) => {
    const rate = ufFromWire(value)
    return rate === null ? [] : [[of, rate] as const]
  })
  return { day: parseDay(day ?? ''), rates: new Map(rates) }
}

type Totals = NonNullable<UploadDocument['totals']>
type Line = UploadDocument['lines'][number]
type Priced = Pick<UploadDocument, 'document_type' | 'rows' | 'lines' | 'totals' | 'uf_rate_type'>

export function isInUf({ lines }: Pick<UploadDocument, 'lines'>): boolean {
  return lines.some(({ currency }) => currency === 'UF')
}

/**
 * What a document comes to when it is issued on that day, by the code that issues it. Null while it isn't known: a price in
 * UF takes the UF of its day, and no other day's stands in for it.
 */
export function totalsOn(document: Priced, date: IssueDate): Totals | null {
  if (!isInUf(document)) return document.totals
  const { lines, rows, document_type } = document
  const { day } = date
  const amounts = lines.flatMap((line) => amountOn(line, document, date) ?? [])
  if (day === null || document_type === null || amounts.length < rows.length) return null
  if (document_type === 33) {
    const { netoClp, ivaClp, totalClp } = facturaTotals(amounts.map((amountClp) => ({ amountClp })))
    return { net: netoClp, tax: ivaClp, total: totalClp }
  }
  const grossClp = sumClp(amounts)
  const { retentionClp, liquidoClp } = retention(grossClp, day)
  return { net: liquidoClp, tax: retentionClp, total: grossClp }
}

/** Of one line, in pesos. Null while the UF of its day isn't known. */
export function amountOn(
  { currency, price, quantity, amount }: Line,
  of: Pick<UploadDocument, 'uf_rate_type'>,
  date: IssueDate,
) {
  if (currency === 'CLP') return amount === null ? null : clp(amount)
  const rate = ufOn(of, date)
  const [count, unitUf] = [quantityFromWire(quantity), ufFromWire(price)]
  if (rate?.value == null || count === null || unitUf === null) return null
  return lineAmount({ quantity: count, price: { currency: 'UF', unitUf, rateClp: rate.value } })
}

/** The UF that its lines take: that of which day, and its value where that is known. Null without a day. */
export function ufOn(
  { uf_rate_type }: Pick<UploadDocument, 'uf_rate_type'>,
  { day, rates }: IssueDate,
): { day: Day; value: Uf | null } | null {
  if (day === null) return null
  const of = ufDayOf(uf_rate_type, day)
  return { day: of, value: rates.get(of) ?? null }
}

/** Of those whose total is known, and how many others there are: they wait for the UF of a day. */
export function totalOf(
  documents: readonly UploadDocument[],
  date: IssueDate,
): { knownClp: number; unknown: number } {
  const totals = documents.flatMap((document) => totalsOn(document, date)?.total ?? [])
  return {
    knownClp: totals.reduce((sum, total) => sum + total, 0),
    unknown: documents.length - totals.length,
  }
}

/** A line's words as the document will say them: the month is the row's own, else that of its date. */
export function inWords(
  text: string,
  { service_month }: Pick<UploadDocument, 'service_month'>,
  { day }: IssueDate,
): string {
  const own = parseMonth(service_month ?? '')
  const month = own ?? (day === null ? null : serviceMonth(day, 0))
  return month === null ? text : renderTemplate(text, { folio: null, serviceMonth: month })
}
