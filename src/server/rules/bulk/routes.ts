import type { BodyOf, ReplyOf } from '#contract/call.ts'
import {
  MAX_PRICE_MONTHS_AHEAD,
  type changeRulesAtOnce,
  type previewRulesChange,
} from '#contract/rule-bulk.ts'
import { addMonths, dayInChile, knownMonth, monthOf, type Month } from '#domain/day.ts'
import type { Schedule } from '#domain/schedule.ts'
import { MAX_PERCENT_CHANGE, MIN_PERCENT_CHANGE } from '#domain/price-change.ts'
import { isZeroUf, ufFromWire } from '#domain/uf.ts'
import { decimalText, readWireDecimal } from '#domain/decimal.ts'
import { InvalidInput, NotFound } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import { sayIn } from '../api/from-wire.ts'
import { madeToWire } from '../made-documents.ts'
import type { SaveNeeds } from '../save.ts'
import type { Say } from '../check.ts'
import type { PricesChange, RulesChange } from './change.ts'
import { makeShownChange, previewChange } from './change-rules.ts'
import type { RuleDifference } from './difference.ts'

export type RuleBulkRoutes = Pick<Handlers, 'previewRulesChange' | 'changeRulesAtOnce'>

type Needs = SaveNeeds & {
  /** Throws Refused while nothing may be dated by this process's clock. */
  requireRightClock(): Promise<void>
}

/** One change of many rules. */
export function ruleBulkRoutes(needs: Needs): RuleBulkRoutes {
  const today = () => dayInChile(needs.clock.now())
  return {
    async previewRulesChange({ session, body, language }) {
      const say = sayIn(language)
      const change = changeFromWire(body.change, monthOf(today()), say)
      const shown = await previewChange(needs, session, { ruleIds: body.rules, change }, say)
      if (shown === null) throw new NotFound()
      return { digest: shown.digest, rules: shown.differences.map(differenceToWire) }
    },

    async changeRulesAtOnce({ session, body, language }) {
      const say = sayIn(language)
      const change = changeFromWire(body.change, monthOf(today()), say)
      // These alone work out days.
      if (change.kind === 'resume' || change.kind === 'schedule') await needs.requireRightClock()
      const wish = { ruleIds: body.rules, change }
      const made = await makeShownChange(needs, session, wish, body.digest, say)
      if (made === null) throw new NotFound()
      return { rules: made.differences.map(differenceToWire) }
    },
  }
}

type WireChange = BodyOf<typeof previewRulesChange>['change']

function changeFromWire(change: WireChange, thisMonth: Month, say: Say): RulesChange {
  switch (change.kind) {
    case 'pause':
    case 'resume':
    case 'delete':
      return { kind: change.kind }
    case 'schedule':
      return { kind: 'schedule', schedule: scheduleFromWire(change, say) }
    case 'prices': {
      const from = reachableMonth(change.from, thisMonth, say)
      return { kind: 'prices', from, change: pricesFromWire(change.change, thisMonth, say) }
    }
  }
}

/** InvalidInput for a month gone by, and for one too far to be thought of now. */
export function reachableMonth(from: string, thisMonth: Month, say: Say): Month {
  const month = knownMonth(from)
  const last = addMonths(thisMonth, MAX_PRICE_MONTHS_AHEAD)
  if (month < thisMonth || month > last) {
    throw inChange({ from: [say('monthOutOfReach', { first: thisMonth, last })] })
  }
  return month
}

function scheduleFromWire(
  { business_day_rule: rule, day_of_month: dayOfMonth }: Extract<WireChange, { kind: 'schedule' }>,
  say: Say,
): Schedule {
  if (rule !== 'EXACT') return { rule }
  if (dayOfMonth === null) throw inChange({ day_of_month: [say('dayRequired')] })
  return { rule, dayOfMonth }
}

function pricesFromWire(
  change: Extract<WireChange, { kind: 'prices' }>['change'],
  thisMonth: Month,
  say: Say,
): PricesChange {
  switch (change.by) {
    case 'withdraw':
      return { by: 'withdraw' }
    case 'percent':
      return { by: 'percent', percent: percentFromWire(change.percent, say) }
    case 'ipc': {
      const [firstMonth, lastMonth] = [change.first_month, change.last_month].map(knownMonth)
      if (firstMonth === undefined || lastMonth === undefined) throw new Error('Two months are two')
      if (firstMonth > lastMonth || lastMonth > thisMonth) {
        throw inChange({ last_month: [say('ipcMonths')] })
      }
      return { by: 'ipc', percent: percentFromWire(change.percent, say), firstMonth, lastMonth }
    }
    case 'uf': {
      const price = ufFromWire(change.price)
      if (price === null || isZeroUf(price)) throw inChange({ price: [say('aboveZero')] })
      return { by: 'uf', price }
    }
  }
}

function percentFromWire(percent: string | number, say: Say): string {
  const [, sign = '', size = ''] = /^(-?)(.*)$/.exec(String(percent)) ?? []
  const read = readWireDecimal(size)
  if (read === null || read === 0n) throw inChange({ percent: [say('noPercent')] })
  const text = sign + decimalText(read)
  if (Number(text) > MAX_PERCENT_CHANGE || Number(text) < MIN_PERCENT_CHANGE) {
    const limits = { first: MIN_PERCENT_CHANGE, last: MAX_PERCENT_CHANGE }
    throw inChange({ percent: [say('percentOutOfReach', limits)] })
  }
  return text
}

function inChange(problems: InvalidInput['fields']): InvalidInput {
  return new InvalidInput({ change: problems })
}

type WireDifference = ReplyOf<typeof changeRulesAtOnce>['rules'][number]

export function differenceToWire(difference: RuleDifference): WireDifference {
  const { schedule } = difference
  return {
    id: difference.id,
    name: difference.name,
    company: difference.company,
    is_deleted: difference.isDeleted,
    is_paused: difference.isPaused,
    schedule:
      schedule === null
        ? null
        : { from: scheduleToWire(schedule.from), to: scheduleToWire(schedule.to) },
    next_emission_date: difference.nextDay,
    lines: difference.lines.map((line) => ({
      order: line.order,
      description: line.name,
      currency: line.currency,
      quantity: line.quantity,
      price: line.price,
      exact: line.exact,
      replaced: [...line.replaced],
      kept: line.kept,
    })),
    stopped: difference.stopped.map(madeToWire),
    prepared: difference.prepared,
  }
}

function scheduleToWire(schedule: Schedule) {
  return {
    business_day_rule: schedule.rule,
    day_of_month: schedule.rule === 'EXACT' ? schedule.dayOfMonth : null,
  }
}
