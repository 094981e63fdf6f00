import type { TFunction } from 'i18next'
import { showDay, showMonth, showPrice } from '#texts/formats.ts'
import type { LineDifference, RuleDifference } from '#web/api/rules-at-once.ts'
import { language } from '#web/language.ts'
import { scheduleText } from '../schedule-text.ts'

/** How many of them change, and how many prices. */
export function sumOf(differences: readonly RuleDifference[]) {
  const prices = differences.flatMap(({ lines }) => lines.filter(({ price }) => price !== null))
  return {
    rules: differences.filter(isChanged).length,
    prices: prices.length,
    stopped: differences.reduce((sum, { stopped }) => sum + stopped.length, 0),
    prepared: differences.reduce((sum, one) => sum + (isChanged(one) ? one.prepared : 0), 0),
  }
}

export function isChanged(difference: RuleDifference): boolean {
  const { is_deleted, is_paused, schedule, lines } = difference
  return (
    is_deleted ||
    is_paused !== null ||
    schedule !== null ||
    lines.some(({ price, quantity }) => price !== null || quantity !== null)
  )
}

/** What becomes of one rule, without its prices. */
export function ruleTexts(t: TFunction, difference: RuleDifference): string[] {
  const { is_deleted, is_paused, schedule, next_emission_date: next, stopped } = difference
  const texts: string[] = []
  if (is_deleted) texts.push(t('bulk.rules.isDeleted'))
  if (is_paused !== null) texts.push(t(is_paused.to ? 'bulk.rules.isPaused' : 'bulk.rules.goesOn'))
  if (schedule !== null) {
    const [from, to] = [scheduleText(t, schedule.from), scheduleText(t, schedule.to)]
    texts.push(t('bulk.rules.schedule', { from, to }))
    if (isMissingInFebruary(schedule.to)) texts.push(t('bulk.rules.shortMonths'))
  }
  if (next !== null && next.to !== null) {
    texts.push(t('bulk.rules.next', { date: showDay(next.to) }))
  }
  if (stopped.length > 0) texts.push(t('bulk.rules.stops', { count: stopped.length }))
  return texts.length === 0 ? [t('bulk.rules.same')] : texts
}

const LAST_OF_EVERY_MONTH = 28

/** A file may say so; the screens take no such day. */
function isMissingInFebruary(schedule: NonNullable<RuleDifference['schedule']>['to']): boolean {
  const { business_day_rule: rule, day_of_month: day } = schedule
  return rule === 'EXACT' && day !== null && day > LAST_OF_EVERY_MONTH
}

export function priceText({ currency }: LineDifference, price: string | null): string {
  return price === null ? '—' : showPrice(price, currency)
}

/** Why it stays, how it was rounded, and what it takes the place of. */
export function lineNote(t: TFunction, line: LineDifference, from: string | null): string | null {
  if (line.kept !== null) return t(`bulk.rules.kept.${line.kept}`)
  const later = line.replaced.find((one) => one.from !== from)
  if (later !== undefined) {
    return t('bulk.rules.replaces', { month: showMonth(later.from, language()) })
  }
  if (line.exact === null) return null
  return t('bulk.rules.rounded', { exact: line.exact.replace('.', ',') })
}

/** What each document fills in stands open: the change is about many months. */
export function plainName(description: string): string {
  return description.replaceAll(/\{\{[^{}]{1,40}\}\}/g, '…')
}
