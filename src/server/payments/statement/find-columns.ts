import { COLUMN_ROLES, type ColumnRole } from '#domain/bank-statement.ts'
import { headingKey } from '../../sheets/headings.ts'
import { bankOfHeadings, roleOfHeading, type Bank } from './columns/headings.ts'
import { shownCell, type Table } from '../../sheets/table.ts'

/** Which column holds what, as a person confirmed it: remembered for the company and used for its next statements. */
export interface StatementColumns {
  columns: Readonly<Partial<Record<ColumnRole, ColumnChoice>>>
  /** dd/mm is Chile's; month first only when a person says so. */
  dateOrder: 'dayFirst' | 'monthFirst'
  thousands: '.' | ','
  /** A person's word that amounts without sign and side are all money that came. */
  onlyCredits: boolean
  /** The one account to read of a file with several, as the file writes it. */
  account: string | null
}

/** By its heading, wherever that stands in the next file; by its place, from 0, when it has none (''). */
export interface ColumnChoice {
  heading: string
  column: number
}

export interface ColumnQuestion {
  role: ColumnRole
  why: 'several' | 'guessed' | 'missing'
  options: number[]
}

export type ColumnsFound =
  | {
      kind: 'found'
      table: Table
      /** The last row of the headings as Excel numbers it; 0 when there are none. */
      headerRow: number
      columns: StatementColumns
      bank: Bank | null
      /** What the headings say beyond doubt. */
      sure: ColumnRole[]
      ask: ColumnQuestion[]
    }
  /** No row with headings: a person has to point at the columns. */
  | { kind: 'notFound' }
  /** The same, and the rows that might be them have merged cells. */
  | { kind: 'mergedHeader' }
  | { kind: 'severalSheets'; sheets: string[] }
  /** Columns that were chosen for this company's statements are not in this one. */
  | { kind: 'changed'; missing: ColumnRole[] }

/** Banks write up to some thirty lines about the account above the movements. */
const MAX_ROWS_ABOVE = 60
const MIN_ROLES = 3

/**
 * Finds the columns of a statement: by those remembered, which win, else by the row of headings. `sheet` is the one a
 * person chose after `severalSheets`.
 */
export function findColumns(
  tables: readonly Table[],
  remembered: StatementColumns | null,
  sheet: string | null = null,
): ColumnsFound {
  const among = sheet === null ? tables : tables.filter(({ name }) => name === sheet)
  return remembered === null ? proposeColumns(among) : findRemembered(among, remembered)
}

/** A row that may be the headings: for each column the keys it could be known by, the most telling first. */
interface HeadingRow {
  row: number
  keys: string[][]
  /** It has a number or a day: no second line of headings. */
  isData: boolean
}

function proposeColumns(tables: readonly Table[]): ColumnsFound {
  const found = tables.flatMap((table) => {
    const header = bestHeader(table)
    return header === null ? [] : [{ table, header }]
  })
  const [first, second] = found
  if (second !== undefined) {
    return { kind: 'severalSheets', sheets: found.map(({ table }) => table.name) }
  }
  if (first !== undefined) return proposal(first.table, first.header)
  const isMerged = tables.some(({ merges }) => merges.some((one) => one.fromRow <= MAX_ROWS_ABOVE))
  return { kind: isMerged ? 'mergedHeader' : 'notFound' }
}

/** The row, or the two rows, whose headings name the most roles, known ones before hints. */
function bestHeader(table: Table): HeadingRow | null {
  let best: { header: HeadingRow; score: number } | null = null
  for (const header of [...singleRows(table), ...doubleRows(table)]) {
    const roles = rolesIn(header)
    const isHeader =
      roles.has('date') && (roles.has('credit') || roles.has('debit') || roles.has('amount'))
    if (!isHeader || roles.size < MIN_ROLES) continue
    const known = [...roles.values()].filter((isKnown) => isKnown).length
    const score = known * COLUMN_ROLES.length + roles.size
    if (score > (best?.score ?? 0)) best = { header, score }
  }
  return best?.header ?? null
}

function singleRows(table: Table): HeadingRow[] {
  return table.rows.slice(0, MAX_ROWS_ABOVE).map(({ row, cells }) => ({
    row,
    keys: cells.map((cell) => (typeof cell === 'string' ? [headingKey(cell)] : [])),
    isData: cells.some((cell) => /\d/.test(shownCell(cell))),
  }))
}

function doubleRows(table: Table): HeadingRow[] {
  const rows = singleRows(table)
  return rows.slice(0, -1).flatMap((upper, n) => {
    const lower = rows[n + 1]
    if (lower === undefined || lower.row !== upper.row + 1 || lower.isData) return []
    const width = Math.max(upper.keys.length, lower.keys.length)
    const keys = Array.from({ length: width }, (_, column) => {
      const above = upper.keys[column]?.[0] ?? ''
      const below = lower.keys[column]?.[0] ?? ''
      return [`${above} ${below}`.trim(), below, above].filter((key) => key !== '')
    })
    return [{ row: lower.row, keys, isData: false }]
  })
}

interface Told {
  key: string
  role: ColumnRole
  isKnown: boolean
}

function toldBy(keys: readonly string[]): Told | null {
  const told = keys.flatMap((key) => {
    const said = roleOfHeading(key)
    return said === null ? [] : [{ key, ...said }]
  })
  return told.find(({ isKnown }) => isKnown) ?? told[0] ?? null
}

/** Each role that is named, and whether a known heading names it. */
function rolesIn({ keys }: HeadingRow): Map<ColumnRole, boolean> {
  const roles = new Map<ColumnRole, boolean>()
  for (const told of keys.map(toldBy)) {
    if (told !== null) roles.set(told.role, told.isKnown || roles.get(told.role) === true)
  }
  return roles
}

function proposal(table: Table, header: HeadingRow): ColumnsFound {
  const columns: Partial<Record<ColumnRole, ColumnChoice>> = {}
  const ask: ColumnQuestion[] = []
  const told = header.keys.map(toldBy)
  for (const role of wantedRoles(told)) {
    const known = columnsOf(told, role, true)
    const guessed = columnsOf(told, role, false)
    const [column] = known.length > 0 ? known : guessed
    if (column === undefined) continue
    columns[role] = { heading: told[column]?.key ?? '', column }
    if (known.length > 1) ask.push({ role, why: 'several', options: known })
    else if (known.length === 0) ask.push({ role, why: 'guessed', options: guessed })
  }
  if (columns.credit === undefined && columns.amount === undefined) {
    ask.push({ role: 'credit', why: 'missing', options: [] })
  }
  const asked = new Set(ask.map(({ role }) => role))
  return {
    kind: 'found',
    table,
    headerRow: header.row,
    columns: {
      columns,
      dateOrder: 'dayFirst',
      thousands: '.',
      onlyCredits: false,
      account: null,
    },
    bank: bankOfHeadings(told.flatMap((one, column) => one?.key ?? header.keys[column]?.[0] ?? [])),
    sure: COLUMN_ROLES.filter((role) => columns[role] !== undefined && !asked.has(role)),
    ask,
  }
}

/** An amount column is ignored beside a credit column. */
function wantedRoles(told: readonly (Told | null)[]): ColumnRole[] {
  const has = (role: ColumnRole): boolean => told.some((one) => one?.role === role)
  if (has('credit')) return COLUMN_ROLES.filter((role) => role !== 'amount' && role !== 'side')
  return COLUMN_ROLES.filter((role) => role !== 'debit' || !has('amount'))
}

function columnsOf(told: readonly (Told | null)[], role: ColumnRole, isKnown: boolean): number[] {
  return told.flatMap((one, column) =>
    one?.role === role && one.isKnown === isKnown ? [column] : [],
  )
}

function findRemembered(tables: readonly Table[], remembered: StatementColumns): ColumnsFound {
  const named = COLUMN_ROLES.filter((role) => (remembered.columns[role]?.heading ?? '') !== '')
  const found = tables.flatMap((table) => {
    const header =
      named.length === 0 ? { row: 0, keys: [], isData: false } : rowWith(table, remembered, named)
    return header === null ? [] : [{ table, header }]
  })
  const [first, second] = found
  if (first === undefined) return { kind: 'changed', missing: missingIn(tables, remembered, named) }
  if (second !== undefined) {
    return { kind: 'severalSheets', sheets: found.map(({ table }) => table.name) }
  }
  const { table, header } = first
  const columns = placed(remembered.columns, header)
  return {
    kind: 'found',
    table,
    headerRow: header.row,
    columns: { ...remembered, columns },
    bank: bankOfHeadings(header.keys.flatMap((keys) => keys[0] ?? [])),
    sure: COLUMN_ROLES.filter((role) => columns[role] !== undefined),
    ask: [],
  }
}

function rowWith(
  table: Table,
  { columns }: StatementColumns,
  named: readonly ColumnRole[],
): HeadingRow | null {
  const rows = [...singleRows(table), ...doubleRows(table)]
  return (
    rows.find(({ keys }) =>
      named.every((role) => keys.some((one) => one.includes(columns[role]?.heading ?? ''))),
    ) ?? null
  )
}

function missingIn(
  tables: readonly Table[],
  { columns }: StatementColumns,
  named: readonly ColumnRole[],
): ColumnRole[] {
  const rows = tables.flatMap((table) => [...singleRows(table), ...doubleRows(table)])
  const all = new Set(rows.flatMap(({ keys }) => keys.flat()))
  const missing = named.filter((role) => !all.has(columns[role]?.heading ?? ''))
  return missing.length > 0 ? missing : [...named]
}

/** Of columns with the same heading the one in its old place. */
function placed(
  columns: StatementColumns['columns'],
  { keys }: HeadingRow,
): StatementColumns['columns'] {
  const found: Partial<Record<ColumnRole, ColumnChoice>> = {}
  for (const role of COLUMN_ROLES) {
    const choice = columns[role]
    if (choice === undefined) continue
    const { heading, column } = choice
    const isThere = heading === '' || keys[column]?.includes(heading) === true
    found[role] = isThere
      ? choice
      : { heading, column: keys.findIndex((one) => one.includes(heading)) }
  }
  return found
}
