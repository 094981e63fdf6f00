import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { COLUMN_ROLES, type ColumnRole } from '#domain/bank-statement.ts'
import { headingKey } from '../../sheets/headings.ts'
import { shownCell, type Table } from '../../sheets/table.ts'
import {
  findColumns,
  type ColumnChoice,
  type ColumnQuestion,
  type ColumnsFound,
  type StatementColumns,
} from './find-columns.ts'
import type { Movement, RowFault } from './movements/movement.ts'
import { parseMovements, type MovementsRead } from './parse-movements.ts'
import { readStatement, type Refusal } from './read-statement.ts'

/** What a person answered about this very file; null and undefined: nothing. */
export interface UploadAnswers {
  sheet: string | null
  /** Excel's number of the row of headings; 0: there is none. */
  headerRow: number | null
  /** The place of each column, from 0. A role that isn't there has no column. */
  columns: Readonly<Partial<Record<ColumnRole, number>>> | null
  dateOrder: 'dayFirst' | 'monthFirst' | null
  thousands: '.' | ',' | null
  onlyCredits: boolean
  account: string | null
}

export interface UploadToRead {
  bytes: Uint8Array
  fileName: string
  /** Those that the company answered for earlier files, the newest first. */
  remembered: readonly StatementColumns[]
  answers: UploadAnswers
  ownRut: Rut | null
  today: Day
}

/** The first rows of a sheet, as they are shown to a person who points at its columns. */
export interface Preview {
  sheet: string
  rows: { row: number; cells: string[] }[]
}

type Movements = Extract<MovementsRead, { kind: 'movements' }>

export type UploadRead =
  | (Omit<Movements, 'movements'> & {
      movements: Movement[]
      /** What is remembered for the company's next file; null where no person answered anything. */
      toRemember: { headings: string; columns: StatementColumns } | null
    })
  | { kind: 'refused'; reason: Refusal }
  | { kind: 'sheets'; sheets: string[] }
  | {
      kind: 'columns'
      why: 'notFound' | 'mergedHeader' | 'asked'
      preview: Preview
      headerRow: number
      columns: Partial<Record<ColumnRole, number>>
      ask: ColumnQuestion[]
    }
  | { kind: 'accounts'; accounts: string[] }
  | { kind: 'sign'; preview: Preview }
  | {
      kind: 'faults'
      faults: (RowFault & { heading: string })[]
      total: number
      /** Answers of a person that may make some of them readable. */
      offers: ('monthFirst' | 'commas')[]
    }
  | { kind: 'noMovements' }

const PREVIEW_ROWS = 15
const PREVIEW_CHARACTERS = 60
/** Of 20,000 possible ones so many are shown; the same mistake is in each of the others. */
const MAX_FAULTS = 200

/** A bank's file to its movements, or to everything that a person has to answer or mend. Slow: see `readSheets`. */
export async function readUpload(upload: UploadToRead): Promise<UploadRead> {
  const file = await readStatement(upload.bytes, upload.fileName)
  if (file.kind === 'refused') return file
  const found = chooseColumns(file.tables, upload)
  if (found.kind === 'severalSheets') return { kind: 'sheets', sheets: found.sheets }
  const question = questionOf(file.tables, found, upload.answers)
  if (question !== null || found.kind !== 'found') {
    return question ?? { kind: 'refused', reason: 'notASheet' }
  }
  const columns = answered(found.columns, upload.answers)
  const read = parseMovements({ ...found, columns }, upload)
  if (read.kind === 'movements') {
    const isAnswered = hasAnswers(upload.answers)
    return { ...read, toRemember: isAnswered ? remember(columns) : null }
  }
  if (read.kind === 'faults') return faultsOf(read.faults, found)
  if (read.kind === 'severalAccounts') return { kind: 'accounts', accounts: read.accounts }
  if (read.kind === 'signUnknown') {
    return { kind: 'sign', preview: previewOf(found.table, found.headerRow) }
  }
  return read
}

/** Those of this file win over those of earlier files, and these over what the headings seem to say. */
function chooseColumns(
  tables: readonly Table[],
  { answers, remembered }: UploadToRead,
): ColumnsFound {
  const { sheet } = answers
  const pointed = pointedAt(tables, answers)
  if (pointed !== null) return pointed
  const named = remembered.filter(({ columns }) => hasHeadings(columns))
  for (const one of named) {
    const found = findColumns(tables, one, sheet)
    if (found.kind === 'found' || found.kind === 'severalSheets') return found
  }
  const proposed = findColumns(tables, null, sheet)
  if (proposed.kind === 'found' || proposed.kind === 'severalSheets') return proposed
  // By their places alone they fit every file: only one without headings of its own is meant.
  const [unnamed] = remembered.filter(({ columns }) => !hasHeadings(columns))
  if (unnamed === undefined) return proposed
  const placed = findColumns(tables, unnamed, sheet)
  return placed.kind === 'found' || placed.kind === 'severalSheets' ? placed : proposed
}

function hasHeadings(columns: StatementColumns['columns']): boolean {
  return COLUMN_ROLES.some((role) => (columns[role]?.heading ?? '') !== '')
}

/** Null: nobody pointed at columns, or what was pointed at is not in the file. */
function pointedAt(
  tables: readonly Table[],
  { sheet, columns, headerRow }: UploadAnswers,
): Extract<ColumnsFound, { kind: 'found' }> | null {
  if (columns === null) return null
  const table = tableOf(tables, sheet)
  if (table === null) return null
  const header = table.rows.find(({ row }) => row === headerRow)
  const chosen: Partial<Record<ColumnRole, ColumnChoice>> = {}
  for (const role of COLUMN_ROLES) {
    const column = columns[role]
    if (column === undefined) continue
    chosen[role] = { heading: headingKey(shownCell(header?.cells[column])), column }
  }
  return {
    kind: 'found',
    table,
    headerRow: header?.row ?? 0,
    columns: {
      columns: chosen,
      dateOrder: 'dayFirst',
      thousands: '.',
      onlyCredits: false,
      account: null,
    },
    bank: null,
    sure: COLUMN_ROLES.filter((role) => chosen[role] !== undefined),
    ask: [],
  }
}

function tableOf(tables: readonly Table[], sheet: string | null): Table | null {
  return (sheet === null ? tables[0] : tables.find(({ name }) => name === sheet)) ?? null
}

/** Null: the columns are clear. */
function questionOf(
  tables: readonly Table[],
  found: ColumnsFound,
  { sheet }: UploadAnswers,
): Extract<UploadRead, { kind: 'columns' }> | null {
  if (found.kind === 'found') {
    const { table, headerRow, ask } = found
    const isWhole = hasPlaces(found.columns.columns)
    if (ask.length === 0 && isWhole) return null
    return {
      kind: 'columns',
      why: 'asked',
      preview: previewOf(table, headerRow),
      headerRow,
      columns: placesOf(found.columns.columns),
      ask,
    }
  }
  const table = tableOf(tables, sheet) ?? tables[0]
  if (table === undefined) return null
  return {
    kind: 'columns',
    why: found.kind === 'mergedHeader' ? 'mergedHeader' : 'notFound',
    preview: previewOf(table, 0),
    headerRow: 0,
    columns: {},
    ask: [],
  }
}

/** A day and money are the least that a movement has. */
function hasPlaces(columns: StatementColumns['columns']): boolean {
  const isMoney = columns.credit !== undefined || columns.amount !== undefined
  return columns.date !== undefined && isMoney
}

function placesOf(columns: StatementColumns['columns']): Partial<Record<ColumnRole, number>> {
  return Object.fromEntries(
    COLUMN_ROLES.flatMap((role) => {
      const choice = columns[role]
      return choice === undefined ? [] : [[role, choice.column]]
    }),
  )
}

/** From some rows above the headings on, so that a wrong guess shows. */
function previewOf({ name, rows }: Table, headerRow: number): Preview {
  const header = rows.findIndex(({ row }) => row === headerRow)
  const first = Math.max(0, header - 2)
  return {
    sheet: name,
    rows: rows.slice(first, first + PREVIEW_ROWS).map(({ row, cells }) => ({
      row,
      cells: cells.map((cell) => shownCell(cell).slice(0, PREVIEW_CHARACTERS)),
    })),
  }
}

function answered(
  columns: StatementColumns,
  { dateOrder, thousands, onlyCredits, account }: UploadAnswers,
): StatementColumns {
  return {
    ...columns,
    dateOrder: dateOrder ?? columns.dateOrder,
    thousands: thousands ?? columns.thousands,
    onlyCredits,
    account,
  }
}

/** An answer about this file alone, its account or that all of it came, is none to remember. */
function hasAnswers({ columns, dateOrder, thousands }: UploadAnswers): boolean {
  return columns !== null || dateOrder !== null || thousands !== null
}

/** But for the account and that all of it came: the next file may be of another one, and have charges. */
function remember(columns: StatementColumns): { headings: string; columns: StatementColumns } {
  const headings = COLUMN_ROLES.map((role) => columns.columns[role]?.heading ?? '').join('|')
  return { headings, columns: { ...columns, onlyCredits: false, account: null } }
}

function faultsOf(
  faults: readonly RowFault[],
  { table, headerRow }: { table: Table; headerRow: number },
): UploadRead {
  const header = table.rows.find(({ row }) => row === headerRow)
  const causes = new Set(faults.map(({ cause }) => cause))
  const isOrder = causes.has('dateOtherOrder') || causes.has('dateAmbiguous')
  return {
    kind: 'faults',
    total: faults.length,
    faults: faults.slice(0, MAX_FAULTS).map((fault) => ({
      ...fault,
      value: fault.value.slice(0, PREVIEW_CHARACTERS),
      heading: shownCell(header?.cells[fault.column]).slice(0, PREVIEW_CHARACTERS),
    })),
    offers: [
      ...(isOrder ? ['monthFirst' as const] : []),
      ...(causes.has('amountAmbiguous') ? ['commas' as const] : []),
    ],
  }
}
