import type { Month } from '#domain/day.ts'
import type { PriceChange } from '#domain/price-change.ts'
import type { Schedule } from '#domain/schedule.ts'

/** One change for many rules. */
export type RulesChange =
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'delete' }
  | { kind: 'schedule'; schedule: Schedule }
  | { kind: 'prices'; from: Month; change: PricesChange }
  | { kind: 'file'; from: Month; rules: readonly RuleOfFile[] }

/** What a file says differently of a rule; what it leaves as it is is absent. Prices hold from the change's month on. */
export interface RuleOfFile {
  ruleId: number
  isPaused?: boolean
  /** Days 29 to 31 too. */
  schedule?: Schedule
  lines: { order: number; quantity?: string; price?: string }[]
}

export type PricesChange = Exclude<PriceChange, { by: 'ipc' }> | IpcChange | { by: 'withdraw' }

/** The months are on record beside the figure, which nobody looks up. */
type IpcChange = Extract<PriceChange, { by: 'ipc' }> & { firstMonth: Month; lastMonth: Month }
