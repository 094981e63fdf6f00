import type { FaultValues, UploadFaultCause } from '#domain/upload.ts'
import { searchKey } from '#domain/search-text.ts'
import type { Schedule } from '#domain/schedule.ts'
import { isZeroUf, uf } from '#domain/uf.ts'
import { ruleFileTexts, type RuleFileCause, type RuleFileRole } from '#texts/rule-file.ts'
import type { RuleOfFile } from '../rules/bulk/change.ts'
import { shownCell, type Cell, type SheetRow } from '../sheets/table.ts'
import { commonFault, type CellRead } from '../uploads/cells/cell-read.ts'
import { readClp, readQuantity, readUf } from '../uploads/cells/read-number.ts'
import type { LineOnSheet, RuleOnSheet } from './rule-sheet.ts'

export interface RowFault {
  row: SheetRow
  role: RuleFileRole
  cause: RuleFileCause | UploadFaultCause
  values: FaultValues
}

/** Where each role's cells stand. */
export type Columns = Readonly<Partial<Record<RuleFileRole, number>>>

type CellAt = (row: SheetRow, role: RuleFileRole) => Cell

/** What the rows say differently of the rules as they are, and everything that is wrong with them. */
export function judgeRows(
  rows: readonly SheetRow[],
  cellAt: CellAt,
  rules: readonly RuleOnSheet[],
  columns: Columns,
): { rules: RuleOfFile[]; faults: RowFault[] } {
  const judge = new Judge(cellAt, rules, columns)
  for (const row of rows) judge.take(row)
  return { rules: judge.changed(), faults: judge.faults }
}

/** What is said of a rule by its rows, and by which of them. */
interface Said {
  rule: RuleOnSheet
  day: { row: SheetRow; value: RuleOnSheet['day'] } | null
  active: { row: SheetRow; value: boolean } | null
  lines: Map<number, { row: SheetRow; quantity?: string; price?: string }>
}

class Judge {
  readonly faults: RowFault[] = []
  readonly #cellAt: CellAt
  readonly #columns: Columns
  readonly #rules: ReadonlyMap<number, RuleOnSheet>
  readonly #said = new Map<number, Said>()

  constructor(cellAt: CellAt, rules: readonly RuleOnSheet[], columns: Columns) {
    this.#cellAt = cellAt
    this.#columns = columns
    this.#rules = new Map(rules.map((rule) => [rule.id, rule]))
  }

  take(row: SheetRow): void {
    const rule = this.#rules.get(numberOf(this.#cellAt(row, 'rule')) ?? 0)
    if (rule === undefined) return this.#fault(row, 'rule', 'ruleUnknown')
    const said = this.#said.get(rule.id) ?? { rule, day: null, active: null, lines: new Map() }
    this.#said.set(rule.id, said)
    this.#sameText(row, 'name', rule.name)
    this.#sameText(row, 'company', rule.company)
    this.#sameText(row, 'clients', rule.clients)
    this.#takeDay(row, said)
    this.#takeActive(row, said)
    const lineCell = this.#cellAt(row, 'line')
    if (lineCell === null && rule.lines.length === 0) return
    const line = rule.lines.find(({ order }) => order === numberOf(lineCell))
    if (line === undefined) return this.#fault(row, 'line', 'lineUnknown')
    this.#takeLine(row, line, said)
  }

  /** A rule that rests is not made to go on by a cell that was left empty. */
  changed(): RuleOfFile[] {
    return [...this.#said.values()].flatMap(({ rule, day, active, lines }) => {
      const changed: RuleOfFile = { ruleId: rule.id, lines: [] }
      if (day !== null && day.value !== rule.day) changed.schedule = scheduleOf(day.value)
      if (active !== null && active.value === rule.isPaused) changed.isPaused = !active.value
      for (const [order, { quantity, price }] of lines) {
        if (quantity === undefined && price === undefined) continue
        changed.lines.push({
          order,
          ...(quantity === undefined ? {} : { quantity }),
          ...(price === undefined ? {} : { price }),
        })
      }
      const isSame =
        changed.schedule === undefined &&
        changed.isPaused === undefined &&
        changed.lines.length === 0
      return isSame ? [] : [changed]
    })
  }

  #takeLine(row: SheetRow, line: LineOnSheet, { lines }: Said): void {
    const before = lines.get(line.order)
    if (before !== undefined) {
      return this.#fault(row, 'line', 'lineRepeated', { row: String(before.row.row) })
    }
    this.#sameText(row, 'detail', line.detail)
    this.#sameText(row, 'currency', line.currency)
    const price = this.#number(row, 'price', line.price, line.currency === 'CLP' ? clpOf : ufOf)
    const quantity = this.#number(row, 'quantity', line.quantity, readQuantity)
    lines.set(line.order, {
      row,
      ...(quantity === null ? {} : { quantity }),
      ...(price === null ? {} : { price }),
    })
  }

  /** What is different from `before`; null where nothing is, or a fault. */
  #number(
    row: SheetRow,
    role: 'price' | 'quantity',
    before: string | null,
    read: (cell: Cell) => CellRead<string>,
  ): string | null {
    if (this.#columns[role] === undefined) return null
    const found = read(this.#cellAt(row, role))
    if (found.kind === 'fault') {
      this.#fault(row, role, found.fault.cause, found.fault.values)
      return null
    }
    if (found.kind === 'none') {
      if (before !== null) this.#fault(row, role, 'valueMissing')
      return null
    }
    if (before === null) {
      this.#fault(row, role, 'lineIsOpen')
      return null
    }
    if (role === 'price' && isZeroUf(uf(found.value))) {
      this.#fault(row, role, 'zero')
      return null
    }
    return found.value === before ? null : found.value
  }

  #takeDay(row: SheetRow, said: Said): void {
    const cell = this.#cellAt(row, 'day')
    if (cell === null) return
    const value = dayOf(cell)
    if (value === null) return this.#fault(row, 'day', faultIn(cell) ?? 'dayUnknown')
    if (said.day === null) said.day = { row, value }
    else if (said.day.value !== value) {
      this.#fault(row, 'day', 'contradicts', { row: String(said.day.row.row) })
    }
  }

  #takeActive(row: SheetRow, said: Said): void {
    const cell = this.#cellAt(row, 'active')
    if (cell === null) return
    const value = activeOf(cell)
    if (value === null) return this.#fault(row, 'active', faultIn(cell) ?? 'activeUnknown')
    if (said.active === null) said.active = { row, value }
    else if (said.active.value !== value) {
      this.#fault(row, 'active', 'contradicts', { row: String(said.active.row.row) })
    }
  }

  /** A column that was sorted or pasted by itself would put prices on other lines: it is noticed by its neighbours. */
  #sameText(row: SheetRow, role: RuleFileRole, expected: string): void {
    if (this.#columns[role] === undefined) return
    const written = this.#cellAt(row, role)
    if (plainText(shownCell(written)) === plainText(expected)) return
    this.#fault(row, role, 'otherText', { expected })
  }

  #fault(
    row: SheetRow,
    role: RuleFileRole,
    cause: RowFault['cause'],
    values: FaultValues = {},
  ): void {
    this.faults.push({ row, role, cause, values })
  }
}

function faultIn(cell: Cell): UploadFaultCause | null {
  const common = commonFault(cell)
  return common?.kind === 'fault' ? common.fault.cause : null
}

const clpOf = (cell: Cell): CellRead<string> => {
  const read = readClp(cell)
  return read.kind === 'value' ? { kind: 'value', value: String(read.value) } : read
}
const ufOf: (cell: Cell) => CellRead<string> = readUf

/** A whole number, whether Excel holds it as one or as a text. */
function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? cell : null
  return typeof cell === 'string' && /^\d{1,12}$/.test(cell.trim()) ? Number(cell) : null
}

const MAX_DAY = 31

function dayOf(cell: Cell): RuleOnSheet['day'] | null {
  const number = numberOf(cell)
  if (number !== null) return number >= 1 && number <= MAX_DAY ? number : null
  if (typeof cell !== 'string') return null
  const key = plainText(cell)
  const names = (['FIRST_BUSINESS', 'LAST_DAY', 'LAST_BUSINESS'] as const).find((rule) =>
    TEXTS.some(({ days }) => plainText(days[rule]) === key),
  )
  return names ?? null
}

const TEXTS = [ruleFileTexts('es'), ruleFileTexts('en')]
const YES = new Set(['si', 'yes', 'verdadero', 'true', '1'])
const NO = new Set(['no', 'falso', 'false', '0'])

function activeOf(cell: Cell): boolean | null {
  if (cell === null || typeof cell === 'object') return null
  const key = plainText(String(cell))
  if (YES.has(key)) return true
  return NO.has(key) ? false : null
}

/** As a person compares: Excel keeps no spaces at the ends, and LibreOffice other ones within. */
function plainText(text: string): string {
  return searchKey(text.slice(0, MAX_TEXT))
}

const MAX_TEXT = 2_000

function scheduleOf(day: RuleOnSheet['day']): Schedule {
  return typeof day === 'number' ? { rule: 'EXACT', dayOfMonth: day } : { rule: day }
}
