/** Always the same number in [0, 1) for the same text: FNV-1a with a last stir, so that neighbours differ. */
export function chanceOf(seed: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** A whole number from lowest to highest, both included. */
export function wholeOf(seed: string, lowest: number, highest: number): number {
  return lowest + Math.floor(chanceOf(seed) * (highest - lowest + 1))
}
