import type { OwnDataTexts } from '#texts/own-data.ts'
import type { Schema } from '../db/schema.ts'

export interface ExportedTable {
  table: keyof Schema & keyof OwnDataTexts['sheets']
  /** Its primary key after the organisation: the order in which rows leave. */
  order: string[]
  /** Columns that stay here: sealed, or the proof of somebody's permission. */
  without?: string[]
  /** A column of bytes that leaves as a file of the archive: in the row stands the file's name. */
  file?: { column: string; path: (row: unknown, texts: OwnDataTexts) => string | null }
  /** Of the organisation's rows only the user's own. */
  ofUser?: true
  /** What a person reads of it, in a sheet; the JSON has the rest too, which only programs use. */
  sheet: (keyof OwnDataTexts['columns'])[]
}
