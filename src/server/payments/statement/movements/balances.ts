import type { Movement } from './movement.ts'

/** `broken`: rows whose balance the movements don't lead to: a row is missing there, or one has been changed. */
export type BalanceCheck =
  | { kind: 'none' }
  | { kind: 'right' }
  | { kind: 'unchecked' }
  | { kind: 'broken'; rows: number[] }

/** With more breaks than this share the column is no running balance, and says nothing. */
const MAX_BROKEN = 0.2

/**
 * Whether the balances follow from the amounts, in whichever way the bank writes them: after each movement, oldest or
 * newest first, or once for each day.
 */
export function checkBalances(movements: readonly Movement[]): BalanceCheck {
  const steps = [
    runningSteps(movements),
    runningSteps(movements.toReversed()),
    dailySteps(movements),
    dailySteps(movements.toReversed()),
  ]
  const [best] = steps
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.broken.length - b.broken.length)
  if (best === undefined) return { kind: 'none' }
  if (best.broken.length === 0) return { kind: 'right' }
  if (best.broken.length > best.count * MAX_BROKEN) return { kind: 'unchecked' }
  return { kind: 'broken', rows: best.broken.toSorted((a, b) => a - b) }
}

interface Steps {
  count: number
  broken: number[]
}

/** From one balance to the next by the amounts between, oldest first. Some banks write one on a day's last line only. */
function runningSteps(movements: readonly Movement[]): Steps {
  const steps: Steps = { count: 0, broken: [] }
  let expected: number | null = null
  for (const { row, amountClp, balanceClp } of movements) {
    if (expected !== null) expected += amountClp
    if (balanceClp === null) continue
    if (expected !== null) {
      steps.count += 1
      if (expected !== balanceClp) steps.broken.push(row)
    }
    expected = balanceClp
  }
  return steps
}

/** The balance of a whole day on each of its lines. */
function dailySteps(movements: readonly Movement[]): Steps {
  const days = [...Map.groupBy(movements, ({ day }) => day).values()]
  const sums = days.flatMap((ofDay) => {
    const [first] = ofDay
    if (first === undefined || first.balanceClp === null) return []
    const isOne = ofDay.every(({ balanceClp }) => balanceClp === first.balanceClp)
    const sum = ofDay.reduce((total, { amountClp }) => total + amountClp, 0)
    return isOne ? [{ row: first.row, sum, balance: first.balanceClp }] : []
  })
  const steps: Steps = { count: 0, broken: [] }
  if (sums.length < days.length) return steps
  sums.forEach(({ row, sum, balance }, n) => {
    const before = sums[n - 1]
    if (before === undefined) return
    steps.count += 1
    if (before.balance + sum !== balance) steps.broken.push(row)
  })
  return steps
}
