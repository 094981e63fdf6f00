/** A server that ends so often without a quiet time between has something that starting again doesn't mend. */
export const MAX_RESTARTS = 5
/** A server that ran this long has recovered: what ended it before doesn't count any more. */
export const QUIET_MS = 10 * 60_000
const WAIT_STEP_MS = 200

export interface Restarts {
  /** How long to wait before the server is started again; null: not any more. */
  next(): number | null
}

export function countRestarts(monotonicMs: () => number = () => performance.now()): Restarts {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    next: () => {
      const now = monotonicMs()
      if (now - lastMs >= QUIET_MS) count = 0
      if (count === MAX_RESTARTS) return null
      count += 1
      lastMs = now
      return WAIT_STEP_MS * count
    },
  }
}
