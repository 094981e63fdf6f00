import { timeInChile } from '#domain/day.ts'
import { formatDay } from '#domain/day.ts'

/** How far the server's clock is before this computer's, as its last answer said. */
let aheadMs = 0

/** The browser's only look at the time, by the server's clock. What day it is for the business, the installation says. */
export function nowMs(): number {
  return Date.now() + aheadMs
}

/** The header is in whole seconds and as old as the answer's way: a clock this near is taken for right. */
const RIGHT_WITHIN_MS = 5_000

/** Takes the server's time from an answer of the API: a computer's clock may be wrong by hours. */
export function noteServerTime({ headers }: Pick<Response, 'headers'>): void {
  const serverMs = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - Date.now()
  aheadMs = Math.abs(difference) > RIGHT_WITHIN_MS ? difference : 0
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
