import { addDays, addMonths, daysBetween, monthOf, type Day } from './day.ts'
import { sumClp, ZERO_CLP, type Clp } from './money.ts'

/** Open amounts by how many days they are overdue. */
export interface Ageing {
  notDueClp: Clp
  days1To30Clp: Clp
  days31To60Clp: Clp
  days61To90Clp: Clp
  days91Clp: Clp
}

const LIMITS = [
  ['notDueClp', 0],
  ['days1To30Clp', 30],
  ['days31To60Clp', 60],
  ['days61To90Clp', 90],
] as const satisfies readonly (readonly [keyof Ageing, number])[]

function bucketOf(dueDay: Day, today: Day): keyof Ageing {
  const days = daysBetween(dueDay, today)
  return LIMITS.find(([, last]) => days <= last)?.[0] ?? 'days91Clp'
}

/** Sums what is open into its buckets; on the due day itself it is not due yet. */
export function ageingOf(open: readonly { openClp: Clp; dueDay: Day }[], today: Day): Ageing {
  const none = ZERO_CLP
  const sums: Ageing = {
    notDueClp: none,
    days1To30Clp: none,
    days31To60Clp: none,
    days61To90Clp: none,
    days91Clp: none,
  }
  for (const { openClp, dueDay } of open) {
    const bucket = bucketOf(dueDay, today)
    sums[bucket] = sumClp([sums[bucket], openClp])
  }
  return sums
}

/** How many of the last paid documents tell what is usual. */
const LAST_PAID = 12

/** Days from issue to payment, newest first; the median, rounded half up. Null without any. */
export function usualDays(paid: readonly { issueDay: Day; paidDay: Day }[]): number | null {
  const days = paid
    .slice(0, LAST_PAID)
    .map(({ issueDay, paidDay }) => Math.max(0, daysBetween(issueDay, paidDay)))
    .toSorted((one, other) => one - other)
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}

/**
 * When it is expected to be paid: as long after its issue as its client usually takes, else on its due day; today when
 * that is over.
 */
export function expectedDay(
  { issueDay, dueDay }: { issueDay: Day; dueDay: Day },
  usual: number | null,
  today: Day,
): Day {
  const day = usual === null ? dueDay : addDays(issueDay, usual)
  return day < today ? today : day
}

/** What is expected in this month and in the next. */
export function expectedIn(
  expected: readonly { openClp: Clp; day: Day }[],
  today: Day,
): { thisMonthClp: Clp; nextMonthClp: Clp } {
  const month = monthOf(today)
  const sumOf = (of: string) =>
    sumClp(expected.filter(({ day }) => monthOf(day) === of).map(({ openClp }) => openClp))
  return { thisMonthClp: sumOf(month), nextMonthClp: sumOf(addMonths(month, 1)) }
}
