import type { Day, Month } from '#domain/day.ts'
import {
  formatDay,
  monthNumberOf,
  monthOf,
  parseDay,
  parseMonth,
  weekday,
  yearOf,
} from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { formatRut, parseRut } from '#domain/rut.ts'
import { spanishMonth } from '#domain/template.ts'
import { formatQuantity, formatUf, formatUfRate, ufFromWire } from '#domain/uf.ts'

// What the wire says, as people in Chile read it. A text that isn't what it should be comes back as it
// is: a screen that shows an odd date is better than one that breaks.

export function showClp(pesos: number): string {
  return Number.isSafeInteger(pesos) ? formatClp(clp(pesos)) : String(pesos)
}

export function showUf(text: string): string {
  const value = ufFromWire(text)
  return value === null ? text : formatUf(value)
}

/** The value of one UF, '$39.200,15'. */
export function showUfRate(text: string): string {
  const value = ufFromWire(text)
  return value === null ? text : formatUfRate(value)
}

/** '12,5'. */
export function showQuantity(text: string): string {
  const value = ufFromWire(text)
  return value === null ? text : formatQuantity(value)
}

export function showPrice(text: string, currency: 'CLP' | 'UF'): string {
  if (currency === 'UF') return showUf(text)
  const value = ufFromWire(text)
  return value === null ? text : `$${formatQuantity(value)}`
}

export function showRut(text: string): string {
  const rut = parseRut(text)
  return rut === null ? text : formatRut(rut)
}

/** '05/11/2026'. */
export function showDay(text: string): string {
  const day = parseDay(text)
  return day === null ? text : formatDay(day)
}

const WEEKDAYS = {
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
} as const

/** 'lunes 23/11/2026'. */
export function showWeekday(text: string, language: 'es' | 'en'): string {
  const day = parseDay(text)
  return day === null ? text : `${WEEKDAYS[language][weekday(day) - 1]} ${formatDay(day)}`
}

/** Monday to Sunday. */
export function weekdayNames(language: 'es' | 'en'): readonly string[] {
  return WEEKDAYS[language]
}

const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** 'noviembre de 2026', 'November 2026'. */
export function showMonth(text: string, language: 'es' | 'en'): string {
  const month = parseMonth(text)
  if (month === null) return text
  return `${monthName(month, language)}${language === 'es' ? ' de' : ''} ${yearOf(month)}`
}

/** 'noviembre', 'November'. */
export function showMonthAlone(text: string, language: 'es' | 'en'): string {
  const month = parseMonth(text)
  return month === null ? text : monthName(month, language)
}

function monthName(of: Month, language: 'es' | 'en'): string {
  return language === 'es' ? spanishMonth(of) : (ENGLISH_MONTHS[monthNumberOf(of) - 1] ?? '')
}

/** '1 de diciembre de 2026', as the printed document writes it. Spanish always: the document is. */
export function longDay(day: Day): string {
  return `${Number(day.slice(8))} de ${spanishMonth(monthOf(day))} de ${yearOf(day)}`
}

/** The month a rule's default name carries, '11-2026'. */
export function ruleMonth(day: Day): string {
  return `${day.slice(5, 7)}-${day.slice(0, 4)}`
}
