import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type Ref,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadRole } from '#domain/upload.ts'
import { CellEditor, type Editing } from './CellEditor.tsx'
import { rowsOf, type GridActions } from './grid-actions.ts'
import { COLUMN_WIDTHS, leftOf, ROW_HEAD_WIDTH, type GridData } from './grid-data.ts'
import { GridRow } from './GridRow.tsx'
import {
  CALLOUT_WIDTH,
  calloutLeft,
  columnWindow,
  HEAD_HEIGHT,
  ROW_HEIGHT,
  rowWindow,
  scrollTopFor,
  type RowWindow,
} from './row-window.ts'
import { rangeOf, selected, type Place, type Selection } from './selection.ts'
import { useGrid } from './use-grid.ts'
import classes from './Grid.module.css'

/** What leads to a cell from outside. */
export interface GridHandle {
  goTo(row: number, role: UploadRole): void
  /** Numbers of the rows that are chosen. */
  rows(): number[]
  /** The cell that is written in. */
  cell(): { row: number; role: UploadRole } | null
}

/**
 * The rows of a file as a spreadsheet: only those near what is in sight are drawn. The focus stays on the grid, which
 * names its active cell, so that a row may come and go without losing it.
 */
export function Grid({
  label,
  data,
  actions,
  handle,
}: {
  label: string
  data: GridData
  actions: GridActions
  handle: Ref<GridHandle>
}) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const callout = useRef<HTMLDivElement>(null)
  const grid = useGrid(data, actions, element)
  const { selection, row, role, editing, size } = grid
  const { cell } = selection
  const template = [ROW_HEAD_WIDTH, ...data.columns.map((one) => COLUMN_WIDTHS[one])]
    .map((px) => `${px}px`)
    .join(' ')
  const width = leftOf(data.columns, size.columns)
  useImperativeHandle(handle, () => ({
    goTo: (wantedRow, wantedRole) => {
      const place = { row: data.rows.indexOf(wantedRow), column: data.columns.indexOf(wantedRole) }
      if (place.row < 0 || place.column < 0) return
      grid.select(selected(place))
      element.current?.focus({ preventScroll: true })
      // In the middle, where there is room for what is said of it.
      const height = scroller.current?.clientHeight ?? 0
      scroller.current?.scrollTo({ top: place.row * ROW_HEIGHT - height / 2 + HEAD_HEIGHT })
    },
    rows: () => rowsOf(data, selection),
    cell: () => (row === undefined || role === undefined ? null : { row, role }),
  }))
  useCellInSight(scroller, cell, data.columns)
  const faults = row === undefined || role === undefined ? undefined : data.faultsOf(row)?.get(role)
  const isTold = faults !== undefined && editing === null
  // After the scrolling, and again when it comes back from behind the editor.
  useLayoutEffect(() => {
    if (!isTold || scroller.current === null || callout.current === null) return
    placeCallout(scroller.current, callout.current, cell.row, leftOf(data.columns, cell.column))
  }, [isTold, cell.row, cell.column, data.columns])
  return (
    <div className={classes.scroller} ref={scroller}>
      <div
        ref={element}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns + 1}
        aria-multiselectable
        aria-activedescendant={`${id}-${cell.row}-${cell.column}`}
        className={classes.grid}
        style={{ width, height: HEAD_HEIGHT + size.rows * ROW_HEIGHT }}
        {...grid.keys}
        {...pointerActions(grid)}
      >
        <Head columns={data.columns} selection={selection} template={template} />
        <Rows
          id={id}
          template={template}
          data={data}
          selection={selection}
          scroller={scroller}
          describedBy={isTold ? `${id}-fault` : undefined}
        />
      </div>
      {isTold && (
        <div
          ref={callout}
          id={`${id}-fault`}
          className={classes.callout}
          style={{ top: HEAD_HEIGHT + cell.row * ROW_HEIGHT, width: CALLOUT_WIDTH }}
        >
          {faults.map(({ code, cause, instead }) => (
            <p key={code}>
              <strong>{cause}</strong> {instead}
            </p>
          ))}
        </div>
      )}
      {editing !== null && <Editor data={data} editing={editing} grid={grid} />}
    </div>
  )
}

function Rows({
  id,
  template,
  data,
  selection,
  scroller,
  describedBy,
}: {
  id: string
  template: string
  data: GridData
  selection: Selection
  scroller: RefObject<HTMLDivElement | null>
  describedBy: string | undefined
}) {
  const { t } = useTranslation()
  const { cell } = selection
  const drawn = useDrawn(scroller, data)
  const range = rangeOf(selection)
  return indexesOf(drawn, cell.row, data.rows.length).map((index) => {
    const row = data.rows[index] ?? 0
    const isIn = index >= range.top && index <= range.bottom
    const isAway = index < drawn.first || index >= drawn.last
    return (
      <GridRow
        // A row that leaves on one side comes back on the other with what stands there.
        key={isAway ? 'active' : index % drawn.pool}
        gridId={id}
        template={template}
        row={row}
        index={index}
        columns={data.columns}
        places={data.places}
        cells={data.cellsOf(row)}
        typed={data.typedOf(row)}
        faults={data.faultsOf(row)}
        edited={data.editedOf(row)}
        isLocked={data.isLocked(row)}
        isNew={row === data.firstNewRow}
        newLabel={t('uploads.grid.newRow')}
        first={drawn.firstColumn}
        last={drawn.lastColumn}
        active={index === cell.row ? cell.column : -1}
        left={isIn ? range.left : -1}
        right={isIn ? range.right : -1}
        describedBy={index === cell.row ? describedBy : undefined}
      />
    )
  })
}

function Editor({
  data,
  editing,
  grid,
}: {
  data: GridData
  editing: Editing
  grid: ReturnType<typeof useGrid>
}) {
  const { t } = useTranslation()
  const { row, role } = editing
  return (
    <CellEditor
      editing={editing}
      label={t('uploads.grid.cell', { column: t(`uploads.roles.${role}`), row })}
      place={{
        top: HEAD_HEIGHT + data.rows.indexOf(row) * ROW_HEIGHT,
        left: leftOf(data.columns, data.columns.indexOf(role)),
        width: COLUMN_WIDTHS[role],
      }}
      onWrite={grid.leaveEditor}
      onCancel={() => grid.leaveEditor(null, 'stay')}
      onMode={grid.editWithin}
    />
  )
}

function Head({
  columns,
  selection,
  template,
}: {
  columns: readonly UploadRole[]
  selection: Selection
  template: string
}) {
  const { t } = useTranslation()
  const range = rangeOf(selection)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={classes.head}
      style={{ gridTemplateColumns: template }}
    >
      <div role="columnheader" aria-colindex={1} className={classes.corner}>
        {t('uploads.grid.row')}
      </div>
      {columns.map((role, column) => (
        <div
          key={role}
          role="columnheader"
          aria-colindex={column + 2}
          className={classes.columnHead}
          data-role={role}
          data-in={(column >= range.left && column <= range.right) || undefined}
        >
          {t(`uploads.roles.${role}`)}
        </div>
      ))}
    </div>
  )
}

/** Those in sight, and the one of the active cell, which the grid names by its element. */
function indexesOf(
  shown: { first: number; last: number },
  active: number,
  count: number,
): number[] {
  const found = Array.from({ length: shown.last - shown.first }, (_, index) => shown.first + index)
  if (active < shown.first) return [active, ...found]
  return active >= shown.last && active < count ? [...found, active] : found
}

interface Drawn extends RowWindow {
  firstColumn: number
  lastColumn: number
}

/** What is drawn of the rows and columns, by where one has scrolled to. */
function useDrawn(scroller: RefObject<HTMLDivElement | null>, data: GridData): Drawn {
  const { columns, rows } = data
  const count = rows.length
  const [drawn, setDrawn] = useState<Drawn>(() => ({
    ...rowWindow(0, 600, count),
    firstColumn: 0,
    lastColumn: columns.length,
  }))
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const widths = columns.map((role) => COLUMN_WIDTHS[role])
    const measure = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element
      const across = columnWindow(scrollLeft, clientWidth - ROW_HEAD_WIDTH, widths)
      const next = {
        ...rowWindow(scrollTop, clientHeight, count),
        firstColumn: across.first,
        lastColumn: across.last,
      }
      setDrawn((now) => (isSame(now, next) ? now : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const sized = new ResizeObserver(measure)
    sized.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      sized.disconnect()
    }
  }, [scroller, columns, count])
  return { ...drawn, first: Math.min(drawn.first, count), last: Math.min(drawn.last, count) }
}

function isSame(a: Drawn, b: Drawn): boolean {
  return (
    a.first === b.first &&
    a.last === b.last &&
    a.pool === b.pool &&
    a.firstColumn === b.firstColumn &&
    a.lastColumn === b.lastColumn
  )
}

/** Scrolls as little as needed. */
function useCellInSight(
  scroller: RefObject<HTMLDivElement | null>,
  { row, column }: Place,
  columns: readonly UploadRole[],
): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (scroller.current === null) return
    if (!isFirst.current) scrollToCell(scroller.current, { row, column }, columns)
    isFirst.current = false
  }, [scroller, row, column, columns])
}

function scrollToCell(
  element: HTMLElement,
  { row, column }: Place,
  columns: readonly UploadRole[],
): void {
  const role = columns[column]
  if (role === undefined) return
  const top = scrollTopFor(row, element.scrollTop, element.clientHeight)
  if (top !== element.scrollTop) element.scrollTop = top
  const left = leftOf(columns, column)
  if (left - ROW_HEAD_WIDTH < element.scrollLeft) element.scrollLeft = left - ROW_HEAD_WIDTH
  const right = left + COLUMN_WIDTHS[role] - element.clientWidth
  if (right > element.scrollLeft) element.scrollLeft = right
}

/** What is said of a cell stands where there is room for it in what is in sight. */
function placeCallout(
  element: HTMLElement,
  callout: HTMLElement,
  row: number,
  cellLeft: number,
): void {
  const isLow = row * ROW_HEIGHT - element.scrollTop > element.clientHeight / 2
  callout.dataset['above'] = String(isLow)
  const left = calloutLeft(cellLeft, element.scrollLeft, element.clientWidth)
  callout.style.left = `${left}px`
}

/** A press chooses, with Shift or drawn it chooses a range; a second one on the same cell writes in it. */
function pointerActions(grid: ReturnType<typeof useGrid>) {
  const { selection, select, size } = grid
  const press = (event: PointerEvent) => {
    const place = placeAt(event.target)
    if (place === null || event.button !== 0) return
    const { row, column } = place
    if (column === null) {
      select({ cell: { row, column: 0 }, end: { row, column: size.columns - 1 } })
    } else if (event.shiftKey) {
      select({ cell: selection.cell, end: { row, column } })
    } else if (event.pointerType === 'touch' && isAt(selection.cell, { row, column })) {
      grid.edit('within')
    } else select(selected({ row, column }))
  }
  return {
    onPointerDown: press,
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons !== 1 || event.pointerType === 'touch') return
      const place = placeAt(event.target)
      if (place === null) return
      const end = { row: place.row, column: place.column ?? size.columns - 1 }
      if (!isAt(selection.end, end)) select({ cell: selection.cell, end })
    },
    onDoubleClick: () => grid.edit('within'),
  }
}

function isAt(place: Place, { row, column }: Place): boolean {
  return place.row === row && place.column === column
}

/** Null where no cell is; the column is null on a row's number. */
function placeAt(target: EventTarget): { row: number; column: number | null } | null {
  if (!(target instanceof Element)) return null
  const found = target.closest('[data-row]')
  if (!(found instanceof HTMLElement)) return null
  const { row, cell } = found.dataset
  return { row: Number(row), column: cell === undefined ? null : Number(cell) }
}
