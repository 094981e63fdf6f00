import { useMemo, useState } from 'react'
import { UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import type { JudgedUpload } from '#web/api/uploads.ts'
import { textAt, type GridData } from '../grid/grid-data.ts'
import type { CellText } from '../grid/grid-actions.ts'
import type { RowChange, Typed } from '../edits/corrections.ts'
import { NO_HISTORY, redone, undone, withStep, type Step } from '../edits/history.ts'
import { columnsShown, gridData, judgedRows, removedRows, wrongCells } from './sheet-data.ts'
import { useCorrections } from '../edits/use-corrections.ts'

/** An upload's rows as a person corrects them: what the server judged, with what was typed since upon it. */
export function useSheet(upload: number, judged: JudgedUpload) {
  const { queue, unsaved, state, fault } = useCorrections(upload)
  const [history, setHistory] = useState(NO_HISTORY)
  const [hasAllColumns, setHasAllColumns] = useState(false)
  const [only, setOnly] = useState<ReadonlySet<number> | null>(null)
  const rows = useMemo(() => judgedRows(judged), [judged])
  const needed = hasAllColumns ? UPLOAD_ROLES : columnsShown(judged, unsaved)
  const names = needed.join(' ')
  // The same columns stay the same value: a row is drawn again only for what changed in it.
  const columns = useMemo(
    () => UPLOAD_ROLES.filter((role) => names.split(' ').includes(role)),
    [names],
  )
  const data = useMemo(
    () => gridData(judged, rows, unsaved, { columns, only }),
    [judged, rows, unsaved, columns, only],
  )
  const wrong = useMemo(() => wrongCells(rows, unsaved), [rows, unsaved])
  const apply = ({ cells, rows: changes }: Step['done']) => {
    if (cells.length > 0) queue.type(cells)
    if (changes.length > 0) queue.changeRows(changes)
  }
  const take = (step: Step) => {
    setHistory((now) => withStep(now, step))
    apply(step.done)
  }
  return {
    data,
    rows,
    wrong,
    removed: removedRows(rows, unsaved),
    /** With those that a file of mistakes alone has beyond the first. */
    wrongCount: wrong.length + Math.max(0, judged.fault_count - judged.faults.length),
    save: { state, fault, unsaved, again: queue.sendNow },
    hasAllColumns,
    setHasAllColumns,
    only,
    setOnly,
    write: (cells: readonly CellText[]) =>
      take({
        done: { cells: cells.map((cell) => ({ ...cell, shown: cell.text })), rows: [] },
        before: { cells: cells.map(({ row, role }) => standing(data, row, role)), rows: [] },
      }),
    changeRows: (changes: readonly RowChange[]) =>
      take({
        done: { cells: [], rows: [...changes] },
        before: {
          cells: [],
          rows: changes.map(({ row, isRemoved }) => ({ row, isRemoved: !isRemoved })),
        },
      }),
    undo: () => {
      const found = undone(history)
      if (found === null) return
      setHistory(found.history)
      apply(found.step.before)
    },
    redo: () => {
      const found = redone(history)
      if (found === null) return
      setHistory(found.history)
      apply(found.step.done)
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}

export type SheetState = ReturnType<typeof useSheet>

/** What writes again what stands there: a cell that nobody corrected is the file's own, with its type. */
function standing(data: GridData, row: number, role: UploadRole): Typed {
  const typed = data.typedOf(row)?.get(role)
  if (typed !== undefined) return typed.change
  const shown = textAt(data, row, role)
  const isOwn = data.editedOf(row)?.has(role) !== true
  return { row, role, text: isOwn ? null : shown, shown }
}
