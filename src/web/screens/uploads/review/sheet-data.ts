import { MAX_UPLOAD_ROWS, UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import type { JudgedUpload, UploadFault } from '#web/api/uploads.ts'
import type { GridData, RowFaults } from '../grid/grid-data.ts'
import type { Unsaved } from '../edits/corrections.ts'

/** What a reply says, by row. */
export interface JudgedRows {
  cells: ReadonlyMap<number, readonly string[]>
  faults: ReadonlyMap<number, RowFaults>
  edited: ReadonlyMap<number, ReadonlySet<UploadRole>>
  locked: ReadonlySet<number>
  removed: ReadonlySet<number>
  last: number
}

export function judgedRows(judged: JudgedUpload): JudgedRows {
  const { rows, faults, edited, documents, removed, header_row } = judged
  const editedRoles = new Map<number, Set<UploadRole>>()
  for (const { row, role } of edited) {
    editedRoles.set(row, (editedRoles.get(row) ?? new Set()).add(role))
  }
  const ordered = documents.filter(({ state }) => state === 'ordered')
  return {
    cells: new Map(rows.map(({ row, cells }) => [row, cells])),
    faults: faultsByRow(faults),
    edited: editedRoles,
    locked: new Set(ordered.flatMap((document) => document.rows)),
    removed: new Set(removed),
    last: rows.reduce((last, { row }) => Math.max(last, row), header_row),
  }
}

function faultsByRow(faults: readonly UploadFault[]): Map<number, RowFaults> {
  const found = new Map<number, Map<UploadRole, UploadFault[]>>()
  for (const fault of faults) {
    const ofRow = found.get(fault.row) ?? new Map<UploadRole, UploadFault[]>()
    found.set(fault.row, ofRow)
    ofRow.set(fault.role, [...(ofRow.get(fault.role) ?? []), fault])
  }
  return found
}

/** Those that the file has or a person filled in, and those where something is missing. */
export function columnsShown(judged: JudgedUpload, unsaved: Unsaved): UploadRole[] {
  const shown = new Set<UploadRole>([
    ...judged.roles,
    ...judged.faults.map(({ role }) => role),
    ...[...unsaved.cells.values()].flatMap((ofRow) => [...ofRow.keys()]),
  ])
  return UPLOAD_ROLES.filter((role) => shown.has(role))
}

/** A cell with everything that is wrong with it. */
export interface WrongCell {
  row: number
  role: UploadRole
  faults: readonly UploadFault[]
}

/** In the order of the grid. What was typed since is judged when it is saved. */
export function wrongCells({ faults }: JudgedRows, unsaved: Unsaved): WrongCell[] {
  return [...faults]
    .sort(([a], [b]) => a - b)
    .flatMap(([row, ofRow]) =>
      UPLOAD_ROLES.flatMap((role) => {
        const found = ofRow.get(role)
        const isTyped = unsaved.cells.get(row)?.has(role) === true
        return found === undefined || isTyped || isRemoved(unsaved, row)
          ? []
          : [{ row, role, faults: found }]
      }),
    )
}

/** Those that were taken out and can be put back. */
export function removedRows({ removed }: JudgedRows, unsaved: Unsaved): number[] {
  const rows = new Set([...removed, ...unsaved.rows.keys()])
  return [...rows].filter((row) => unsaved.rows.get(row)?.change.isRemoved !== false)
}

function isRemoved(unsaved: Unsaved, row: number): boolean {
  return unsaved.rows.get(row)?.change.isRemoved === true
}

/** The next wrong cell in the order of the grid, from the first again after the last; null where there is none. */
export function nextWrong(
  wrong: readonly WrongCell[],
  from: { row: number; role: UploadRole } | null,
  step: 1 | -1,
): WrongCell | null {
  if (from === null) return wrong.at(step === 1 ? 0 : -1) ?? null
  const ordered = step === 1 ? wrong : wrong.toReversed()
  const found = ordered.find((one) => compareCells(one, from) * step > 0)
  return found ?? ordered[0] ?? null
}

function compareCells(
  a: { row: number; role: UploadRole },
  b: { row: number; role: UploadRole },
): number {
  return a.row - b.row || UPLOAD_ROLES.indexOf(a.role) - UPLOAD_ROLES.indexOf(b.role)
}

export interface ShownWish {
  columns: readonly UploadRole[]
  /** Only these rows; null: all of them, and one for new ones. */
  only: ReadonlySet<number> | null
}

const NO_CELLS: readonly string[] = []

export function gridData(
  judged: JudgedUpload,
  rows: JudgedRows,
  unsaved: Unsaved,
  { columns, only }: ShownWish,
): GridData {
  const added = [...unsaved.cells.keys()].filter((row) => !rows.cells.has(row))
  const isOut = (row: number) => unsaved.rows.get(row)?.change.isRemoved ?? rows.removed.has(row)
  const all = [...rows.cells.keys(), ...added].filter((row) => !isOut(row)).sort((a, b) => a - b)
  const firstNewRow = Math.max(rows.last, ...added) + 1
  const shown = only === null ? [...all, firstNewRow] : all.filter((row) => only.has(row))
  return {
    rows: shown,
    columns,
    places: columns.map((role) => judged.roles.indexOf(role)),
    cellsOf: (row) => rows.cells.get(row) ?? NO_CELLS,
    typedOf: (row) => unsaved.cells.get(row),
    faultsOf: (row) => untyped(rows.faults.get(row), unsaved.cells.get(row)),
    editedOf: (row) => rows.edited.get(row),
    isLocked: (row) => rows.locked.has(row),
    firstNewRow,
    // Rows are added below all of them only.
    maxRows: only === null ? shown.length - 1 + MAX_UPLOAD_ROWS - all.length : shown.length,
  }
}

/** Without the faults of what was typed since: nobody has judged that yet. */
function untyped(
  faults: RowFaults | undefined,
  typed: ReturnType<GridData['typedOf']>,
): RowFaults | undefined {
  if (faults === undefined || typed === undefined) return faults
  const left = [...faults].filter(([role]) => !typed.has(role))
  return left.length === faults.size ? faults : left.length === 0 ? undefined : new Map(left)
}
