import type { Table } from '../../sheets/table.ts'
import { findColumns, type ColumnsFound } from './find-columns.ts'
import { readStatement } from './read-statement.ts'

/** A text with delimiters, as a bank's in Chile. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): Buffer {
  return Buffer.from(rows.map((row) => row.join(';')).join('\r\n'))
}

export async function tablesOf(bytes: Buffer, name = 'cartola.csv'): Promise<Table[]> {
  const read = await readStatement(bytes, name)
  if (read.kind === 'refused') throw new Error(`Refused: ${read.reason}`)
  return read.tables
}

export async function foundIn(bytes: Buffer): Promise<Extract<ColumnsFound, { kind: 'found' }>> {
  const found = findColumns(await tablesOf(bytes), null)
  if (found.kind !== 'found') throw new Error(`No columns: ${found.kind}`)
  return found
}
