import { decimalText, readTypedDecimal } from '#domain/decimal.ts'
import { addMonths, monthOf, type Day, type Month } from '#domain/day.ts'
import { MAX_PERCENT_CHANGE, MIN_PERCENT_CHANGE } from '#domain/price-change.ts'
import { isZeroUf, parseUf } from '#domain/uf.ts'
import { MAX_PRICE_MONTHS_AHEAD } from '#contract/rule-bulk.ts'
import type { Rule } from '#web/api/queries.ts'
import type { RulesChange } from '#web/api/rules-at-once.ts'

/** As it is typed. */
export interface PriceForm {
  by: 'percent' | 'ipc' | 'uf' | 'withdraw'
  percent: string
  firstMonth: string
  lastMonth: string
  price: string
  from: string
}

export type PriceFormFault =
  | 'percent'
  | 'ipc'
  | 'percentTooLarge'
  | 'percentTooSmall'
  | 'price'
  | 'months'

const MAX_PERCENT_DECIMALS = 4

/** The change that the form says; a fault where something typed can't be read; null while nothing is typed. */
export function changeOf(form: PriceForm): RulesChange | PriceFormFault | null {
  const { by, from } = form
  if (by === 'withdraw') return { kind: 'prices', from, change: { by } }
  if (by === 'uf') {
    if (form.price.trim() === '') return null
    const read = parseUf(form.price)
    if (read.kind !== 'ok' || isZeroUf(read.value)) return 'price'
    return { kind: 'prices', from, change: { by, price: read.value } }
  }
  if (form.percent.trim() === '') return null
  const percent = percentOf(form.percent)
  if (percent === null || (by === 'ipc' && Number(percent) < 0)) return by
  if (Number(percent) > MAX_PERCENT_CHANGE) return 'percentTooLarge'
  if (Number(percent) < MIN_PERCENT_CHANGE) return 'percentTooSmall'
  if (by === 'percent') return { kind: 'prices', from, change: { by, percent } }
  if (form.firstMonth > form.lastMonth) return 'months'
  const months = { first_month: form.firstMonth, last_month: form.lastMonth }
  return { kind: 'prices', from, change: { by, percent, ...months } }
}

/** '4,5' and '4.5' are the same here: nobody raises a price by four thousand percent. Below zero by either minus. */
function percentOf(typed: string): string | null {
  const trimmed = typed.trim()
  const sign = /^[-−+]/.exec(trimmed)?.[0] ?? ''
  const size = trimmed.slice(sign.length).replace('%', '').replace('.', ',')
  const read = readTypedDecimal(size)
  if (read.kind !== 'ok' || read.value === 0n) return null
  const text = decimalText(read.value)
  if ((text.split('.')[1] ?? '').length > MAX_PERCENT_DECIMALS) return null
  return sign === '-' || sign === '−' ? `-${text}` : text
}

export function monthsFrom(today: Day): Month[] {
  return Array.from({ length: MAX_PRICE_MONTHS_AHEAD + 1 }, (_, ahead) =>
    addMonths(monthOf(today), ahead),
  )
}

/** Two years back, newest first: the IPC of a month is published in the next. */
export function monthsOfIpc(today: Day): Month[] {
  return Array.from({ length: 24 }, (_, back) => addMonths(monthOf(today), -1 - back))
}

/** The month of the first document that any of them will make. */
export function firstMonth(rules: readonly Rule[], today: Day): Month {
  const months = rules.flatMap(({ next_emission_date: next }) =>
    next === null ? [] : [next.slice(0, 7)],
  )
  const next = monthsFrom(today).find((month) => months.includes(month))
  return next ?? monthOf(today)
}
