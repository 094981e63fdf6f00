import type { SheetRow } from './table.ts'

/** Of a table's first rows one may have the headings: what stands above it is a title. */
export const MAX_HEADER_ROW = 20

/** What each heading names, as `headingKey` writes it. `known`: those of a role, with a bar between them. */
export function rolesByHeading<Role extends string>(
  known: Readonly<Record<Role, string>>,
): ReadonlyMap<string, Role> {
  const roles = Object.keys(known).filter((role): role is Role => role in known)
  return new Map(
    roles.flatMap((role) => known[role].split('|').map((heading) => [heading, role] as const)),
  )
}

/** The column that each heading of a row names, the first of several; `several` are the roles that two of them name. */
export function columnsNamed<Role extends string>(
  { cells }: SheetRow,
  roles: ReadonlyMap<string, Role>,
): { columns: Partial<Record<Role, number>>; several: Role[] } {
  const columns: Partial<Record<Role, number>> = {}
  const several = new Set<Role>()
  for (const [column, cell] of cells.entries()) {
    if (typeof cell !== 'string') continue
    const role = roles.get(headingKey(cell))
    if (role === undefined) continue
    if (columns[role] === undefined) columns[role] = column
    else several.add(role)
  }
  return { columns, several: [...several] }
}

/** A heading as it is compared: without accents, case, signs or the currency that some banks add. */
export function headingKey(text: string): string {
  return text
    .slice(0, MAX_HEADING)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z\d]/)
    .filter((word) => word !== '' && !CURRENCY.has(word))
    .join(' ')
}

const MAX_HEADING = 80
const CURRENCY = new Set(['clp', 'pesos'])
