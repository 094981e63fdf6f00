import { createHash } from 'node:crypto'
import { canonicalJson } from '#domain/canonical-json.ts'
import type { Day } from '#domain/day.ts'
import type { Schedule } from '#domain/schedule.ts'
import type { MadeDocument } from '../made-documents.ts'
import type { LaterPrice } from '../prices/line-prices.ts'
import type { RuleView } from '../view.ts'
import type { RulesChange } from './change.ts'

/** What a change does to one rule; null where something stays. */
export interface RuleDifference {
  id: number
  name: string
  company: string
  isDeleted: boolean
  isPaused: FromTo<boolean>
  schedule: FromTo<Schedule>
  nextDay: FromTo<Day | null>
  lines: LineDifference[]
  stopped: MadeDocument[]
  prepared: number
}

export type FromTo<T> = { from: T; to: T } | null

export interface LineDifference {
  order: number
  name: string
  currency: 'CLP' | 'UF'
  quantity: FromTo<string | null>
  price: FromTo<string | null>
  /** Before it was rounded. */
  exact: string | null
  /** What was set from that month on, which this takes the place of. */
  replaced: readonly LaterPrice[]
  kept: 'open' | 'isUf' | 'isClp' | 'isSame' | null
}

/** What was done to a rule beyond what its two views show. */
export interface Done {
  isDeleted?: boolean
  stopped?: MadeDocument[]
  lines?: LineDifference[]
  prepared?: number
}

/** Of a rule as it was and as it is. A deleted one is no other rule, and its days say nothing. */
export function differenceOf(before: RuleView, after: RuleView, done: Done = {}): RuleDifference {
  const isDeleted = done.isDeleted === true
  return {
    id: before.id,
    name: before.name,
    company: before.company.name,
    isDeleted,
    isPaused: fromTo(before.isPaused, after.isPaused),
    schedule: fromTo(before.schedule, after.schedule),
    nextDay: isDeleted ? null : fromTo(before.nextEmissionDay, after.nextEmissionDay),
    lines: done.lines ?? [],
    stopped: done.stopped ?? [],
    prepared: done.prepared ?? 0,
  }
}

export function fromTo<T>(from: T, to: T): FromTo<T> {
  return canonicalJson(from) === canonicalJson(to) ? null : { from, to }
}

/** Of the change and of all that a person was shown of it: anything else has another digest. */
export function digestOf(change: RulesChange, differences: readonly RuleDifference[]): string {
  return createHash('sha256')
    .update(canonicalJson([change, differences]))
    .digest('hex')
}
