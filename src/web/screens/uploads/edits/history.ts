import type { RowChange, Typed } from './corrections.ts'

/** One thing a person did, and what takes it back. */
export interface Step {
  done: { cells: Typed[]; rows: RowChange[] }
  before: { cells: Typed[]; rows: RowChange[] }
}

export interface History {
  past: readonly Step[]
  future: readonly Step[]
}

export const NO_HISTORY: History = { past: [], future: [] }

/** So many steps can be taken back. */
const MAX_STEPS = 200

export function withStep({ past }: History, step: Step): History {
  return { past: [...past.slice(1 - MAX_STEPS), step], future: [] }
}

export function undone({ past, future }: History): { history: History; step: Step } | null {
  const step = past.at(-1)
  if (step === undefined) return null
  return { history: { past: past.slice(0, -1), future: [...future, step] }, step }
}

export function redone({ past, future }: History): { history: History; step: Step } | null {
  const step = future.at(-1)
  if (step === undefined) return null
  return { history: { past: [...past, step], future: future.slice(0, -1) }, step }
}
