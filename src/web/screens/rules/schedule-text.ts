import type { TFunction } from 'i18next'
import type { Rule } from '#web/api/queries.ts'

type Schedule = Pick<Rule, 'business_day_rule' | 'day_of_month'>

/** 'el día 5 de cada mes'. */
export function scheduleText(t: TFunction, rule: Schedule): string {
  return t(`schedule.${rule.business_day_rule}`, { day: rule.day_of_month ?? 1 })
}
