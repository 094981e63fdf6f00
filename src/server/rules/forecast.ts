import type { Kysely } from 'kysely'
import { compare, dayInChile, type Day, type Month } from '#domain/day.ts'
import { freezeLines } from '#domain/freeze.ts'
import { needsUf, ufDayOf, type RuleLine, type UfRateType } from '#domain/rule.ts'
import { nextEmissions, serviceMonth, type MonthOffset, type Schedule } from '#domain/schedule.ts'
import { facturaTotals, type Totals } from '#domain/totals.ts'
import type { Uf } from '#domain/uf.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { ufValues } from './store.ts'

export interface ForecastRequest {
  schedule: Schedule
  monthOffset: MonthOffset
  startDay: Day
  ufRateType: UfRateType
  lines: RuleLine[]
}

export interface ForecastEmission {
  emissionDay: Day
  serviceMonth: Month
  /** Null while the UF of its day isn't known, or without lines to add up: nothing is guessed (D-28). */
  totals: Totals | null
  uf: { day: Day; value: Uf } | null
}

const EMISSIONS = 12

/** The next twelve emissions of a rule still unsaved, by the very code that freezes documents. */
export async function forecast(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  request: ForecastRequest,
): Promise<ForecastEmission[]> {
  const today = dayInChile(clock.now())
  const from = compare(request.startDay, today) < 0 ? today : request.startDay
  const days = nextEmissions(request.schedule, from, EMISSIONS)
  const hasUf = needsUf(request)
  const rates = hasUf
    ? await ufValues(
        db,
        days.map((day) => ufDayOf(request.ufRateType, day)),
      )
    : null
  return days.map((emissionDay) => {
    const when = { emissionDay, issueDate: emissionDay }
    const frozen = freezeLines(request, when, (day) => rates?.get(day) ?? null)
    const rateDay = ufDayOf(request.ufRateType, emissionDay)
    const rate = rates?.get(rateDay)
    return {
      emissionDay,
      serviceMonth: serviceMonth(emissionDay, request.monthOffset),
      totals: frozen.kind === 'lines' ? facturaTotals(frozen.lines) : null,
      uf: rate === undefined ? null : { day: rateDay, value: rate },
    }
  })
}
