import { compare, daysBetween, type Day } from './day.ts'
import { decimalText, fromDecimalText } from './decimal.ts'
import { uf, type Uf } from './uf.ts'

export interface KnownUf {
  day: Day
  value: Uf
}

/** A month of values tells how fast the UF moves now; its daily value follows last month's inflation. */
const SLOPE_DAYS = 30
/** The UF has two decimals. */
const HUNDREDTH = 10_000n

/**
 * What the UF of a day still unpublished may be: the last known value, moved on as fast as it moved over
 * the thirty days before it. An estimate to show, never to issue with. Null when none is known, or
 * for a day before the last known one.
 */
export function projectUf(known: readonly KnownUf[], of: Day): Uf | null {
  const sorted = known.toSorted((a, b) => compare(a.day, b.day))
  const last = sorted.at(-1)
  if (last === undefined || compare(of, last.day) < 0) return null
  const first = sorted.find(({ day }) => daysBetween(day, last.day) <= SLOPE_DAYS) ?? last
  const days = BigInt(daysBetween(first.day, last.day))
  const value = fromDecimalText(last.value)
  if (days === 0n) return last.value
  const rise = value - fromDecimalText(first.value)
  const moved = (rise * BigInt(daysBetween(last.day, of))) / days
  return uf(decimalText(((value + moved) / HUNDREDTH) * HUNDREDTH))
}
