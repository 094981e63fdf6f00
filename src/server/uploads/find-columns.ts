import type { RuleKind } from '#domain/document.ts'
import { MAX_UPLOAD_COLUMNS, UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import { uploadTexts } from '#texts/uploads.ts'
import { columnsNamed, headingKey, MAX_HEADER_ROW, rolesByHeading } from '../sheets/headings.ts'
import { columnName, shownCell, type SheetRow, type Table } from '../sheets/table.ts'
import type { UploadColumns } from './judge/result.ts'

/** How a company calls its columns: what a person said once, by headings. */
export interface RememberedColumns {
  headings: Partial<Record<UploadRole, string>>
  /** Headings that name a role by themselves, and that the person left out. */
  leftOut: readonly string[]
  defaultKind: RuleKind | null
}

/** What a person said of this very file. */
export interface ColumnsAnswer {
  sheet: string
  /** Excel's number; 0: there is none. */
  headerRow: number
  columns: UploadColumns
  defaultKind: RuleKind | null
}

export interface ColumnsFound {
  kind: 'found'
  table: Table
  headerRow: number
  columns: UploadColumns
  /** Of every row; null beside a column that says it. */
  defaultKind: RuleKind | null
  /** By what a person points out other ones. */
  sheets: string[]
  preview: ShownRow[]
  /** Columns that aren't read: their headings, or their letters where they have none. */
  unread: string[]
  /** Other sheets with rows, but for the template's help. */
  otherSheets: string[]
}

/** A row's number as Excel has it, and what its cells show. */
export interface ShownRow {
  row: number
  cells: string[]
}

/** What a person points the columns out by. */
export interface ColumnsAsked {
  kind: 'columns'
  sheets: string[]
  sheet: string
  headerRow: number
  columns: UploadColumns
  defaultKind: RuleKind | null
  /** Roles without which nothing can be read, and those that two columns may have. */
  missing: UploadRole[]
  several: UploadRole[]
  preview: ShownRow[]
}

/** All headings that name a role, as `headingKey` writes them; the first is the template's in Spanish. */
const KNOWN: Readonly<Record<UploadRole, string>> = {
  group: 'documento|grupo|n documento|no documento|nro documento|numero documento|document|doc',
  kind: 'tipo|tipo documento|tipo de documento|tipo doc|type|document type',
  rut: 'rut|rut cliente|rut receptor|rut del cliente|rut del receptor|rut empresa|recipient rut|client rut',
  name: 'razon social|nombre|cliente|nombre cliente|nombre o razon social|razon social cliente|receptor|nombre receptor|name|client',
  giro: 'giro|giro cliente|giro receptor|actividad|giro del cliente|activity',
  street: 'direccion|direccion cliente|domicilio|direccion receptor|calle|address',
  commune: 'comuna|comuna cliente|comuna receptor|commune',
  city: 'ciudad|ciudad cliente|ciudad receptor|city',
  withholder: 'quien retiene|retencion|retiene|who withholds',
  ufDate: 'fecha uf|uf de|valor uf|uf date',
  dueDay: 'vencimiento|fecha vencimiento|fecha de vencimiento|vence|due date',
  serviceMonth: 'mes de servicio|mes servicio|periodo|mes|service month',
  sendEmail: 'enviar correo|enviar|enviar email|envia correo|send email',
  to: 'para|correo|email|e mail|mail|correo cliente|correo electronico|to',
  cc: 'cc|con copia|copia|correo copia',
  ownId: 'tu id|id|mi id|id interno|referencia interna|your id',
  code: 'codigo|codigo producto|cod producto|sku|codigo del producto|code',
  description:
    'detalle|descripcion|producto|servicio|glosa|item|concepto|producto o servicio|description',
  quantity: 'cantidad|cant|unidades|quantity',
  price: 'precio|precio unitario|precio neto|valor unitario|price|unit price',
  currency: 'moneda|divisa|currency',
}

const ROLE_OF = rolesByHeading(KNOWN)

const PREVIEW_ROWS = 12
const PREVIEW_CHARACTERS = 60
const MIN_HEADINGS = 3
/** Excel takes 31 characters. */
const MAX_SHEET_NAME = 200
const HELP = new Set((['es', 'en'] as const).map((one) => uploadTexts(one).template.help))

/** By a person's answer, else by what was remembered, else by the headings themselves. */
export function findUploadColumns(
  tables: readonly Table[],
  answer: ColumnsAnswer | null,
  remembered: readonly RememberedColumns[],
): ColumnsFound | ColumnsAsked {
  if (answer !== null) {
    const table = tables.find(({ name }) => name === answer.sheet)
    if (table !== undefined) return pointedAt(tables, table, answer)
  }
  for (const one of remembered) {
    const found = tables.flatMap((table) => withRemembered(tables, table, one) ?? [])
    const [first] = found
    if (first !== undefined && found.length === 1) return first
  }
  const candidates = tables.map(proposeColumns)
  const [best] = candidates.toSorted((a, b) => b.known - a.known)
  if (best === undefined) throw new Error('A file without tables')
  const { missing, several, table, headerRow, columns } = best
  if (missing.length > 0 || several.length > 0) return ask(tables, { ...best, defaultKind: null })
  return foundOf(tables, { table, headerRow, columns, defaultKind: null })
}

function foundOf(
  tables: readonly Table[],
  found: Pick<ColumnsFound, 'table' | 'headerRow' | 'columns' | 'defaultKind'>,
): ColumnsFound {
  const { table, columns } = found
  const others = tables.filter((other) => other !== table && !HELP.has(other.name))
  return {
    kind: 'found',
    ...found,
    // An empty cell of that column is a fault and no wish for the default.
    defaultKind: columns.kind === undefined ? found.defaultKind : null,
    ...shownOf(tables, found),
    unread: unreadOf(found),
    otherSheets: others.map(({ name }) => name.slice(0, MAX_SHEET_NAME)),
  }
}

interface Proposal {
  table: Table
  headerRow: number
  columns: UploadColumns
  known: number
  missing: UploadRole[]
  several: UploadRole[]
}

function proposeColumns(table: Table): Proposal {
  const rows = table.rows.slice(0, MAX_HEADER_ROW)
  const proposals = rows.map((row) => proposalOf(table, row))
  const [best] = proposals.toSorted((a, b) => b.known - a.known)
  if (best !== undefined && best.known >= MIN_HEADINGS) return best
  const columns: UploadColumns = {}
  return { table, headerRow: 0, columns, known: 0, missing: missingOf(columns, null), several: [] }
}

function proposalOf(table: Table, row: SheetRow): Proposal {
  const { columns, several } = columnsNamed(row, ROLE_OF)
  return {
    table,
    headerRow: row.row,
    columns,
    known: Object.keys(columns).length,
    missing: missingOf(columns, null),
    several,
  }
}

/** Without them no document can be made of a row. */
function missingOf(columns: UploadColumns, defaultKind: RuleKind | null): UploadRole[] {
  const missing: UploadRole[] = []
  if (columns.kind === undefined && defaultKind === null) missing.push('kind')
  if (columns.rut === undefined) missing.push('rut')
  if (columns.code === undefined) {
    if (columns.description === undefined) missing.push('description')
    if (columns.price === undefined) missing.push('price')
  }
  return missing
}

/**
 * Taken where every heading of the row that we know is one of its columns, or was left out on purpose: a row with more of
 * them is another kind of file, of which the rest would be lost without a word.
 */
function withRemembered(
  tables: readonly Table[],
  table: Table,
  { headings, leftOut, defaultKind }: RememberedColumns,
): ColumnsFound | null {
  for (const row of table.rows.slice(0, MAX_HEADER_ROW)) {
    const keys = row.cells.map((cell) => (typeof cell === 'string' ? headingKey(cell) : ''))
    const columns: Partial<Record<UploadRole, number>> = {}
    for (const role of UPLOAD_ROLES) {
      const heading = headings[role]
      if (heading === undefined) continue
      const column = keys.indexOf(heading)
      // Twice in the row: which one was meant is not known.
      if (column !== -1 && column === keys.lastIndexOf(heading)) columns[role] = column
    }
    const isWhole = Object.keys(columns).length === Object.keys(headings).length
    if (!isWhole || missingOf(columns, defaultKind).length > 0) continue
    const read = new Set(Object.values(columns))
    const isMore = keys.some(
      (key, column) =>
        ROLE_OF.has(key) && !read.has(column) && !isLeftOut(key, leftOut, defaultKind),
    )
    if (isMore) continue
    return foundOf(tables, { table, headerRow: row.row, columns, defaultKind })
  }
  return null
}

/** A column of kinds is never left out for a kind of all rows: its next file may have others. */
function isLeftOut(key: string, leftOut: readonly string[], defaultKind: RuleKind | null): boolean {
  return leftOut.includes(key) && !(defaultKind !== null && ROLE_OF.get(key) === 'kind')
}

function pointedAt(
  tables: readonly Table[],
  table: Table,
  { headerRow, columns, defaultKind }: ColumnsAnswer,
): ColumnsFound | ColumnsAsked {
  const missing = missingOf(columns, defaultKind)
  const places = Object.values(columns)
  const several = UPLOAD_ROLES.filter(
    (role) => places.filter((place) => place === columns[role]).length > 1,
  )
  const found = { table, headerRow, columns, defaultKind }
  if (missing.length > 0 || several.length > 0) return ask(tables, { ...found, missing, several })
  return foundOf(tables, found)
}

function ask(
  tables: readonly Table[],
  {
    table,
    headerRow,
    columns,
    defaultKind,
    missing,
    several,
  }: Pick<Proposal, 'table' | 'headerRow' | 'columns' | 'missing' | 'several'> &
    Pick<ColumnsFound, 'defaultKind'>,
): ColumnsAsked {
  return {
    kind: 'columns',
    sheet: table.name,
    headerRow,
    columns,
    defaultKind,
    missing,
    several,
    ...shownOf(tables, { table, headerRow }),
  }
}

function shownOf(
  tables: readonly Table[],
  { table, headerRow }: Pick<ColumnsFound, 'table' | 'headerRow'>,
): Pick<ColumnsAsked, 'sheets' | 'preview'> {
  const header = table.rows.findIndex(({ row }) => row === headerRow)
  const from = Math.max(0, header)
  return {
    sheets: tables.map(({ name }) => name),
    preview: table.rows.slice(from, from + PREVIEW_ROWS).map(({ row, cells }) => ({
      row,
      cells: cells.map((cell) => shownCell(cell).slice(0, PREVIEW_CHARACTERS)),
    })),
  }
}

function unreadOf({
  table,
  headerRow,
  columns,
}: Pick<ColumnsFound, 'table' | 'headerRow' | 'columns'>): string[] {
  const header = table.rows.find(({ row }) => row === headerRow)?.cells ?? []
  const read = new Set(Object.values(columns))
  const below = table.rows.filter(({ row }) => row > headerRow)
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), header.length)
  return Array.from({ length: width }, (_, column) => column).flatMap((column) => {
    if (read.has(column)) return []
    const heading = header[column] ?? null
    if (heading !== null) return [shownCell(heading).slice(0, PREVIEW_CHARACTERS)]
    const hasValue = below.some(({ cells }) => (cells[column] ?? null) !== null)
    return hasValue ? [columnName(column)] : []
  })
}

/** What is remembered of an answer: the headings that stood over the columns. Null when some had none. */
export function rememberColumns({
  table,
  headerRow,
  columns,
  defaultKind,
}: Pick<
  ColumnsFound,
  'table' | 'headerRow' | 'columns' | 'defaultKind'
>): RememberedColumns | null {
  const header = table.rows.find(({ row }) => row === headerRow)
  const headings: Partial<Record<UploadRole, string>> = {}
  for (const role of UPLOAD_ROLES) {
    const column = columns[role]
    if (column === undefined || column >= MAX_UPLOAD_COLUMNS) continue
    const heading = headingKey(shownCell(header?.cells[column]))
    if (heading === '') return null
    headings[role] = heading
  }
  const read = new Set(Object.values(columns))
  const leftOut = (header?.cells ?? []).flatMap((cell, column) => {
    const key = headingKey(shownCell(cell))
    return ROLE_OF.has(key) && !read.has(column) ? [key] : []
  })
  return { headings, leftOut, defaultKind }
}
