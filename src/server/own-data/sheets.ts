import { parseDay, timeInChile } from '#domain/day.ts'
import type { OwnDataTexts } from '#texts/own-data.ts'
import type { Db, Owner } from './owner.ts'
import { accountOf, rowsOf, type Row } from './read-rows.ts'
import { EXPORTED } from './tables.ts'
import type { Cell, Sheet } from '../sheets/workbook.ts'

/** One for the account and one for each exported table; their rows are read as they are written. */
export async function* sheetsOf(db: Db, owner: Owner, texts: OwnDataTexts): AsyncGenerator<Sheet> {
  yield await accountSheet(db, owner, texts)
  for (const exported of EXPORTED) {
    const { table, sheet } = exported
    yield {
      name: texts.sheets[table],
      headings: sheet.map((column) => texts.columns[column]),
      rows: cellsOf(rowsOf(db, owner, exported, texts), sheet),
    }
  }
}

async function accountSheet(db: Db, owner: Owner, texts: OwnDataTexts): Promise<Sheet> {
  const { user } = await accountOf(db, owner)
  const columns = ['id', 'email', 'language', 'created_at', 'activated_at'] as const
  return {
    name: texts.account,
    headings: columns.map((column) => texts.columns[column]),
    rows: [columns.map((column) => cellOf(column, user[column]))],
  }
}

async function* cellsOf(
  rows: AsyncIterable<Row>,
  columns: readonly string[],
): AsyncGenerator<Cell[]> {
  for await (const row of rows) yield columns.map((column) => cellOf(column, row[column]))
}

/** As PostgreSQL's JSON has it: days and instants are texts there, and known by the names of their columns. */
export function cellOf(column: string, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isInstant(column)) {
    const { day, hour, minute } = timeInChile(Date.parse(value))
    return { day, minutes: hour * 60 + minute }
  }
  const day = isDay(column) ? parseDay(value) : null
  return day === null ? value : { day }
}

export function isInstant(column: string): boolean {
  return /(^|_)at$/.test(column)
}

export function isDay(column: string): boolean {
  return /(^|_)day$/.test(column)
}
