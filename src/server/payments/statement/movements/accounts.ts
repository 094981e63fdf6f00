import { shownCell, type SheetRow } from '../../../sheets/table.ts'

/** The number of a row's account, digits alone and without zeros before them. */
export type AccountOfRow = ReadonlyMap<number, string>

const NUMBER = /\b(?:cuenta|cta)\b\D{0,40}(\d[\d. -]{4,24}\d)/i
const MIN_DIGITS = 6
const MAX_CHARACTERS = 400

/**
 * Which account each row is of: by its column; without one by the title above it, as some banks write one account below
 * the other. A movement's own text names other people's accounts and says nothing of its own.
 */
export function accountsOf(
  rows: readonly { row: SheetRow; isMovement: boolean }[],
  column: number | undefined,
): AccountOfRow {
  const found = new Map<number, string>()
  let current: string | null = null
  for (const { row, isMovement } of rows) {
    if (column !== undefined) current = accountKey(shownCell(row.cells[column]))
    else if (!isMovement) current = accountInTitle(row) ?? current
    if (current !== null) found.set(row.row, current)
  }
  return found
}

function accountInTitle({ cells }: SheetRow): string | null {
  const text = cells.map(shownCell).join(' | ').slice(0, MAX_CHARACTERS)
  const account = accountKey(NUMBER.exec(text)?.[1] ?? '')
  return account !== null && account.length >= MIN_DIGITS ? account : null
}

/** Null for an empty text. */
function accountKey(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  if (digits !== '') return digits
  return text.trim() === '' ? null : text.trim()
}
