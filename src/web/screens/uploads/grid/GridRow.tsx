import { memo } from 'react'
import type { UploadRole } from '#domain/upload.ts'
import type { GridData, RowFaults } from './grid-data.ts'
import { HEAD_HEIGHT, ROW_HEIGHT } from './row-window.ts'
import classes from './Grid.module.css'

export interface GridRowProps {
  gridId: string
  /** Widths of the columns, as CSS. */
  template: string
  row: number
  index: number
  columns: readonly UploadRole[]
  places: readonly number[]
  cells: readonly string[]
  typed: ReturnType<GridData['typedOf']>
  faults: RowFaults | undefined
  edited: ReadonlySet<UploadRole> | undefined
  isLocked: boolean
  isNew: boolean
  newLabel: string
  /** The columns that are drawn; `last` is exclusive. */
  first: number
  last: number
  /** -1: none of its cells. It is drawn wherever it is. */
  active: number
  /** Of the range; -1: none. */
  left: number
  right: number
  /** The element that says what is wrong with the active cell. */
  describedBy: string | undefined
}

/** Drawn again only when something of this row changes: thousands of others stay as they are. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, row, index, columns, places, cells, typed, faults, edited, active } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes.row}
      data-new={props.isNew || undefined}
      data-locked={props.isLocked || undefined}
      style={{ top: HEAD_HEIGHT + index * ROW_HEIGHT, gridTemplateColumns: props.template }}
    >
      <div role="rowheader" aria-colindex={1} className={classes.rowHead} data-row={index}>
        {props.isNew ? <span title={props.newLabel}>+</span> : row}
      </div>
      {columns.map((role, column) => {
        const isDrawn = (column >= props.first && column < props.last) || column === active
        if (!isDrawn) return null
        const change = typed?.get(role)?.change
        const isWrong = faults?.has(role) === true
        return (
          <div
            key={role}
            id={`${gridId}-${index}-${column}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={column >= props.left && column <= props.right}
            aria-invalid={isWrong || undefined}
            aria-readonly={props.isLocked || undefined}
            aria-describedby={column === active ? props.describedBy : undefined}
            className={classes.cell}
            style={{ gridColumn: column + 2 }}
            data-cell={column}
            data-row={index}
            data-role={role}
            data-active={column === active || undefined}
            data-wrong={isWrong || undefined}
            data-unsaved={change !== undefined || undefined}
            data-edited={edited?.has(role) || undefined}
          >
            {change === undefined ? (cells[places[column] ?? -1] ?? '') : change.shown}
          </div>
        )
      })}
    </div>
  )
})
