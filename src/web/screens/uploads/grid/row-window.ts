import { ROW_HEAD_WIDTH } from './grid-data.ts'

/** Pixels of a row; the style has the same. */
export const ROW_HEIGHT = 32
export const HEAD_HEIGHT = 36

/** Rows come and go in steps, so that most movements of the scroll bar draw nothing. */
const STEP = 8

export interface RowWindow {
  first: number
  /** Exclusive. */
  last: number
  /** As many as are ever drawn at once. */
  pool: number
}

/** The rows to draw: those in sight, with some above and below for the next movement. */
export function rowWindow(scrollTop: number, height: number, count: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollTop) / ROW_HEIGHT / STEP) * STEP
  const inSight = Math.ceil(height / ROW_HEIGHT / STEP) * STEP
  return {
    first: Math.max(0, top - STEP),
    last: Math.min(count, top + inSight + 2 * STEP),
    pool: inSight + 3 * STEP,
  }
}

/** Where to scroll so that the row is in sight; the same where it is already. */
export function scrollTopFor(row: number, scrollTop: number, height: number): number {
  const top = row * ROW_HEIGHT
  const room = height - HEAD_HEIGHT - ROW_HEIGHT
  if (top < scrollTop) return top
  return top > scrollTop + room ? Math.max(0, top - room) : scrollTop
}

export const CALLOUT_WIDTH = 320

/** Where what is said of a cell begins: at the cell, or as far left of it as to be in sight whole. */
export function calloutLeft(cellLeft: number, scrollLeft: number, width: number): number {
  const last = scrollLeft + width - CALLOUT_WIDTH
  return Math.max(scrollLeft + ROW_HEAD_WIDTH, Math.min(cellLeft, last))
}

export interface ColumnWindow {
  first: number
  /** Exclusive. */
  last: number
}

/** The columns in sight, of these widths in pixels beside the numbers of the rows, and one on either side. */
export function columnWindow(
  scrollLeft: number,
  width: number,
  columns: readonly number[],
): ColumnWindow {
  let first = 0
  let last = columns.length
  let right = 0
  for (const [index, column] of columns.entries()) {
    right += column
    if (right <= scrollLeft) first = index + 1
    if (right - column >= scrollLeft + width) {
      last = index
      break
    }
  }
  return { first: Math.max(0, first - 1), last: Math.min(columns.length, last + 1) }
}
