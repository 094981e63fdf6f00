/** What a row of a file is about. */
export type Pairing<Row, Stored> =
  | { kind: 'new' }
  | { kind: 'stored'; stored: Stored; isSame: boolean }
  /** The same was said above. */
  | { kind: 'repeated'; first: Row }
  /** So many are stored under its key, and it says none of them. */
  | { kind: 'ambiguous'; count: number }

/**
 * Pairs rows with what is stored under the same key. Several may be stored under one: those that a row says exactly are
 * taken first, and what is left is paired only where one row and one stored are.
 */
export function pairByKey<Row, Stored>(
  rows: readonly Row[],
  stored: readonly Stored[],
  keys: { ofRow: (row: Row) => string; ofStored: (stored: Stored) => string },
  isSame: (row: Row, stored: Stored) => boolean,
): Map<Row, Pairing<Row, Stored>> {
  const storedByKey = Map.groupBy(stored, keys.ofStored)
  const pairs = new Map<Row, Pairing<Row, Stored>>()
  for (const [key, group] of Map.groupBy(rows, keys.ofRow)) {
    pairGroup(group, storedByKey.get(key) ?? [], isSame, pairs)
  }
  return pairs
}

function pairGroup<Row, Stored>(
  rows: readonly Row[],
  stored: readonly Stored[],
  isSame: (row: Row, stored: Stored) => boolean,
  pairs: Map<Row, Pairing<Row, Stored>>,
): void {
  const left = new Set(stored)
  const others: Row[] = []
  for (const row of rows) {
    const same = [...left].find((one) => isSame(row, one))
    if (same === undefined) {
      others.push(row)
      continue
    }
    left.delete(same)
    pairs.set(row, { kind: 'stored', stored: same, isSame: true })
  }
  const [first, ...repeated] = others
  if (first === undefined) return
  const [only, ...more] = left
  if (stored.length === 0) pairs.set(first, { kind: 'new' })
  else if (only !== undefined && more.length === 0) {
    pairs.set(first, { kind: 'stored', stored: only, isSame: false })
  } else if (only !== undefined) pairs.set(first, { kind: 'ambiguous', count: stored.length })
  else pairs.set(first, { kind: 'repeated', first: firstOf(rows) })
  for (const row of repeated) pairs.set(row, { kind: 'repeated', first })
}

function firstOf<Row>(rows: readonly Row[]): Row {
  const [first] = rows
  if (first === undefined) throw new Error('A group without rows')
  return first
}
