import type { Day } from '#domain/day.ts'
import type { Cell } from './cells.ts'
import type { BankAccount, BankName, Movement } from './ledger.ts'

/** Everything that a statement says of its account and its days. */
export interface Statement {
  account: BankAccount
  from: Day
  to: Day
  /** The day that it is downloaded. */
  issuedOn: Day
  /** Running number of the statement. */
  folio: number
  opening: number
  closing: number
  credits: number
  debits: number
  lines: Line[]
}

export interface Line {
  movement: Movement
  balance: number
  /** The banks that write a balance a day write it here. */
  isLastOfDay: boolean
}

/** The habits of one bank's download. */
export interface Style {
  bank: BankName
  title: string
  delimiter: ';' | ','
  charset: 'utf-8' | 'utf-8-bom' | 'windows-1252'
  lineEnd: '\n' | '\r\n'
  sheet: string
  /** Columns left empty before the first one of a workbook. */
  indent: number
  order: 'oldestFirst' | 'newestFirst'
  fileName: (statement: Statement) => string
  preamble: (statement: Statement) => Cell[][]
  header: string[]
  row: (line: Line, statement: Statement) => Cell[]
  /** Rows of the table that are no movements. */
  before?: (statement: Statement) => Cell[][]
  after?: (statement: Statement) => Cell[][]
}
