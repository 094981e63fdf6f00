import type { DirectoryList } from '#contract/directory.ts'
import { columnsNamed, MAX_HEADER_ROW, rolesByHeading } from '../../sheets/headings.ts'
import { shownCell, type SheetRow, type Table } from '../../sheets/table.ts'

/** The columns of each sheet, in the order in which it is written. */
export const SHEET_ROLES = {
  clients: ['rut', 'name', 'giro', 'street', 'commune', 'city', 'dueDays'],
  contacts: ['rut', 'firstName', 'lastName', 'email', 'gender', 'role'],
  products: ['code', 'name', 'price', 'currency'],
} as const

export type SheetKind = keyof typeof SHEET_ROLES
export type Role = (typeof SHEET_ROLES)[SheetKind][number]

/** The sheets of each file. Both of clients have a column of RUTs: what has contacts' headings is none of clients. */
export const SHEETS_OF: Readonly<Record<DirectoryList, readonly SheetKind[]>> = {
  clients: ['contacts', 'clients'],
  products: ['products'],
}

/** What makes a row the headings of that kind of sheet: without these nothing can be read. */
const REQUIRED: Readonly<Record<SheetKind, readonly Role[]>> = {
  clients: ['rut'],
  contacts: ['rut', 'email'],
  products: ['code', 'name', 'price'],
}

/** All headings that name a role, as `headingKey` writes them. */
const KNOWN: {
  readonly [Kind in SheetKind]: Readonly<Record<(typeof SHEET_ROLES)[Kind][number], string>>
} = {
  clients: {
    rut: 'rut|rut cliente|tax id',
    name: 'razon social|nombre|cliente|nombre o razon social|name|client',
    giro: 'giro|actividad|activity',
    street: 'direccion|domicilio|calle|address',
    commune: 'comuna|commune',
    city: 'ciudad|city',
    dueDays: 'dias de plazo|plazo|dias de pago|plazo de pago|days to pay',
  },
  contacts: {
    rut: 'rut del cliente|rut|rut cliente|client rut|client tax id',
    firstName: 'nombre|nombres|first name',
    lastName: 'apellido|apellidos|last name',
    email: 'correo|email|e mail|mail|correo electronico',
    gender: 'genero|sexo|gender',
    role: 'cargo|rol|role',
  },
  products: {
    code: 'codigo|sku|code',
    name: 'nombre|producto|servicio|descripcion|name|product',
    price: 'precio|precio unitario|valor|price|unit price',
    currency: 'moneda|divisa|currency',
  },
}

const ROLE_OF: Readonly<Record<SheetKind, ReadonlyMap<string, Role>>> = {
  clients: rolesByHeading(KNOWN.clients),
  contacts: rolesByHeading(KNOWN.contacts),
  products: rolesByHeading(KNOWN.products),
}

export type Columns = Partial<Record<Role, number>>

export interface SheetFound {
  table: Table
  columns: Columns
  /** The rows below the headings. */
  rows: SheetRow[]
  unread: string[]
}

const MAX_HEADING = 60
/** Of a sheet of help each row names one column. */
const MIN_HEADINGS = 2

/** The first table whose headings are those of that kind of sheet. `several`: two of its columns say the same. */
export function findSheet(
  tables: readonly Table[],
  kind: SheetKind,
): SheetFound | 'none' | 'several' {
  for (const table of tables) {
    for (const [index, header] of table.rows.slice(0, MAX_HEADER_ROW).entries()) {
      const { columns, several } = columnsNamed(header, ROLE_OF[kind])
      const isWhole = REQUIRED[kind].every((role) => columns[role] !== undefined)
      if (!isWhole || Object.keys(columns).length < MIN_HEADINGS) continue
      if (several.length > 0) return 'several'
      const rows = table.rows.slice(index + 1)
      return { table, columns, rows, unread: unreadOf(header, columns) }
    }
  }
  return 'none'
}

function unreadOf(header: SheetRow, columns: Columns): string[] {
  const read = new Set(Object.values(columns))
  return header.cells.flatMap((cell, column) =>
    cell === null || read.has(column) ? [] : [shownCell(cell).slice(0, MAX_HEADING)],
  )
}
