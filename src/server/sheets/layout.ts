import { columnName } from './table.ts'

/** How a sheet is laid out for a person who fills it in. */
export interface SheetLayout {
  /** For lists from which other sheets' cells are chosen. */
  isHidden?: boolean
  /** In the order of the headings; without it each is as wide as the next. */
  columns?: readonly { width: number; holds: 'text' | 'day' | 'anything' }[]
  choices?: readonly ColumnChoices[]
}

/** What the cells of a column are chosen from. */
export interface ColumnChoices {
  /** From 0. */
  column: number
  /** A range of the workbook, as a formula writes it: `Lists!$A$1:$A$9`. */
  range: string
  /** Excel refuses what is not in the list. */
  isStrict: boolean
}

const USUAL_WIDTH = 20
/** Rows that have the choices, below the headings. */
const LAST_ROW = 5_001
// Of workbook.ts: a number that is typed into a text's column stays as it is typed.
const STYLE_OF = { text: ' style="5"', day: ' style="2"', anything: '' }

export function columnXml(count: number, { columns }: SheetLayout): string {
  if (columns === undefined) {
    return `<col min="1" max="${count}" width="${USUAL_WIDTH}" customWidth="1"/>`
  }
  return columns
    .map(({ width, holds }, index) => {
      const place = `min="${index + 1}" max="${index + 1}"`
      return `<col ${place} width="${width}" customWidth="1"${STYLE_OF[holds]}/>`
    })
    .join('')
}

/** What stands behind the cells. ECMA-376 part 1, 18.3.1.32. */
export function validationsXml({ choices = [] }: SheetLayout): string {
  if (choices.length === 0) return ''
  const each = choices.map(({ column, range, isStrict }) => {
    const name = columnName(column)
    return (
      `<dataValidation type="list" allowBlank="1" showErrorMessage="${isStrict ? 1 : 0}" ` +
      `sqref="${name}2:${name}${LAST_ROW}"><formula1>${range}</formula1></dataValidation>`
    )
  })
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}
