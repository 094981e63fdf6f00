import { daysBetween, type Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { isTakenBack } from './judge.ts'
import type { StoredMovement } from './open-document.ts'

/** A payment that a person put on record, and that no movement is matched with. */
export interface RecordedByHand {
  id: number
  day: Day
  amountClp: Clp
  clientRuts: readonly Rut[]
}

/** People write the day on which they saw the money, or that on which they write it down, weeks later. */
export const MAX_DAYS_APART_BY_HAND = 60

/** Of more payments or movements of one client the sums are not worked out: any may be among them. */
const MAX_TERMS = 60
const MAX_SUMS = 2_000
/** Of all movements together. */
const MAX_STEPS = 5_000_000

export interface SumsNeeds {
  /** Whom its owner lets pay for a client, beside the client. */
  payersOf: (client: Rut) => readonly Rut[]
  /** By movement, the payments that a person said it is not. */
  refused: ReadonlyMap<number, ReadonlySet<number>>
  /** The last day that some statement tells of. */
  knownThrough: Day
}

/**
 * Payments by hand and movements that may be the same money in other amounts: one transfer that was put on record for
 * each of its documents, or several that were put on record as one payment. What takes too long to rule out may be.
 */
export class RecordedSums {
  readonly #needs: SumsNeeds
  readonly #paymentsOf = new Map<Rut, Set<RecordedByHand>>()
  readonly #movementsOf: ReadonlyMap<Rut | null, StoredMovement[]>
  #steps = 0

  /** `movements`: the undecided ones, and those that a person said are on record. */
  constructor(
    movements: readonly StoredMovement[],
    payments: readonly RecordedByHand[],
    needs: SumsNeeds,
  ) {
    this.#needs = needs
    const stayed = movements.filter((one) => !isTakenBack(one))
    this.#movementsOf = Map.groupBy(stayed, ({ payerRut }) => payerRut)
    for (const payment of payments) {
      for (const payer of this.#payersFor(payment)) {
        const known = this.#paymentsOf.get(payer) ?? new Set()
        this.#paymentsOf.set(payer, known.add(payment))
      }
    }
  }

  /** Payments of its payer's clients of the same two months. */
  near({ id, day, payerRut }: StoredMovement): RecordedByHand[] {
    const known = payerRut === null ? undefined : this.#paymentsOf.get(payerRut)
    if (known === undefined) return []
    const refused = this.#needs.refused.get(id)
    return [...known].filter((payment) => isNear(payment, day) && refused?.has(payment.id) !== true)
  }

  /**
   * Whether some of its payer's payments, with any of the documents of these amounts, add up to the movement, or to it
   * and other movements; or one of them may be this and what a later statement tells.
   */
  mayContain(movement: StoredMovement, documentClps: () => readonly number[]): boolean {
    const near = this.near(movement)
    if (near.length === 0) return false
    const isUntold = near.some(
      ({ amountClp, day }) => amountClp > movement.amountClp && day > this.#needs.knownThrough,
    )
    if (isUntold || this.#steps > MAX_STEPS) return true
    const amounts = near.map(({ amountClp }) => amountClp)
    const beyond = amounts.reduce((sum, clp) => sum + clp, 0) - movement.amountClp
    const recorded = this.#sumsOf(amounts, beyond + movement.amountClp)
    if (recorded === null) return true
    const arrived = this.#sumsOf(this.#othersOf(movement, near), beyond)
    const owed = this.#sumsOf(documentClps(), movement.amountClp)
    if (arrived === null || owed === null) return true
    return [...recorded].some(
      (sum) =>
        sum > 0 && (arrived.has(sum - movement.amountClp) || owed.has(movement.amountClp - sum)),
    )
  }

  /** Of other movements that may be a part of these payments: by payers of their clients, or of that day by nobody known. */
  #othersOf(movement: StoredMovement, payments: readonly RecordedByHand[]): number[] {
    const found = new Map<number, number>()
    for (const payment of payments) {
      const unknown = (this.#movementsOf.get(null) ?? []).filter(({ day }) => day === payment.day)
      const byPayers = this.#payersFor(payment).flatMap((one) => this.#movementsOf.get(one) ?? [])
      for (const { id, day, amountClp } of [...unknown, ...byPayers]) {
        if (id !== movement.id && isNear(payment, day)) found.set(id, amountClp)
      }
    }
    return [...found.values()]
  }

  #payersFor({ clientRuts }: RecordedByHand): Rut[] {
    return clientRuts.flatMap((client) => [client, ...this.#needs.payersOf(client)])
  }

  /** What some of the amounts add up to, none of them included, up to the most; null: too many to tell. */
  #sumsOf(amounts: readonly number[], mostClp: number): Set<number> | null {
    const terms = amounts.filter((clp) => clp <= mostClp)
    if (terms.length > MAX_TERMS) return null
    const sums = new Set([0])
    for (const term of terms) {
      const shorter = Array.from(sums)
      for (const before of shorter) {
        this.#steps += 1
        if (before + term <= mostClp) sums.add(before + term)
      }
      if (sums.size > MAX_SUMS) return null
    }
    return sums
  }
}

function isNear(payment: RecordedByHand, day: Day): boolean {
  return Math.abs(daysBetween(payment.day, day)) <= MAX_DAYS_APART_BY_HAND
}
