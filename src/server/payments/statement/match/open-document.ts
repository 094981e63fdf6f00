import { nextBusinessDay } from '#domain/holidays.ts'
import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { Movement } from '../movements/movement.ts'

/** A document of which something is still owed. */
export interface OpenDocument {
  id: number
  kind: string
  folio: number | null
  clientRut: Rut
  clientName: string
  /** Whom its owner lets pay for this client, too. */
  authorisedPayerRuts: readonly Rut[]
  openClp: Clp
  /** Each transfer that its payers say they made and nobody answered. */
  declaredClps: readonly Clp[]
  issueDay: Day
  dueDay: Day
  /** The last day on which it can be paid by its page. */
  closesDay: Day
}

export type StoredMovement = Movement & {
  id: number
  /** A movement of another statement that it may be, by another number. */
  maybeId?: number | null
}

/** What people have said: it is never overridden, and what they said no to is not proposed again. */
export interface Decisions {
  /** By movement, the documents of matches that a person refused or undid. */
  rejected: ReadonlyMap<number, ReadonlySet<number>>
  /** Movements that are matched already or that a person has set aside. */
  decided: ReadonlySet<number>
  /**
   * Movements whose money may be on record already, or soon by an online payment, or that a person may have taken back,
   * or that may pay a document whose payment is not followed.
   */
  held: ReadonlyMap<number, 'maybeRecorded' | 'maybeOnline' | 'undoneBefore' | 'otherNotFollowed'>
  /** Whether its money may be on record in other amounts, also together with documents of these. */
  isRecordedOtherwise: (movement: StoredMovement, documentClps: () => readonly number[]) => boolean
}

const BANK_DAYS_AFTER = 3

/** Whether a movement of that day can pay it by itself: from its issue date until three bank days after it closes. */
export function isInTime({ issueDay, closesDay }: OpenDocument, day: Day): boolean {
  return day >= issueDay && day <= lastBankDay(closesDay)
}

function lastBankDay(closesDay: Day): Day {
  const known = lastDays.get(closesDay)
  if (known !== undefined) return known
  let last = closesDay
  for (let left = BANK_DAYS_AFTER; left > 0; left -= 1) last = nextBankDay(last)
  if (lastDays.size >= MAX_DAYS) lastDays.clear()
  lastDays.set(closesDay, last)
  return last
}

const lastDays = new Map<Day, Day>()
const MAX_DAYS = 5_000

/** Banks are closed on 31 December, which is a business day otherwise. */
function nextBankDay(day: Day): Day {
  const next = nextBusinessDay(day)
  return next.endsWith('-12-31') ? nextBusinessDay(next) : next
}
