import { PAIRS, type Pair } from './faults.ts'
import type { WorldReport } from './world.ts'

/** What has happened in a run of worlds: a fault that never struck proves nothing. */
export interface Coverage {
  add(report: WorldReport): void
  /** Pairs of fault and step, and acts of people, that never happened. */
  missing(): { pairs: Pair[]; acts: string[] }
  /** One line for each step, its faults with their counts. */
  table(): string
}

/** What people must have done at least once, to a document in which state. */
export const ACTS: readonly string[] = [
  'skip planned',
  'skip waiting',
  'skip queued',
  'skip issuing',
  'skip uncertain',
  'skip failed',
  'skip issued',
  'issueNow waiting',
  'retry failed',
  'decide uncertain',
  'by hand planned',
  'by hand waiting',
  'by hand queued',
  'by hand uncertain',
  'by hand issued',
]

export function createCoverage(): Coverage {
  const struck = new Map<string, number>()
  const acts = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string) =>
    void counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    add: (report) => {
      for (const pair of report.struck) count(struck, nameOf(pair))
      for (const act of report.acts) count(acts, act)
    },
    missing: () => ({
      pairs: PAIRS.filter((pair) => !struck.has(nameOf(pair))),
      acts: ACTS.filter((name) => !acts.has(name)),
    }),
    table: () => {
      const lines = new Map<string, string[]>()
      for (const pair of PAIRS) {
        const line = `${pair.place} ${pair.step}`
        const cell = `${pair.fault} ${struck.get(nameOf(pair)) ?? 0}`
        lines.set(line, [...(lines.get(line) ?? []), cell])
      }
      const people = [...acts].sort().map(([name, times]) => `${name} ${times}`)
      return [
        ...[...lines].map(([line, cells]) => `${line}: ${cells.join(', ')}`),
        `people: ${people.join(', ')}`,
      ].join('\n')
    },
  }
}

export function nameOf({ place, step, fault }: Pair): string {
  return `${place} ${step} ${fault}`
}
