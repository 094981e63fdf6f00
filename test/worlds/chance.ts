/** Everything that a world leaves to chance comes from one seed, in the order in which it is asked. */
export interface Chance {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, 0 ≤ n < limit. */
  below(limit: number): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  isTrue(probability: number): boolean
  pick<T>(options: readonly T[]): T
  /** Of each pair the first, as often as its second says among all. */
  weighted<T>(options: readonly (readonly [T, number])[]): T
}

export function createChance(seed: number): Chance {
  let state = mixed(seed)
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(options: readonly T[]): T => {
    const found = options[below(options.length)]
    if (found === undefined) throw new RangeError('Nothing to pick from')
    return found
  }
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    isTrue: (probability) => next() < probability,
    pick,
    weighted: (options) => {
      let left = next() * options.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [option, weight] of options) {
        left -= weight
        if (left < 0) return option
      }
      return pick(options)[0]
    },
  }
}

/** Neighbouring seeds must not begin alike. */
function mixed(seed: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
