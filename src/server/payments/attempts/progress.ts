import type { ProviderName } from '../providers/connection.ts'
import type { PaymentStatus } from '../providers/port.ts'
import type { Mismatch } from '../providers/proof.ts'

export type AttemptState =
  | 'created'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'mismatch'
  | 'notOwed'

/** Whether money came, by a state that we read ourselves. */
export type Came =
  | { kind: 'no' }
  | { kind: 'proved' }
  | { kind: 'mismatch'; mismatches: readonly Mismatch[] }

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * For how long a checkout can be paid: asked of the provider where it takes a time, else what it says. Transbank's form
 * takes five minutes by one page of its docs and ten by another.
 */
export const LIFE_MS: Readonly<Record<ProviderName, number>> = {
  transbank: 10 * MINUTE_MS,
  khipu: HOUR_MS,
  fintoc: HOUR_MS,
  mercadoPago: HOUR_MS,
}

/** For how long a payer is led to the same checkout again: its form must still take a payment after that. */
const RESUMED_MS: Readonly<Record<ProviderName, number>> = {
  transbank: 4 * MINUTE_MS,
  khipu: 50 * MINUTE_MS,
  fintoc: 50 * MINUTE_MS,
  mercadoPago: 50 * MINUTE_MS,
}

export function canResume(provider: ProviderName, startedAtMs: number, nowMs: number): boolean {
  return nowMs - startedAtMs < RESUMED_MS[provider]
}

/** Longer than two requests take: until then the process that made the attempt may still wait for the provider. */
export const CREATING_MS = 40 * SECOND_MS

/** How long states are read: Transbank says nothing of what is older (its reference), and others are treated alike. */
export const READ_FOR_MS = 7 * DAY_MS

/**
 * How long money that came is read, for what is given back at the provider's own site. Transbank says nothing later;
 * Khipu gives back only what it hasn't passed on, which takes a few days; Mercado Pago refunds for 180 days [belief]. Fintoc names no
 * limit: as long as Transbank annuls, and its notices tell of what is later.
 */
const FOLLOW_FOR_MS: Readonly<Record<ProviderName, number>> = {
  transbank: READ_FOR_MS,
  khipu: READ_FOR_MS,
  fintoc: 90 * DAY_MS,
  mercadoPago: 180 * DAY_MS,
}

/**
 * How long after its start the payment of a payer who is back is settled every twenty seconds: what nobody settles is given
 * back to the card after some minutes (decision 21).
 */
const SETTLE_FOR_MS: Readonly<Partial<Record<ProviderName, number>>> = { transbank: 20 * MINUTE_MS }

/** Whether nothing is left to settle: by what the provider said of its money, or because it was not owed any more. */
export function isSettled(state: AttemptState): boolean {
  return ['succeeded', 'failed', 'mismatch', 'notOwed'].includes(state)
}

/** Whether a status says that money came, whatever became of it since. */
export function wasPaid(status: PaymentStatus): boolean {
  return !['pending', 'failed', 'cancelled', 'expired', 'markedPaid'].includes(status)
}

/**
 * Whether a provider undid a sale that nobody settled: it reads as money that was taken back, and none came of it. Of one
 * that is known to have been settled it says that money went back.
 */
export function wasUndoneUnsettled(
  status: PaymentStatus,
  { needsSettling, isSettled }: { needsSettling: boolean; isSettled: boolean },
): boolean {
  return status === 'reversed' && needsSettling && !isSettled
}

export interface Progress {
  state: AttemptState
  startedAtMs: number
  expiresAtMs: number
  /** Whether the provider itself never says that a checkout ran out. */
  needsSettling: boolean
  /** Whether we did not settle it, because what it pays was not owed any more. */
  isWithheld: boolean
}

/**
 * Where an attempt stands after a reading. Money that came is never undone by a later word, and comes after every
 * other end: of a late payment nobody says that it is none (protocols of the providers: order is not promised).
 */
export function stateAfter(
  { state, startedAtMs, expiresAtMs, needsSettling, isWithheld }: Progress,
  status: PaymentStatus,
  came: Came,
  nowMs: number,
): AttemptState {
  if (state === 'succeeded' || came.kind === 'proved') return 'succeeded'
  if (state === 'mismatch' || came.kind === 'mismatch' || status === 'markedPaid') return 'mismatch'
  if (isWithheld || state === 'notOwed') return 'notOwed'
  if (status === 'failed' || status === 'cancelled' || status === 'expired') return status
  const isWaiting = state === 'created' || state === 'pending'
  if (!isWaiting) return state
  const isOver = needsSettling ? nowMs > expiresAtMs : nowMs - startedAtMs >= READ_FOR_MS
  return isOver ? 'expired' : 'pending'
}

/**
 * When an attempt is read next: the older it is, the longer from now, because most that happens to it happens at its
 * beginning. Money that came is read seldom, for what is taken back. Null: no more.
 */
export function nextReadMs(
  {
    state,
    provider,
    startedAtMs,
    notedMs = null,
  }: Pick<Progress, 'state' | 'startedAtMs'> & {
    provider: ProviderName
    /** The next reading that is on record, of an attempt whose payer came back in the usual way. */
    notedMs?: number | null
  },
  nowMs: number,
): number | null {
  const ageMs = nowMs - startedAtMs
  const longMs = state === 'succeeded' ? FOLLOW_FOR_MS[provider] : READ_FOR_MS
  if (ageMs >= longMs) return null
  const isOver = state === 'succeeded' || state === 'mismatch'
  const [leastMs, mostMs] = isOver ? [6 * HOUR_MS, 14 * DAY_MS] : [20 * SECOND_MS, 6 * HOUR_MS]
  const usualMs = nowMs + Math.min(Math.max(ageMs / 2, leastMs), mostMs)
  // Once more at the very end, because what wasn't said until then is said to a person.
  const nextMs = Math.min(usualMs, startedAtMs + longMs)
  if (notedMs === null || isSettled(state)) return nextMs
  // A reading that began before its payer was back must not put off what the return has planned.
  const plannedMs = notedMs > nowMs ? notedMs : nextMs
  const stepMs = ageMs < (SETTLE_FOR_MS[provider] ?? 0) ? nowMs + leastMs : nextMs
  return Math.min(nextMs, plannedMs, stepMs)
}
