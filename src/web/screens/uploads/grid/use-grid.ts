import { useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Editing, Leave } from './CellEditor.tsx'
import {
  clear,
  copyFrom,
  pasteInto,
  placeAfter,
  run,
  type GridActions,
  type GridNow,
} from './grid-actions.ts'
import { textAt, type GridData } from './grid-data.ts'
import { commandOf } from './keys.ts'
import { ROW_HEIGHT } from './row-window.ts'
import { AT_START, clamp, selected, type Selection } from './selection.ts'

/** What is chosen and written in the grid, and what keys and the clipboard do with it. */
export function useGrid(
  data: GridData,
  actions: GridActions,
  element: RefObject<HTMLElement | null>,
) {
  const size = { rows: data.rows.length, columns: data.columns.length }
  const [chosen, select] = useState(AT_START)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [isReleased, release] = useState(false)
  const selection: Selection = { cell: clamp(chosen.cell, size), end: clamp(chosen.end, size) }
  const row = data.rows[selection.cell.row]
  const role = data.columns[selection.cell.column]
  const edit = (mode: Editing['mode']) => {
    if (row === undefined || role === undefined || data.isLocked(row)) return
    const text = mode === 'over' ? '' : textAt(data, row, role)
    // Now, so that the key that was pressed writes in the field.
    flushSync(() => setEditing({ mode, text, row, role }))
  }
  const grid: GridNow = {
    data,
    actions,
    size,
    selection,
    select,
    edit,
    isReleased,
    release,
    page: () => Math.max(1, Math.floor(heightOf(element) / ROW_HEIGHT) - 2),
  }
  return {
    selection,
    select,
    size,
    row,
    role,
    editing,
    edit,
    /** `text` null: what was written is forgotten. */
    leaveEditor: (text: string | null, leave: Leave) => {
      setEditing(null)
      if (leave !== 'elsewhere') {
        element.current?.focus({ preventScroll: true })
        select(selected(placeAfter(selection.cell, leave, size)))
      }
      if (text === null || editing === null) return
      // Its own cell: a press elsewhere has chosen another already.
      const cell = { row: editing.row, role: editing.role, text: text.trim() }
      if (textAt(data, cell.row, cell.role) !== cell.text) actions.write([cell])
    },
    editWithin: () => setEditing((now) => now && { ...now, mode: 'within' }),
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        const command = commandOf(event)
        if (command !== null && run(grid, command)) event.preventDefault()
      },
      onCopy: (event: ClipboardEvent) => putOn(event, copyFrom(grid)),
      onCut: (event: ClipboardEvent) => {
        putOn(event, copyFrom(grid))
        clear(grid)
      },
      onPaste: (event: ClipboardEvent) => {
        event.preventDefault()
        pasteInto(grid, event.clipboardData.getData('text/plain'))
      },
    },
  }
}

function heightOf(element: RefObject<HTMLElement | null>): number {
  return element.current?.parentElement?.clientHeight ?? 0
}

function putOn(event: ClipboardEvent, text: string): void {
  event.preventDefault()
  event.clipboardData.setData('text/plain', text)
}
