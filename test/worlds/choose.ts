/** A world that may join the fixed set. */
export interface Candidate {
  seed: number
  /** What it costs to play it. */
  steps: number
  /** What happens in it, and which planted faults it catches, by their names. */
  shows: ReadonlySet<string>
}

/**
 * Candidates that together show each name as often as it is wanted, few and cheap: again and again the one that shows
 * most for its cost, then without those that the rest makes superfluous. What no candidate shows is left out.
 */
export function chooseSeeds(
  candidates: readonly Candidate[],
  wanted: ReadonlyMap<string, number>,
): Candidate[] {
  const chosen: Candidate[] = []
  const left = new Map(wanted)
  const rest = new Set(candidates)
  const gainOf = ({ shows, steps }: Candidate) =>
    [...shows].filter((name) => (left.get(name) ?? 0) > 0).length / (steps + STEPS_TO_BEGIN)
  for (;;) {
    const [best] = [...rest].map((one) => ({ one, gain: gainOf(one) })).sort(byGain)
    if (best === undefined || best.gain === 0) break
    rest.delete(best.one)
    chosen.push(best.one)
    for (const name of best.one.shows) {
      const times = left.get(name)
      if (times !== undefined) left.set(name, times - 1)
    }
  }
  return withoutSuperfluous(chosen, left)
}

/** What setting up a world costs, in steps of a world. */
const STEPS_TO_BEGIN = 100

function byGain(a: { one: Candidate; gain: number }, b: { one: Candidate; gain: number }): number {
  return b.gain - a.gain || a.one.seed - b.one.seed
}

/** `left` is how often each name is still wanted: below zero where it is shown too often. */
function withoutSuperfluous(chosen: readonly Candidate[], left: Map<string, number>): Candidate[] {
  return chosen
    .toSorted((a, b) => b.steps - a.steps)
    .filter(({ shows }) => {
      const known = [...shows].filter((name) => left.has(name))
      if (known.some((name) => (left.get(name) ?? 0) >= 0)) return true
      for (const name of known) left.set(name, (left.get(name) ?? 0) + 1)
      return false
    })
    .toSorted((a, b) => a.seed - b.seed)
}
