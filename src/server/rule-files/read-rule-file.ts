import type { FaultValues, UploadFaultCause } from '#domain/upload.ts'
import { MAX_RULE_FILE_BYTES } from '#contract/rule-bulk.ts'
import { ruleFileTexts, type RuleFileCause, type RuleFileRole } from '#texts/rule-file.ts'
import { columnsNamed, headingKey, MAX_HEADER_ROW } from '../sheets/headings.ts'
import { readSheets } from '../sheets/read-sheets.ts'
import {
  columnName,
  type Cell,
  type SheetLimits,
  type SheetRefusal,
  type SheetRow,
  type Table,
} from '../sheets/table.ts'
import { shownValue } from '../uploads/cells/cell-read.ts'
import { judgeRows, type Columns } from './judge-rows.ts'
import { RULE_FILE_ROLES, type RuleOnSheet } from './rule-sheet.ts'
import type { RuleOfFile } from '../rules/bulk/change.ts'

/** As many as there are rules of ten lines, with the sheet of help and some rows besides. */
const MAX_ROWS = 11_000

export const RULE_FILE_LIMITS: SheetLimits = {
  fileBytes: MAX_RULE_FILE_BYTES,
  unpackedBytes: 32 * 1024 * 1024,
  rows: MAX_ROWS,
  writtenRows: 100_000,
  columns: 40,
  cells: 440_000,
  sharedTexts: 200_000,
  textCharacters: 8 * 1024 * 1024,
  isStrict: true,
}

export interface RuleFileToRead {
  bytes: Uint8Array
  fileName: string
  /** Every rule as it is now. */
  rules: readonly RuleOnSheet[]
}

export interface RuleFileFault {
  sheet: string
  row: number
  column: string
  value: string
  cause: RuleFileCause | UploadFaultCause
  values: FaultValues
}

export type RuleFileRefusal = SheetRefusal | 'noHeadings' | 'severalColumns'

export type RuleFileRead =
  | { kind: 'refused'; reason: RuleFileRefusal }
  | { kind: 'faults'; faults: RuleFileFault[] }
  /** Rules of which nothing is different are absent. `otherSheets` have rows that aren't read, but for Folio's own help. */
  | { kind: 'read'; rules: RuleOfFile[]; otherSheets: string[] }

/** A file to what it says differently of each rule, or to everything that is wrong with it. Never throws. */
export async function readRuleFile({
  bytes,
  fileName,
  rules,
}: RuleFileToRead): Promise<RuleFileRead> {
  const file = await readSheets(bytes, fileName, RULE_FILE_LIMITS)
  if (file.kind === 'refused') return file
  const found = findColumns(file.tables)
  if (found === null) return { kind: 'refused', reason: 'noHeadings' }
  if (found === 'several') return { kind: 'refused', reason: 'severalColumns' }
  const { table, columns, rows } = found
  const judged = judgeRows(rows, (row, role) => cellOf(row, columns[role]), rules, columns)
  if (judged.faults.length === 0) {
    const others = file.tables.filter((other) => other !== table && !HELP.has(other.name))
    const otherSheets = others.map(({ name }) => name.slice(0, MAX_SHEET_NAME))
    return { kind: 'read', rules: judged.rules, otherSheets }
  }
  return {
    kind: 'faults',
    faults: judged.faults.map(({ row, role, cause, values }) => ({
      sheet: table.name,
      row: row.row,
      column: columnName(columns[role] ?? 0),
      value: shownValue(cellOf(row, columns[role])),
      cause,
      values,
    })),
  }
}

/** Excel takes 31 characters. */
const MAX_SHEET_NAME = 200
const HELP = new Set((['es', 'en'] as const).map((one) => ruleFileTexts(one).help))

function cellOf({ cells }: SheetRow, column: number | undefined): Cell {
  return column === undefined ? null : (cells[column] ?? null)
}

const NEEDED: readonly RuleFileRole[] = ['rule', 'line', 'price']

/** `several`: two columns have the same heading, and only a person knows which one is meant. */
function findColumns(
  tables: readonly Table[],
): { table: Table; columns: Columns; rows: SheetRow[] } | 'several' | null {
  for (const table of tables) {
    for (const [index, row] of table.rows.slice(0, MAX_HEADER_ROW).entries()) {
      const { columns, several } = columnsNamed(row, ROLE_OF)
      if (NEEDED.every((role) => columns[role] !== undefined)) {
        if (several.length > 0) return 'several'
        return { table, columns, rows: table.rows.slice(index + 1) }
      }
    }
  }
  return null
}

const ROLE_OF: ReadonlyMap<string, RuleFileRole> = new Map(
  [ruleFileTexts('es'), ruleFileTexts('en')].flatMap(({ columns }) =>
    RULE_FILE_ROLES.map((role) => [headingKey(columns[role]), role] as const),
  ),
)
