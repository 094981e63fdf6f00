import { timeInChile } from '#domain/day.ts'
import { formatDay } from '#domain/day.ts'

/** The browser's only look at the time. What day it is for the business, the installation says. */
export function nowMs(): number {
  return Date.now()
}

export function msUntil(instant: string): number {
  return Date.parse(instant) - nowMs()
}

/** '21/11/2026 09:05', as clocks in Chile show it whatever the browser's zone. */
export function formatInstant(instant: string): string {
  const { day, hour, minute } = timeInChile(Date.parse(instant))
  return `${formatDay(day)} ${twoDigits(hour)}:${twoDigits(minute)}`
}

export function formatTime(instant: string): string {
  const { hour, minute } = timeInChile(Date.parse(instant))
  return `${twoDigits(hour)}:${twoDigits(minute)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
