import type { BodyToWrite } from '#contract/call.ts'
import type { saveMonthlyValues } from '#contract/monthly-values.ts'
import { toWire } from '#domain/uf.ts'
import { showPrice, showQuantity } from '#texts/formats.ts'
import type { MonthlyTask } from '#web/api/agenda.ts'
import { itemMessages } from '#web/api/fault.ts'
import type { LineDraft, LineProblem } from '../rule-wizard/line.ts'
import { lineProblem, priceToWire, readPrice, readQuantity } from '../rule-wizard/line.ts'

export type MonthlyValue = MonthlyTask['values'][number]
type Write = BodyToWrite<typeof saveMonthlyValues>['values'][number]

/** What is typed for one line of one client. */
export interface Typed {
  quantity: string
  price: string
}

export function keyOf({ client, order }: MonthlyValue): string {
  return `${client.id}:${order}`
}

export function typedFrom({ quantity, price }: Pick<MonthlyValue, 'quantity' | 'price'>): Typed {
  return {
    quantity: quantity === null ? '' : showQuantity(quantity),
    price: price === null ? '' : showQuantity(price),
  }
}

/** Read as the wizard reads a line: here what changes each month is what must be there. */
export function draftOf(value: MonthlyValue, typed: Typed): LineDraft {
  return {
    key: value.order,
    productId: value.order,
    name: value.description,
    currency: value.currency,
    quantity: typed.quantity,
    price: typed.price,
    quantityIsFixed: !value.quantity_is_fixed,
    priceIsFixed: !value.price_is_fixed,
  }
}

export function problemOf(value: MonthlyValue, typed: Typed): LineProblem | null {
  return lineProblem(draftOf(value, typed))
}

/** What is saved of a line: only what the rule leaves open. */
export function writtenOf(value: MonthlyValue, typed: Typed): Write {
  const draft = draftOf(value, typed)
  const quantity = readQuantity(draft)
  const price = readPrice(draft)
  return {
    client: value.client.id,
    order: value.order,
    ...(quantity === null ? {} : { quantity: toWire(quantity) }),
    ...(price === null ? {} : { price: priceToWire(price) }),
  }
}

/** '12,5 × $20.000', of what the rule leaves open. */
export function lastText(
  { last, currency, quantity_is_fixed, price_is_fixed }: MonthlyValue,
  both: (quantity: string, price: string) => string,
): string | null {
  if (last === null) return null
  const quantity = last.quantity === null ? null : showQuantity(last.quantity)
  const price = last.price === null ? null : showPrice(last.price, currency)
  if (quantity_is_fixed) return price
  if (price_is_fixed || price === null) return quantity
  return quantity === null ? price : both(quantity, price)
}

type Field = 'quantity' | 'price'
const FIELDS: readonly Field[] = ['quantity', 'price']
export type Faults = Partial<Record<Field, string>>

export function fieldId(field: Field, value: MonthlyValue): string {
  return `${field} ${keyOf(value)}`
}

/** The first field that can't be saved as it is typed. */
export function firstFault(
  values: readonly MonthlyValue[],
  typed: (value: MonthlyValue) => Typed,
): string | null {
  for (const value of values) {
    const problem = problemOf(value, typed(value))
    if (problem !== null) return fieldId(problem.quantity === null ? 'price' : 'quantity', value)
  }
  return null
}

/** What the server says about a value, which it answers in the order they were sent in. */
export function refusedOf(fault: unknown, index: number): Faults {
  const [quantity] = itemMessages(fault, 'values', index, 'quantity')
  const [price] = itemMessages(fault, 'values', index, 'price')
  return {
    ...(quantity === undefined ? {} : { quantity }),
    ...(price === undefined ? {} : { price }),
  }
}

export function firstRefused(fault: unknown, values: readonly MonthlyValue[]): string | null {
  const found = values.flatMap((value, index) => {
    const refused = refusedOf(fault, index)
    return FIELDS.filter((field) => refused[field] !== undefined).map((field) =>
      fieldId(field, value),
    )
  })
  return found[0] ?? null
}
