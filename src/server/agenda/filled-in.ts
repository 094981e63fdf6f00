import type { Kysely } from 'kysely'
import { monthOf, type Day } from '#domain/day.ts'
import type { Rule } from '#domain/rule.ts'
import type { Schema } from '../db/schema.ts'
import { openMonths, type OpenLine } from '../rules/open-lines.ts'
import { priceIn } from '../rules/prices/line-prices.ts'
import { domainRule } from '../rules/readiness.ts'
import type { RuleView } from '../rules/view.ts'

/** The rule as it is for one client on one day: its open lines with what was filled in for that month. */
export type FilledIn = (view: RuleView, clientId: number | null, emissionDay: Day) => Rule

export async function filledIn(
  db: Kysely<Schema>,
  asked: { organisationId: number; ruleId?: number; until: Day },
): Promise<FilledIn> {
  const lines = new Map<string, OpenLine>()
  for (const month of await openMonths(db, asked)) {
    for (const line of month.lines) {
      lines.set(keyOf(month.rule.id, line.client.id, month.period, line.order), line)
    }
  }
  return (view, clientId, emissionDay) =>
    domainRule({
      ...view,
      lines: view.lines.map((line) => {
        const month = monthOf(emissionDay)
        const found = lines.get(keyOf(view.id, clientId, month, line.order))
        if (found === undefined || found.productId !== line.productId) {
          return { ...line, price: priceIn(line.prices, month) }
        }
        return { ...line, quantity: found.quantity, price: found.price }
      }),
    })
}

function keyOf(ruleId: number, clientId: number | null, period: string, order: number): string {
  return `${ruleId} ${clientId} ${period} ${order}`
}
