import { parseRut } from '#domain/rut.ts'
import { searchKey } from '#domain/search-text.ts'

/** What tells no two companies apart: kinds of company, and words between names. Single letters don't either. */
const COMMON = new Set(
  'spa ltda limitada sa eirl cia compania sociedad soc de del la las los el'.split(' '),
)
/** Shorter beginnings are no abbreviation. */
const MIN_BEGINNING = 3

/**
 * Whether both may name one client: every word of the shorter one is a word of the other, whole or abbreviated. So 'Com.
 * Andes' may be 'Comercial Andes Limitada', and 'Andes Sur' is not 'Andes Norte SpA'.
 */
export function mayBeSameName(one: string, other: string): boolean {
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length)
  if (fewer === undefined || more === undefined) return true
  // A client whose name nobody told us bears its RUT.
  if (parseRut(other) !== null) return true
  if (fewer.length === 0) return searchKey(one) === searchKey(other)
  return fewer.every((word) => more.some((another) => isAlike(word, another)))
}

function wordsOf(name: string): string[] {
  return searchKey(name)
    .split(/[^a-z\d]+/)
    .filter((word) => word.length > 1 && !COMMON.has(word))
}

function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short === long || (short.length >= MIN_BEGINNING && long.startsWith(short))
}
