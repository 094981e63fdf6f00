import type { BodyToWrite } from '#contract/call.ts'
import type { forecastRule } from '#contract/rules.ts'
import type { Rule } from '#web/api/queries.ts'

/** What a saved rule would issue next; without totals while a line is filled in each month. */
export function forecastOfRule(rule: Rule): BodyToWrite<typeof forecastRule> {
  const lines = rule.invoice_lines_detail.flatMap(({ quantity, price, currency }) =>
    quantity === null || price === null ? [] : [{ quantity, price, currency }],
  )
  const isComplete = lines.length === rule.invoice_lines_detail.length
  return {
    business_day_rule: rule.business_day_rule,
    // 29–31 may come from an import; the forecast takes what the screen takes.
    day_of_month: rule.day_of_month === null ? null : Math.min(rule.day_of_month, 28),
    month_offset: rule.month_offset,
    start_date: rule.next_emission_date ?? rule.start_date,
    uf_rate_type: rule.uf_rate_type,
    invoice_lines: isComplete ? lines : [],
  }
}
