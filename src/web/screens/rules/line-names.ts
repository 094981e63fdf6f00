import { parseMonth } from '#domain/day.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { renderTemplate } from '#domain/template.ts'
import type { Rule } from '#web/api/queries.ts'

/** The lines as the next factura will say them: '{{Mes}} {{año}}' becomes its service month. */
export function lineNames(rule: Rule): string[] {
  const names = rule.invoice_lines_detail.map(({ description }) => description)
  const next = parseMonth((rule.next_emission_date ?? '').slice(0, 7))
  if (next === null) return names.map((name) => name.replaceAll(/\{\{|\}\}/g, ''))
  const month = serviceMonth(next, rule.month_offset)
  return names.map((name) => renderTemplate(name, { folio: null, serviceMonth: month }))
}
