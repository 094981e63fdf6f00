import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/*
 * A movement is the same in every statement that has it by (account, day, amount, operation number, ordinal): banks give
 * none of their own that is unique, and one operation number may stand on several lines. The ordinal counts those that are
 * equal in all of this within a day, from 1, so that two deposits of the same amount are two, and a statement uploaded
 * twice, or one that overlaps another, adds nothing. The description is left out, because a bank cuts it otherwise in
 * another format, and a movement that came in twice would pay twice.
 *
 * Which of the equals are new is decided by pairing them with the known ones: the same description first, then any whose
 * RUT doesn't differ, because two RUTs are two movements. The order in the file is ignored, as banks write the newest
 * first or last. This is exact for statements that begin with a day's first movement; the last day may be cut. In a list
 * that begins within a day, equals of that day may be paired with known ones: a movement is then missing, never doubled.
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
  added: { movement: T; ordinal: number }[]
  repeated: { movement: T; known: K }[]
}

/** Compares a statement with all known movements of its account, at least of the days it has. */
export function identifyMovements<T extends Identifiable, K extends KnownMovement>(
  movements: readonly T[],
  known: readonly K[],
): Identified<T, K> {
  const knownByKey = Map.groupBy(known, equalsKey)
  const result: Identified<T, K> = { added: [], repeated: [] }
  for (const [key, equals] of Map.groupBy(movements, equalsKey)) {
    const before = knownByKey.get(key) ?? []
    const { pairs, rest } = pairUp(equals, before)
    for (const [movement, one] of pairs) result.repeated.push({ movement, known: one })
    const last = before.reduce((most, { ordinal }) => Math.max(most, ordinal), 0)
    rest.forEach((movement, n) => result.added.push({ movement, ordinal: last + n + 1 }))
  }
  return result
}

function equalsKey({ day, amountClp, operation }: Identifiable): string {
  return `${day} ${amountClp} ${operation}`
}

/** The best likeness first; each known movement is paired once, and as many as can be. */
function pairUp<T extends Identifiable, K extends Identifiable>(
  uploaded: readonly T[],
  known: readonly K[],
): { pairs: [T, K][]; rest: T[] } {
  const pairs: [T, K][] = []
  let [rest, free] = [[...uploaded], [...known]]
  for (const likeness of LIKENESSES) {
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
  return { pairs, rest }
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

const LIKENESSES: readonly Likeness[] = [
  { ofUploaded: sameText, ofKnown: sameText },
  { ofUploaded: samePayer, ofKnown: samePayer },
  { ofUploaded: hasNone, ofKnown: hasPayer },
  { ofUploaded: hasPayer, ofKnown: hasNone },
  { ofUploaded: hasNone, ofKnown: hasNone },
]
