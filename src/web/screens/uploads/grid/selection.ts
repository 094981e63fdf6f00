/** A cell by its place among those shown, from 0. */
export interface Place {
  row: number
  column: number
}

/** The cell that is written in, and the corner of the range that it stands in. */
export interface Selection {
  cell: Place
  end: Place
}

export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

export interface Size {
  rows: number
  columns: number
}

export const AT_START: Selection = selected({ row: 0, column: 0 })

export function selected(cell: Place): Selection {
  return { cell, end: cell }
}

export function rangeOf({ cell, end }: Selection): Range {
  return {
    top: Math.min(cell.row, end.row),
    bottom: Math.max(cell.row, end.row),
    left: Math.min(cell.column, end.column),
    right: Math.max(cell.column, end.column),
  }
}

export interface Move {
  key: string
  /** The range grows, and the cell stays. */
  isExtending: boolean
  /** To the edge. */
  isFar: boolean
  /** Rows of a screen. */
  page: number
}

/** Where an arrow, Home, End or a page's key leads; null for any other key. */
export function moveBy(selection: Selection, move: Move, size: Size): Selection | null {
  const from = move.isExtending ? selection.end : selection.cell
  const to = moved(from, move, size)
  if (to === null) return null
  const within = clamp(to, size)
  return move.isExtending ? { cell: selection.cell, end: within } : selected(within)
}

function moved({ row, column }: Place, { key, isFar, page }: Move, size: Size): Place | null {
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isFar ? size.rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isFar ? size.columns - 1 : column + 1 }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? size.rows - 1 : row, column: size.columns - 1 }
    case 'PageUp':
      return { row: row - page, column }
    case 'PageDown':
      return { row: row + page, column }
    default:
      return null
  }
}

export function clamp({ row, column }: Place, size: Size): Place {
  return {
    row: Math.max(0, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  }
}

/** The next cell in the order of reading; null past the last or before the first one. */
export function nextInOrder({ row, column }: Place, step: 1 | -1, size: Size): Place | null {
  const index = row * size.columns + column + step
  if (index < 0 || index >= size.rows * size.columns) return null
  return { row: Math.floor(index / size.columns), column: index % size.columns }
}

export interface Written extends Place {
  text: string
}

/**
 * What a paste writes where. One value fills the whole range; a block starts at its first cell and repeats where the
 * range is a whole number of blocks; what doesn't fit beside the last column is left out and counted.
 */
export function placePasted(
  rows: readonly (readonly string[])[],
  selection: Selection,
  { columns, maxRows }: { columns: number; maxRows: number },
): { written: Written[]; leftOut: number } {
  const range = rangeOf(selection)
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const times = {
    down: timesOf(range.bottom - range.top + 1, rows.length),
    across: timesOf(range.right - range.left + 1, width),
  }
  const written: Written[] = []
  let leftOut = 0
  for (let row = 0; row < rows.length * times.down; row += 1) {
    const cells = rows[row % rows.length] ?? []
    for (let column = 0; column < width * times.across; column += 1) {
      const text = cells[column % width]
      if (text === undefined) continue
      const place = { row: range.top + row, column: range.left + column }
      if (place.column >= columns || place.row >= maxRows) leftOut += 1
      else written.push({ ...place, text })
    }
  }
  return { written, leftOut }
}

function timesOf(room: number, length: number): number {
  return length > 0 && room % length === 0 ? Math.max(1, room / length) : 1
}
