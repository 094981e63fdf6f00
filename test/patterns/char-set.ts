import type { AST } from '@eslint-community/regexpp'

/** A set of characters, told by those of a sample that belong to it: all of the Latin blocks, and one or two of the others. */
export type CharSet = bigint

const SAMPLE = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCodePoint(code)),
  ...'\u0301Ωжא١ग中あ한​‐−“€ﬁ\ufeff\ufffd\ud83d\ude00',
  ...'\u2028\u2029\u3000\u1680\u2003\u212a\u1e9e\u{1f600}',
]

export const NONE: CharSet = 0n
export const ANY: CharSet = (1n << BigInt(SAMPLE.length)) - 1n

const known = new Map<string, CharSet>()

/** The characters that one class, escape or character of a pattern takes, as the engine itself judges. */
export function charSetOf(node: { raw: string }, flags: AST.Flags): CharSet {
  const chosen = `${flags.ignoreCase ? 'i' : ''}${flags.dotAll ? 's' : ''}${unicodeOf(flags)}`
  const key = `${chosen} ${node.raw}`
  const found = known.get(key) ?? setWhere(new RegExp(`^(?:${node.raw})$`, chosen))
  known.set(key, found)
  return found
}

function unicodeOf(flags: AST.Flags): string {
  return flags.unicodeSets ? 'v' : flags.unicode ? 'u' : ''
}

export function setWhere(pattern: RegExp): CharSet {
  return SAMPLE.reduce((set, sign, n) => (pattern.test(sign) ? set | (1n << BigInt(n)) : set), NONE)
}

export function areDisjoint(one: CharSet, other: CharSet): boolean {
  return (one & other) === NONE
}

export function isWithin(one: CharSet, other: CharSet): boolean {
  return (one & ~other) === NONE
}

export function complementOf(set: CharSet): CharSet {
  return ANY & ~set
}

/** Some characters of a set, spread over it: the first, the last and those between. */
export function someOf(set: CharSet, most: number): string[] {
  const all = SAMPLE.filter((_, n) => (set >> BigInt(n)) & 1n)
  const readable = all.filter((sign) => /[\x20-\x7e]/.test(sign))
  const from = readable.length > 0 ? readable : all
  const step = Math.max(1, Math.floor(from.length / most))
  return from.filter((_, n) => n % step === 0).slice(0, most)
}
