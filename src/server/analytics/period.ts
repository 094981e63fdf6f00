import { addMonths, compare, month, monthNumberOf, yearOf, type Month } from '#domain/day.ts'

export type Period =
  | { kind: 'ok'; months: Month[] }
  | { kind: 'alone'; missing: 'year' | 'month' }
  | OutOfReach
type OutOfReach = { kind: 'outOfReach'; first: Month; last: Month }

/** The period of the dashboard when nobody says another. */
const DEFAULT_MONTHS_BACK = 12
const MOST_MONTHS_AGO = 72
/** The registers begin here (portal 5.2). */
const FIRST_MONTH = month(2017, 5)

/** Which months are asked for, oldest first; `months_back` wins over a single month. */
export function periodOf(
  asked: {
    months_back?: number | undefined
    year?: number | undefined
    month?: number | undefined
  },
  thisMonth: Month,
): Period {
  const { months_back: back, year, month: number } = asked
  if (back === undefined && (year === undefined) !== (number === undefined)) {
    return { kind: 'alone', missing: year === undefined ? 'year' : 'month' }
  }
  if (back !== undefined || year === undefined || number === undefined) {
    const count = back ?? DEFAULT_MONTHS_BACK
    const months = Array.from({ length: count }, (_, at) => addMonths(thisMonth, at + 1 - count))
    return { kind: 'ok', months }
  }
  const ago = addMonths(thisMonth, -MOST_MONTHS_AGO)
  const first = compare(ago, FIRST_MONTH) > 0 ? ago : FIRST_MONTH
  const only = month(year, number)
  if (compare(only, first) < 0 || compare(only, thisMonth) > 0) {
    return { kind: 'outOfReach', first, last: thisMonth }
  }
  return { kind: 'ok', months: [only] }
}

const HOUR_MS = 60 * 60_000

/**
 * Whether a month read at that instant may say something else by now. Documents go on coming into this month and
 * the one before; into older ones a few still do (portal 5.2), and then hardly any.
 */
export function isStale(
  { month: of, readAtMs, isRough }: { month: Month; readAtMs: number; isRough: boolean },
  { thisMonth, nowMs }: { thisMonth: Month; nowMs: number },
): boolean {
  const ageMs = nowMs - readAtMs
  const monthsAgo = numberOf(thisMonth) - numberOf(of)
  if (monthsAgo <= 1) return ageMs > 6 * HOUR_MS
  if (isRough && ageMs > 24 * HOUR_MS) return true
  return ageMs > (monthsAgo <= 3 ? 3 : 30) * 24 * HOUR_MS
}

function numberOf(of: Month): number {
  return yearOf(of) * 12 + monthNumberOf(of)
}
