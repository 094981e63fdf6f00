import { skipToken, useQuery } from '@tanstack/react-query'
import { ufFromWire } from '#domain/uf.ts'
import type { MonthlyTask } from '#web/api/agenda.ts'
import { forecastQuery, installationQuery, type Rule } from '#web/api/queries.ts'
import { forecastOfRule } from '../dashboard/forecast-of-rule.ts'
import type { Rate } from './month-totals.ts'

/** The UF of that emission, by the very code that issues; until it is published today's, as a measure only. */
export function useRate(rule: Rule | undefined, task: MonthlyTask): Rate | null {
  const hasUf = rule?.invoice_lines_detail.some(({ currency }) => currency === 'UF') ?? false
  const query = rule === undefined || !hasUf ? null : forecastQuery(bodyFor(rule, task))
  const forecast = useQuery({
    queryKey: query?.queryKey ?? ['forecast', 'none'],
    queryFn: query?.queryFn ?? skipToken,
  })
  const today = useQuery(installationQuery()).data?.uf ?? null
  if (!hasUf) return null
  const emission = forecast.data?.emissions.find(
    ({ emission_date }) => emission_date === task.emission_date,
  )
  const published = ufFromWire(emission?.uf?.value ?? '')
  if (published !== null) return { value: published, day: emission?.uf?.day ?? null }
  const measure = ufFromWire(today?.value ?? '')
  return measure === null ? null : { value: measure, day: null }
}

/** What is still to be filled in says nothing about the UF of that day: one UF asks for it. */
function bodyFor(rule: Rule, task: MonthlyTask): ReturnType<typeof forecastOfRule> {
  return {
    ...forecastOfRule(rule),
    start_date: task.emission_date,
    uf_rate_type: rule.uf_rate_type,
    invoice_lines: [{ quantity: '1', price: '1', currency: 'UF' }],
  }
}
