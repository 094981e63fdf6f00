import type { TFunction } from 'i18next'
import { daysBetween, parseDay } from '#domain/day.ts'

/** 'Hoy', 'Mañana', 'En 12 días'; empty for what has gone by. */
export function whenText(t: TFunction, today: string | null, date: string): string {
  const from = today === null ? null : parseDay(today)
  const to = parseDay(date)
  if (from === null || to === null) return ''
  const days = daysBetween(from, to)
  if (days < 0) return ''
  if (days === 0) return t('dashboard.today')
  return days === 1 ? t('dashboard.tomorrow') : t('dashboard.inDays', { count: days })
}
