import { daysBetween } from '#domain/day.ts'
import type { Movement, Reversal } from './movement.ts'

/** Banks take back what they take back within two weeks. */
const MAX_DAYS_APART = 14
const HAS_ACCENTS = /[^ -~]/
const SAYS_REVERSAL = /\b(?:revers|devoluci|devuelt|rechaz|anula|extorn)/i

/**
 * Pairs what was taken back with what takes it back: the opposite amount, no more than two weeks later, by the same
 * operation number, or by a text that says so. A text that may mean several of them makes each of these doubtful.
 * Returns by row; a row that isn't there is no reversal. A row may be any number that identifies a movement, so that stored
 * movements of earlier statements can be paired with new ones.
 */
export function findReversals(
  movements: readonly Omit<Movement, 'reversal'>[],
): Map<number, Reversal> {
  const found = new Map<number, Reversal>()
  const byAmount = Map.groupBy(movements, ({ amountClp }) => Number(amountClp))
  for (const later of movements) {
    if (found.has(later.row)) continue
    const saysSo = saysReversal(later.description)
    if (later.operation === '' && !saysSo) continue
    const opposite = byAmount.get(0 - later.amountClp) ?? []
    const earlier = candidates(later, opposite).filter(({ row }) => !isPaired(found.get(row)))
    const sameOperation = earlier.filter(
      ({ operation }) => operation !== '' && operation === later.operation,
    )
    pair(found, later, sameOperation.length > 0 ? sameOperation : saysSo ? earlier : [], saysSo)
  }
  return found
}

export function saysReversal(description: string): boolean {
  return SAYS_REVERSAL.test(plain(description))
}

function pair(
  found: Map<number, Reversal>,
  later: Omit<Movement, 'reversal'>,
  earlier: readonly Omit<Movement, 'reversal'>[],
  saysSo: boolean,
): void {
  const [only, another] = earlier
  if (only === undefined) {
    if (saysSo) found.set(later.row, { kind: 'alone' })
  } else if (another === undefined) {
    found.set(only.row, { kind: 'reversed', row: later.row })
    found.set(later.row, { kind: 'reversal', row: only.row })
  } else {
    for (const { row } of earlier) found.set(row, { kind: 'doubtful', row: later.row })
    found.set(later.row, { kind: 'reversal', row: only.row })
  }
}

/** Those of the same payer alone, where both are known. A statement may list the newest first: the day decides. */
function candidates(
  later: Omit<Movement, 'reversal'>,
  opposite: readonly Omit<Movement, 'reversal'>[],
): Omit<Movement, 'reversal'>[] {
  return opposite.filter(
    ({ row, day, payerRut, description, amountClp }) =>
      row !== later.row &&
      day <= later.day &&
      daysBetween(day, later.day) <= MAX_DAYS_APART &&
      (day < later.day || comesAfter(later, { description, amountClp })) &&
      (payerRut === null || later.payerRut === null || payerRut === later.payerRut),
  )
}

/**
 * Of opposite amounts of one day, whose order in the file says nothing, the one that takes the other back: the one whose
 * text says so, else the debit, because what has to be seen is money that came and left again.
 */
function comesAfter(later: Told, earlier: Told): boolean {
  const saysSo = saysReversal(later.description)
  return saysSo === saysReversal(earlier.description) ? later.amountClp < earlier.amountClp : saysSo
}

type Told = Pick<Movement, 'description' | 'amountClp'>

function isPaired(reversal: Reversal | undefined): boolean {
  return reversal?.kind === 'reversed' || reversal?.kind === 'reversal'
}

function plain(text: string): string {
  return HAS_ACCENTS.test(text) ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text
}
