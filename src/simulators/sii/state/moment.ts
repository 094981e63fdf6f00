import { timeInChile } from '#domain/day.ts'

/** 'YYYY-MM-DDTHH:MM:SS' on Chilean clocks, as the SII writes every moment. */
export function chileanMoment(ms: number): string {
  const { day, hour, minute } = timeInChile(ms)
  const second = Math.floor(ms / 1000) % 60
  return `${day}T${[hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')}`
}
