import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/*
 * A movement is stored once by (account, day, amount, operation number, ordinal): banks give none of their own that is
 * unique, and one operation number may stand on several lines. The ordinal counts those that are equal in all of this
 * within a day, from 1, so that two deposits of the same amount are two, and a statement uploaded twice, or one that
 * overlaps another, adds nothing. Which it is of another statement is said by what every format has: the day and the
 * amount. A bank cuts the description otherwise in another format, and has operation numbers in one of them alone: a
 * movement that came in twice would pay twice.
 *
 * Which of a day's movements of one amount are new is decided by pairing them with the known ones: those of the same
 * operation number first, then one without a number with any; two numbers are two movements. Of each, the same description
 * first, then any whose RUT doesn't differ, because two RUTs are two movements. The order in the file is ignored, as banks
 * write the newest first or last. This is exact for statements of one format that begin with a day's first movement; the
 * last day may be cut. In a list that begins within a day, or of another format, others of that day and amount may be
 * taken for known ones: a movement is then missing, never doubled.
 *
 * Two numbers are two movements only as far as nothing is paid by it: another format may write the same number in another
 * way, rounded or cut. What has another number than a known movement that this statement should have had and hasn't may be
 * that one. It is added with its likeness (`maybe`), and left to a person.
 */

/** What says which movement it is, but for its ordinal. */
export interface Identifiable {
  day: Day
  amountClp: Clp
  operation: string
  payerRut: Rut | null
  description: string
}

/** A movement of the same account that was stored before. */
export type KnownMovement = Identifiable & { ordinal: number }

/** Of an uploaded statement what is new, with its ordinal, and what is known already, with the one it is. */
export interface Identified<T, K> {
  added: { movement: T; ordinal: number; maybe: K | null }[]
  repeated: { movement: T; known: K }[]
}

/** Compares a statement with all known movements of its account, at least of the days it has. */
export function identifyMovements<T extends Identifiable, K extends KnownMovement>(
  movements: readonly T[],
  known: readonly K[],
): Identified<T, K> {
  const knownByKey = Map.groupBy(known, amountKey)
  const result: Identified<T, K> = { added: [], repeated: [] }
  for (const [key, equals] of Map.groupBy(movements, amountKey)) {
    const before = knownByKey.get(key) ?? []
    const { pairs, rest, free } = pairUp(equals, before, LIKENESSES)
    for (const [movement, one] of pairs) result.repeated.push({ movement, known: one })
    const maybe = new Map(pairUp(rest, free, BY_PAYER).pairs)
    const last = lastOrdinals(before)
    for (const movement of rest) {
      const ordinal = (last.get(movement.operation) ?? 0) + 1
      last.set(movement.operation, ordinal)
      result.added.push({ movement, ordinal, maybe: maybe.get(movement) ?? null })
    }
  }
  return result
}

function amountKey({ day, amountClp }: Identifiable): string {
  return `${day} ${amountClp}`
}

function lastOrdinals(known: readonly KnownMovement[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { operation, ordinal } of known) {
    last.set(operation, Math.max(last.get(operation) ?? 0, ordinal))
  }
  return last
}

/** The best likeness first; each known movement is paired once, and as many as can be. `free`: the known ones that are left. */
function pairUp<T extends Identifiable, K extends Identifiable>(
  uploaded: readonly T[],
  known: readonly K[],
  likenesses: readonly Likeness[],
): { pairs: [T, K][]; rest: T[]; free: K[] } {
  const pairs: [T, K][] = []
  let [rest, free] = [[...uploaded], [...known]]
  for (const likeness of likenesses) {
    if (rest.length === 0 || free.length === 0) break
    const byKey = Map.groupBy(free, likeness.ofKnown)
    const taken = new Set<K>()
    rest = rest.filter((movement) => {
      const key = likeness.ofUploaded(movement)
      const one = key === null ? undefined : byKey.get(key)?.pop()
      if (one === undefined) return true
      taken.add(one)
      pairs.push([movement, one])
      return false
    })
    free = free.filter((one) => !taken.has(one))
  }
  return { pairs, rest, free }
}

/** Each pairs those of one key; null pairs with nothing. */
interface Likeness {
  ofUploaded: (movement: Identifiable) => string | null
  ofKnown: (movement: Identifiable) => string | null
}

const sameText = ({ payerRut, description }: Identifiable) => `${payerRut ?? ''} ${description}`
const samePayer = ({ payerRut }: Identifiable) => payerRut
const hasPayer = ({ payerRut }: Identifiable) => (payerRut === null ? null : 'any')
const hasNone = ({ payerRut }: Identifiable) => (payerRut === null ? 'any' : null)

const BY_PAYER: readonly Likeness[] = [
  { ofUploaded: sameText, ofKnown: sameText },
  { ofUploaded: samePayer, ofKnown: samePayer },
  { ofUploaded: hasNone, ofKnown: hasPayer },
  { ofUploaded: hasPayer, ofKnown: hasNone },
  { ofUploaded: hasNone, ofKnown: hasNone },
]

const sameNumber = ({ operation }: Identifiable) => operation
const anyNumber = () => 'any'
const noNumber = ({ operation }: Identifiable) => (operation === '' ? 'any' : null)

const BY_NUMBER: readonly Likeness[] = [
  { ofUploaded: sameNumber, ofKnown: sameNumber },
  { ofUploaded: noNumber, ofKnown: anyNumber },
  { ofUploaded: anyNumber, ofKnown: noNumber },
]

const LIKENESSES: readonly Likeness[] = BY_NUMBER.flatMap((number) =>
  BY_PAYER.map((payer) => ({
    ofUploaded: both(number.ofUploaded, payer.ofUploaded),
    ofKnown: both(number.ofKnown, payer.ofKnown),
  })),
)

function both(number: Likeness['ofKnown'], payer: Likeness['ofKnown']): Likeness['ofKnown'] {
  return (movement) => {
    const [one, other] = [number(movement), payer(movement)]
    return one === null || other === null ? null : `${one} ${other}`
  }
}
