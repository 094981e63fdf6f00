import { addDays, compare, dayInChile, type Day } from '#domain/day.ts'
import { encodeWindows1252 } from '../../sii/http/windows-1252.ts'
import { cellText, type Cell } from './cells.ts'
import { movementsOf, type Ledger } from './ledger.ts'
import type { Line, Statement, Style } from './style.ts'
import { workbook } from './workbook.ts'

export interface StatementFile {
  fileName: string
  mediaType: string
  bytes: Uint8Array
}

/** The account's days from first to last, both included. */
export function statementOf(ledger: Ledger, accountId: string, from: Day, to: Day): Statement {
  const account = ledger.accounts.get(accountId)
  if (account === undefined) throw new RangeError(`No account ${accountId}`)
  const all = movementsOf(ledger, accountId)
  const before = all.filter(({ on }) => compare(on, from) < 0)
  const shown = all.filter(({ on }) => compare(on, from) >= 0 && compare(on, to) <= 0)
  const sum = (amounts: number[]): number => amounts.reduce((total, one) => total + one, 0)
  const opening = account.openingClp + sum(before.map(({ amount }) => amount))
  let balance = opening
  const lines = shown.map((movement, index): Line => {
    balance += movement.amount
    return { movement, balance, isLastOfDay: shown[index + 1]?.on !== movement.on }
  })
  const issuedOn = dayInChile(ledger.now())
  return {
    account,
    from,
    to,
    issuedOn: compare(issuedOn, to) < 0 ? addDays(to, 1) : issuedOn,
    folio: 7,
    opening,
    closing: balance,
    credits: sum(shown.map(({ amount }) => Math.max(0, amount))),
    debits: sum(shown.map(({ amount }) => Math.max(0, -amount))),
    lines,
  }
}

export function statementFile(
  statement: Statement,
  style: Style,
  format: 'csv' | 'xlsx',
): StatementFile {
  const rows = rowsOf(statement, style)
  const fileName = `${style.fileName(statement)}.${format}`
  if (format === 'csv') return { fileName, mediaType: 'text/csv', bytes: csv(rows, style) }
  const indented = rows.map((row) => [...Array.from({ length: style.indent }, () => null), ...row])
  return {
    fileName,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: workbook(style.sheet, indented),
  }
}

function rowsOf(statement: Statement, style: Style): Cell[][] {
  const lines = style.order === 'oldestFirst' ? statement.lines : statement.lines.toReversed()
  return [
    ...style.preamble(statement),
    style.header,
    ...(style.before?.(statement) ?? []),
    ...lines.map((line) => style.row(line, statement)),
    ...(style.after?.(statement) ?? []),
  ]
}

function csv(rows: Cell[][], { delimiter, charset, lineEnd }: Style): Uint8Array {
  const quoted = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  const text = rows
    .map((row) => row.map((cell) => quoted(cellText(cell))).join(delimiter) + lineEnd)
    .join('')
  if (charset === 'windows-1252') return encodeWindows1252(text)
  return Buffer.from(charset === 'utf-8-bom' ? `\ufeff${text}` : text, 'utf8')
}
