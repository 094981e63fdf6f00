import type { UploadRole } from '#domain/upload.ts'
import type { Editing, Leave } from './CellEditor.tsx'
import { textAt, type GridData } from './grid-data.ts'
import type { Command } from './keys.ts'
import {
  clamp,
  moveBy,
  nextInOrder,
  placePasted,
  rangeOf,
  selected,
  type Place,
  type Selection,
  type Size,
} from './selection.ts'
import { parseTsv, writeTsv } from './tsv.ts'

export interface CellText {
  row: number
  role: UploadRole
  text: string
}

/** What the grid's owner does. */
export interface GridActions {
  /** One step that can be taken back. */
  write(cells: CellText[]): void
  undo(): void
  redo(): void
  removeRows(rows: number[]): void
  /** Cells that a paste had no room for, or that can't be changed any more. */
  tellLeftOut(count: number): void
  goToFault(step: 1 | -1): void
}

/** The grid as it is when something is pressed. */
export interface GridNow {
  data: GridData
  actions: GridActions
  size: Size
  selection: Selection
  select(selection: Selection): void
  edit(mode: Editing['mode']): void
  /** Rows of a screen. */
  page(): number
  /** Escape was pressed: Tab leaves the grid. */
  isReleased: boolean
  release(isReleased: boolean): void
}

/** Whether the command was the grid's; else the key is the browser's. */
export function run(grid: GridNow, command: Command): boolean {
  const { actions, selection, size } = grid
  if (command.kind !== 'next') grid.release(command.kind === 'release')
  switch (command.kind) {
    case 'undo':
      actions.undo()
      return true
    case 'redo':
      actions.redo()
      return true
    case 'fault':
      actions.goToFault(command.step)
      return true
    case 'removeRows':
      actions.removeRows(rowsOf(grid.data, selection))
      return true
    case 'clear':
      clear(grid)
      return true
    case 'release':
      grid.select(selected(selection.cell))
      return true
    case 'selectAll':
      grid.select({
        cell: { row: 0, column: 0 },
        end: { row: size.rows - 1, column: size.columns - 1 },
      })
      return true
    case 'next':
      return goNext(grid, command.step)
    case 'move': {
      const moved = moveBy(selection, { ...command.move, page: grid.page() }, size)
      if (moved !== null) grid.select(moved)
      return true
    }
    case 'edit':
      grid.edit(command.mode)
      // The key that is written over a cell writes in the field that has the focus now.
      return command.mode === 'within'
  }
}

/** Past the last cell, and after Escape, Tab leaves the grid: nobody is held in it. */
function goNext({ isReleased, selection, size, select }: GridNow, step: 1 | -1): boolean {
  const next = nextInOrder(selection.cell, step, size)
  if (next === null || isReleased) return false
  select(selected(next))
  return true
}

export function clear(grid: GridNow): void {
  const { top, bottom, left, right } = rangeOf(grid.selection)
  const places: (Place & { text: string })[] = []
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) places.push({ row, column, text: '' })
  }
  writeAt(grid, places)
}

export function copyFrom({ data, selection }: GridNow): string {
  const { top, bottom, left, right } = rangeOf(selection)
  const columns = data.columns.slice(left, right + 1)
  const rows = data.rows.slice(top, bottom + 1)
  return writeTsv(rows.map((row) => columns.map((role) => textAt(data, row, role))))
}

export function pasteInto(grid: GridNow, text: string): void {
  // A picture has no text.
  if (text === '') return
  const { data, selection, size, actions } = grid
  const limits = { columns: size.columns, maxRows: data.maxRows }
  const { written, leftOut } = placePasted(parseTsv(text), selection, limits)
  const locked = written.filter(({ row }) => data.isLocked(data.rows[row] ?? 0)).length
  writeAt(
    grid,
    written.map((one) => ({ ...one, text: one.text.trim() })),
  )
  if (leftOut + locked > 0) actions.tellLeftOut(leftOut + locked)
  const { top, left } = rangeOf(selection)
  const end = written.reduce(
    (far, { row, column }) => ({
      row: Math.max(far.row, row),
      column: Math.max(far.column, column),
    }),
    { row: top, column: left },
  )
  grid.select({ cell: { row: top, column: left }, end })
}

/** What differs from what stands there; cells of ordered documents stay. */
function writeAt({ data, actions }: GridNow, places: readonly (Place & { text: string })[]): void {
  const firstNew = data.rows.at(-1) === data.firstNewRow ? data.rows.length - 1 : data.rows.length
  const cells = places.flatMap(({ row: index, column, text }) => {
    const role = data.columns[column]
    const row = data.rows[index] ?? data.firstNewRow + index - firstNew
    if (role === undefined || data.isLocked(row)) return []
    return textAt(data, row, role) === text ? [] : [{ row, role, text }]
  })
  if (cells.length > 0) actions.write(cells)
}

/** The numbers of the rows of the range, without the one for new ones. */
export function rowsOf(data: GridData, selection: Selection): number[] {
  const { top, bottom } = rangeOf(selection)
  return data.rows
    .slice(top, bottom + 1)
    .filter((row) => row !== data.firstNewRow && !data.isLocked(row))
}

export function placeAfter(cell: Place, leave: Leave, size: Size): Place {
  switch (leave) {
    case 'down':
      return clamp({ ...cell, row: cell.row + 1 }, size)
    case 'up':
      return clamp({ ...cell, row: cell.row - 1 }, size)
    case 'right':
      return nextInOrder(cell, 1, size) ?? cell
    case 'left':
      return nextInOrder(cell, -1, size) ?? cell
    case 'stay':
    case 'elsewhere':
      return cell
  }
}
