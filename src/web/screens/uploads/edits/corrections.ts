import type { UploadRole } from '#domain/upload.ts'

/** What a person typed in a cell; `text` null puts the file's own back, and `shown` is what stands there meanwhile. */
export interface Typed {
  row: number
  role: UploadRole
  text: string | null
  shown: string
}

/** A row that is taken out, or put back. */
export interface RowChange {
  row: number
  isRemoved: boolean
}

interface Numbered<T> {
  change: T
  /** Counts all changes; what came later has a larger one. */
  number: number
}

/** What the server hasn't confirmed yet. Every change makes another value, and other maps for the changed rows alone. */
export interface Unsaved {
  cells: ReadonlyMap<number, ReadonlyMap<UploadRole, Numbered<Typed>>>
  rows: ReadonlyMap<number, Numbered<RowChange>>
  last: number
}

export const NOTHING_UNSAVED: Unsaved = { cells: new Map(), rows: new Map(), last: 0 }

/** One call's changes, and how far it reaches. */
export interface Batch {
  cells: Typed[]
  rows: RowChange[]
  upTo: number
}

export function withTyped(unsaved: Unsaved, typed: readonly Typed[]): Unsaved {
  const cells = new Map(unsaved.cells)
  const copied = new Map<number, Map<UploadRole, Numbered<Typed>>>()
  let last = unsaved.last
  for (const change of typed) {
    let ofRow = copied.get(change.row)
    if (ofRow === undefined) {
      ofRow = new Map(cells.get(change.row))
      copied.set(change.row, ofRow)
      cells.set(change.row, ofRow)
    }
    last += 1
    ofRow.set(change.role, { change, number: last })
  }
  return { ...unsaved, cells, last }
}

export function withRows(unsaved: Unsaved, changes: readonly RowChange[]): Unsaved {
  const rows = new Map(unsaved.rows)
  let last = unsaved.last
  for (const change of changes) {
    last += 1
    rows.set(change.row, { change, number: last })
  }
  return { ...unsaved, rows, last }
}

/** The earliest changes that one call takes; null where nothing is unsaved. */
export function nextBatch(unsaved: Unsaved, maxCells: number): Batch | null {
  const cells = [...unsaved.cells.values()]
    .flatMap((ofRow) => [...ofRow.values()])
    .sort((a, b) => a.number - b.number)
  const rows = [...unsaved.rows.values()]
  if (cells.length + rows.length === 0) return null
  const taken = cells.slice(0, maxCells)
  const isAll = taken.length === cells.length
  const upTo = isAll ? unsaved.last : (taken.at(-1)?.number ?? unsaved.last)
  return {
    cells: taken.map(({ change }) => change),
    rows: rows.filter(({ number }) => number <= upTo).map(({ change }) => change),
    upTo,
  }
}

/** Without what a call took; what was typed while it was on its way stays. */
export function withoutBatch(unsaved: Unsaved, { upTo }: Pick<Batch, 'upTo'>): Unsaved {
  const cells = new Map(unsaved.cells)
  for (const [row, ofRow] of unsaved.cells) {
    const left = [...ofRow].filter(([, { number }]) => number > upTo)
    if (left.length === 0) cells.delete(row)
    else if (left.length < ofRow.size) cells.set(row, new Map(left))
  }
  const rows = new Map([...unsaved.rows].filter(([, { number }]) => number > upTo))
  return { ...unsaved, cells, rows }
}

export function countUnsaved({ cells, rows }: Unsaved): number {
  return [...cells.values()].reduce((sum, ofRow) => sum + ofRow.size, rows.size)
}
