import { addDays, compare, firstDayOf, lastDayOf, monthOf, type Day, type Month } from './day.ts'

// Whether one more document to a client repeats another: both are of the same issuer, recipient and kind; the
// caller has checked that.

/** As it would be issued. */
export interface OneMore {
  day: Day
  serviceMonth: Month
  /** Null while the UF of its day isn't known. */
  totalClp: number | null
}

/** On its way or issued. */
export interface Other {
  day: Day
  /** Null: the SII's list alone has it, which says none. The month of its date stands for it. */
  serviceMonth: Month | null
  /** Null while it isn't known. */
  totalClp: number | null
  /** What notas made at the portal took back of it, as far as they were read. */
  loweredClp: number
  /** A rule's own months may come close when one of them was late. */
  isOfSameRule: boolean
}

/** One whose amount isn't known may be of any. */
export function isAlike(own: OneMore, other: Other): boolean {
  return isNear(own, other) && mayBeOfSameAmount(own, other)
}

export function isNear({ day, serviceMonth }: OneMore, other: Other): boolean {
  if (other.serviceMonth === null) return isWithin(other.day, daysLookedAt(day))
  if (other.serviceMonth === serviceMonth) return true
  return !other.isOfSameRule && isWithin(other.day, daysAround(day))
}

function mayBeOfSameAmount(own: OneMore, { totalClp, loweredClp }: Other): boolean {
  return totalClp === null || totalClp === own.totalClp || totalClp - loweredClp === own.totalClp
}

/** Issued so close to each other, two of the same amount are taken for one written twice. */
export const DAYS_APART = 3

export interface Days {
  from: Day
  to: Day
}

export function daysAround(date: Day): Days {
  return { from: addDays(date, -DAYS_APART), to: addDays(date, DAYS_APART) }
}

/** The days in which one on the SII's list is taken for the same one: its date's month, and some around it. */
export function daysLookedAt(date: Day): Days {
  const { from, to } = daysAround(date)
  const [first, last] = [firstDayOf(monthOf(date)), lastDayOf(monthOf(date))]
  return { from: compare(from, first) < 0 ? from : first, to: compare(to, last) > 0 ? to : last }
}

function isWithin(day: Day, { from, to }: Days): boolean {
  return compare(day, from) >= 0 && compare(day, to) <= 0
}
