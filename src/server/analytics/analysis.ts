import { addMonths, dayInChile, monthOf, type Month } from '#domain/day.ts'
import { msOf, type Clock } from '../clock.ts'
import { isStale } from './period.ts'
import { wish } from './reading-store.ts'
import {
  countSides,
  findReading,
  listEntries,
  listMonths,
  roughMonths,
  sumMonths,
  topParties,
  type CompanyAt,
  type Db,
  type ListedEntry,
  type Party,
  type Reading,
  type Side,
  type Trouble,
} from './store.ts'

interface Needs {
  db: Db
  clock: Clock
}

export interface Analysis {
  /** Those of the period that were read, oldest first; the figures are of them alone. */
  read: MonthFigures[]
  /** This month, where it is among those read. */
  inCourse: Month | null
  months: { month: Month; readAt: string | null; isWhole: boolean }[]
  sides: Record<Side, SideFigures>
  uncounted: number[]
  reading: ReadingState
}

export interface MonthFigures {
  month: Month
  salesClp: number
  clients: number
  purchasesClp: number
}

export interface SideFigures {
  top: Party[]
  entries: ListedEntry[]
  more: number
  parties: number
}

export interface ReadingState {
  state: 'idle' | 'reading' | 'waiting' | 'stopped'
  reason: Trouble | null
  nextTryAt: string | null
}

const TOP = 10

/**
 * What is kept of these months, at once; what is missing or old among them is asked for, and read behind this. Only
 * what the SII's registers say counts: documents of ours that no register has yet would count twice once it has them.
 */
export async function analyse(
  needs: Needs,
  at: CompanyAt,
  { months, mostDocuments }: { months: readonly Month[]; mostDocuments: number },
): Promise<Analysis> {
  const { db, clock } = needs
  const thisMonth = monthOf(dayInChile(clock.now()))
  await askForStale(needs, at, months)
  const kept = new Map((await listMonths(db, at, months)).map((one) => [one.month, one]))
  const reading = await findReading(db, at)
  const read = months.filter((month) => kept.get(month)?.readAt != null)
  const sums = await sumMonths(db, at, months)
  const sumOf = (month: Month, side: Side) =>
    sums.find((sum) => sum.month === month && sum.side === side)
  return {
    read: read.map((month) => ({
      month,
      salesClp: sumOf(month, 'sales')?.totalClp ?? 0,
      clients: sumOf(month, 'sales')?.parties ?? 0,
      purchasesClp: sumOf(month, 'purchases')?.totalClp ?? 0,
    })),
    inCourse: read.find((month) => month === thisMonth) ?? null,
    months: months.map((month) => ({
      month,
      readAt: kept.get(month)?.readAt ?? null,
      isWhole: kept.get(month)?.isWhole ?? false,
    })),
    sides: await sidesOf(db, at, months, mostDocuments),
    uncounted: [...new Set([...kept.values()].flatMap(({ uncounted }) => uncounted))].toSorted(
      (a, b) => a - b,
    ),
    reading: stateOf(
      reading,
      [...kept.values()].some(({ isWanted }) => isWanted),
      clock.now(),
    ),
  }
}

async function sidesOf(
  db: Db,
  at: CompanyAt,
  months: readonly Month[],
  mostDocuments: number,
): Promise<Record<Side, SideFigures>> {
  const counts = await countSides(db, at, months)
  const figuresOf = async (side: Side): Promise<SideFigures> => {
    const count = counts.find((one) => one.side === side)
    const entries =
      mostDocuments === 0 ? [] : await listEntries(db, at, { months, side, limit: mostDocuments })
    return {
      top: await topParties(db, at, { months, side, limit: TOP }),
      entries,
      more: (count?.rows ?? 0) - entries.length,
      parties: count?.parties ?? 0,
    }
  }
  return { sales: await figuresOf('sales'), purchases: await figuresOf('purchases') }
}

/** What is further ahead, and wasn't taken in hand a moment ago, waits for a pause of the SII's to end. */
const PAUSE_MS = 60_000
/** More than reading a month takes; whoever has one in hand has pushed its next try forward. */
const IN_HAND_MS = 2 * 60_000

function stateOf(reading: Reading | null, isWanted: boolean, nowMs: number): ReadingState {
  if (reading === null || !isWanted) return { state: 'idle', reason: null, nextTryAt: null }
  const { trouble: reason, nextTryAt, takenAt } = reading
  if (nextTryAt === null) return { state: 'stopped', reason, nextTryAt }
  const isInHand = takenAt !== null && nowMs - msOf(takenAt) < IN_HAND_MS
  const isPaused = !isInHand && msOf(nextTryAt) - nowMs > PAUSE_MS
  return { state: reason === null && !isPaused ? 'reading' : 'waiting', reason, nextTryAt }
}

const HOUR_MS = 60 * 60_000

async function askForStale(needs: Needs, at: CompanyAt, months: readonly Month[]): Promise<void> {
  const { db, clock } = needs
  const kept = new Map((await listMonths(db, at, months)).map((one) => [one.month, one]))
  const when = { thisMonth: monthOf(dayInChile(clock.now())), nowMs: clock.now() }
  const stale = months.filter((month) => {
    const one = kept.get(month)
    if (one?.isWanted === true) return false
    return (
      one?.readAt == null ||
      isStale({ month, readAtMs: msOf(one.readAt), isRough: one.isRough }, when)
    )
  })
  const isWanted = stale.length > 0 || [...kept.values()].some((one) => one.isWanted)
  const reading = await findReading(db, at)
  const wake = isWanted && mayWake(reading, clock)
  if (stale.length > 0 || wake) await wish(needs, at, { months: stale, wake })
}

/**
 * What was given up is begun anew by whoever looks, but not at every look. A clave that was refused is valid no
 * more until another is saved, so a valid one is another.
 */
function mayWake(reading: Reading | null, clock: Clock): boolean {
  if (reading === null || reading.nextTryAt !== null) return false
  if (reading.trouble === null || reading.takenAt === null) return true
  if (reading.trouble === 'clave' && reading.isClaveValid) return true
  return clock.now() - msOf(reading.takenAt) > HOUR_MS
}

/** What was read so lately says the same; what failed may be mended. */
const AGAIN_MS = 60_000

/** This month, the one before, those had as sums alone, and whatever of others is still wanted, as soon as may be. */
export async function askAgain(needs: Needs, at: CompanyAt): Promise<void> {
  const { db, clock } = needs
  const thisMonth = monthOf(dayInChile(clock.now()))
  const reading = await findReading(db, at)
  const takenMs = reading?.takenAt == null ? null : msOf(reading.takenAt)
  const isFresh = takenMs !== null && clock.now() - takenMs < AGAIN_MS
  if (isFresh && reading?.trouble === null) return
  const months = new Set([addMonths(thisMonth, -1), thisMonth, ...(await roughMonths(db, at))])
  await wish(needs, at, { months: [...months], wake: true })
}
