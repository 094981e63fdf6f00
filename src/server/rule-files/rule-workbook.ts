import { fromDecimalText, formatDecimal } from '#domain/decimal.ts'
import type { RuleFileTexts } from '#texts/rule-file.ts'
import type { SheetLayout } from '../sheets/layout.ts'
import { workbook, type Cell, type Sheet } from '../sheets/workbook.ts'
import type { WallTime } from '../sheets/zip.ts'
import { RULE_FILE_ROLES, type LineOnSheet, type RuleOnSheet } from './rule-sheet.ts'

/** All rules as rows of lines, and a sheet that says which columns may be edited. */
export function ruleWorkbook(
  rules: readonly RuleOnSheet[],
  texts: RuleFileTexts,
  at: WallTime,
): AsyncIterable<Uint8Array> {
  return workbook(sheetsOf(rules, texts), at)
}

const WIDTHS = [10, 8, 28, 28, 36, 32, 10, 12, 16, 22, 10]

async function* sheetsOf(
  rules: readonly RuleOnSheet[],
  texts: RuleFileTexts,
): AsyncGenerator<Sheet> {
  const layout: SheetLayout = {
    columns: WIDTHS.map((width) => ({ width, holds: 'anything' as const })),
  }
  yield {
    name: texts.sheet,
    headings: RULE_FILE_ROLES.map((role) => texts.columns[role]),
    rows: rules.flatMap((rule) => rowsOf(rule, texts)),
    layout,
  }
  yield {
    name: texts.help,
    headings: Object.values(texts.helpColumns),
    rows: RULE_FILE_ROLES.map((role) => [texts.columns[role], texts.about[role]]),
  }
}

/** A rule without lines has one row: its day and its pause are edited all the same. */
function rowsOf(rule: RuleOnSheet, texts: RuleFileTexts): Cell[][] {
  const lines: (LineOnSheet | null)[] = rule.lines.length === 0 ? [null] : rule.lines
  return lines.map((line) => [
    rule.id,
    line?.order ?? null,
    rule.name,
    rule.company,
    rule.clients,
    line?.detail ?? null,
    line?.currency ?? null,
    line === null ? null : decimalCell(line.quantity),
    line === null ? null : decimalCell(line.price),
    typeof rule.day === 'number' ? rule.day : texts.days[rule.day],
    rule.isPaused ? texts.no : texts.yes,
  ])
}

/** What a number of Excel holds exactly. */
const EXCEL_DIGITS = 15

/** A longer one as a text, written as in Chile, which comes back as it left. */
function decimalCell(text: string | null): Cell {
  if (text === null) return null
  if (text.replaceAll(/\D/g, '').length <= EXCEL_DIGITS) return Number(text)
  return formatDecimal(fromDecimalText(text)).replaceAll('.', '')
}
