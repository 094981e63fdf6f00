/** The most terms of a sum, the most candidates tried, and the most steps of one search: beyond them nothing is found. */
const MAX_TERMS = 6
const MAX_CANDIDATES = 16
const MAX_STEPS = 2_000
const MAX_FOUND = 3

/**
 * The combinations of at least `least` terms that add up exactly, up to three of them, those of the fewest terms first.
 * Bounded: of the first sixteen that are no more than the total at most six, in at most 2,000 steps. All are positive.
 */
export function exactSums<T>(
  candidates: readonly T[],
  amountOf: (candidate: T) => number,
  totalClp: number,
  least: 1 | 2,
): T[][] {
  const terms = candidates.filter((one) => amountOf(one) <= totalClp).slice(0, MAX_CANDIDATES)
  const left = remainders(terms.map(amountOf))
  const found: T[][] = []
  const chosen: T[] = []
  let steps = 0
  const search = (from: number, missing: number): void => {
    if (missing === 0) {
      if (chosen.length >= least) found.push([...chosen])
      return
    }
    if (chosen.length === MAX_TERMS) return
    for (let at = from; at < terms.length; at += 1) {
      steps += 1
      const isEnough = steps > MAX_STEPS || found.length >= MAX_FOUND
      if (isEnough || (left[at] ?? 0) < missing) return
      const term = terms[at]
      if (term === undefined || amountOf(term) > missing) continue
      chosen.push(term)
      search(at + 1, missing - amountOf(term))
      chosen.pop()
    }
  }
  search(0, totalClp)
  return found.toSorted((a, b) => a.length - b.length)
}

/** What all terms from each on add up to: a search ends where they don't reach. */
function remainders(amounts: readonly number[]): number[] {
  const sums: number[] = []
  let sum = 0
  for (const amount of amounts.toReversed()) {
    sum += amount
    sums.push(sum)
  }
  return sums.reverse()
}

const MAX_SUMS = 10_000

/** How many steps more several searches may take together. */
export interface Budget {
  steps: number
}

/**
 * Whether some of the amounts, each smaller than the total and the largest first, may add up to it, however many. When
 * that takes too long to rule out, by itself or with the searches before it, the answer is yes: nothing may be paid by a
 * search that was given up.
 */
export function mayAddUp(amounts: readonly number[], totalClp: number, budget: Budget): boolean {
  const left = remainders(amounts)
  let sums = new Set([0])
  const least = Math.max(0, budget.steps - MAX_SUMS)
  for (const [at, term] of amounts.entries()) {
    const next = new Set<number>()
    for (const before of sums) {
      budget.steps -= 1
      if (before + term === totalClp || budget.steps < least) return true
      for (const sum of [before, before + term]) {
        if (sum < totalClp && sum + (left[at + 1] ?? 0) >= totalClp) next.add(sum)
      }
    }
    sums = next
  }
  return false
}
