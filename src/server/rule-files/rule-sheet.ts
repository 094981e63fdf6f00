import type { RuleFileRole } from '#texts/rule-file.ts'

/** What a row of the file is about. In the order of the columns. */
export const RULE_FILE_ROLES: readonly RuleFileRole[] = [
  'rule',
  'line',
  'name',
  'company',
  'clients',
  'detail',
  'currency',
  'quantity',
  'price',
  'day',
  'active',
]

/** A rule as the file shows it, and as it is compared with what comes back. */
export interface RuleOnSheet {
  id: number
  name: string
  company: string
  clients: string
  /** A day of the month, or the name of a business day rule. */
  day: number | 'FIRST_BUSINESS' | 'LAST_DAY' | 'LAST_BUSINESS'
  isPaused: boolean
  lines: LineOnSheet[]
}

export interface LineOnSheet {
  order: number
  detail: string
  currency: 'CLP' | 'UF'
  /** Null: filled in each month. */
  quantity: string | null
  price: string | null
}
