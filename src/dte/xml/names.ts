const LONGEST = 40
/** A power of two, some times the number of names in all the SII's schemas. */
const SLOTS = 4096
const known: (string | undefined)[] = Array.from({ length: SLOTS })

/**
 * The same name as one string for all who compare it, which then takes no look at its letters: that halves the time
 * of reading a document. Names come from hostile files, too: short ones are kept, each in place of another.
 */
export function interned(name: string): string {
  let hash = 0
  for (let at = 0; at < name.length; at += 1) hash = hashed(hash, name.charCodeAt(at))
  return internedSlice(name, 0, name.length, hash)
}

/** The same for a part of a text, with its letters taken into `hash`, from zero on. */
export function internedSlice(source: string, from: number, to: number, hash: number): string {
  const slot = hash & (SLOTS - 1)
  const found = known[slot]
  if (found?.length === to - from && source.startsWith(found, from)) return found
  const name = source.slice(from, to)
  if (name.length > LONGEST) return name
  // Only a property's name is kept by the engine as one string.
  const [one = name] = Object.keys({ [name]: true })
  known[slot] = one
  return one
}

export function hashed(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0
}
