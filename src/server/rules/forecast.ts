import type { Kysely } from 'kysely'
import { begunOn, emissionsToPlan } from '#domain/course.ts'
import { dayInChile, monthOf, type Day, type Month } from '#domain/day.ts'
import {
  departureOf,
  nextDeparture,
  type Departure,
  type EmissionHours,
} from '#domain/departure.ts'
import { freezeLines } from '#domain/freeze.ts'
import { needsUf, ufDayOf, type RuleLine, type UfRateType } from '#domain/rule.ts'
import { serviceMonth, type MonthOffset, type Schedule } from '#domain/schedule.ts'
import type { CompanyStop } from '#domain/standing.ts'
import { facturaTotals, type Totals } from '#domain/totals.ts'
import { uf, type Uf } from '#domain/uf.ts'
import { companyStops } from '../standing/standing-facts.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { draftReadiness, type DraftParties } from './draft-readiness.ts'
import {
  clientsAddedToday,
  madeDocuments,
  shownToWire,
  type ShownDocument,
} from './made-documents.ts'
import { priceIn } from './prices/line-prices.ts'
import { pricesToKeep, shownMonth } from './prices/rule-lines.ts'
import type { KeptPrices } from './prices/set-prices.ts'
import { priceOf, type Readiness } from './readiness.ts'
import { readSavedCourse } from './saved-course.ts'
import { ufValues, type RuleAt } from './store.ts'

export interface ForecastRequest {
  /** The saved rule that is being changed; null: a new one. */
  ruleId: number | null
  schedule: Schedule
  monthOffset: MonthOffset
  startDay: Day
  /** One document alone, ordered for that day. Null: as the schedule says. */
  issueDay: Day | null
  /** Null: a first day that is today stays there. */
  companyId: number | null
  ufRateType: UfRateType
  lines: ForecastLine[]
  /** Who issues to whom; null while it isn't chosen. */
  parties: DraftParties | null
}

/** `productId`: by which a line of a saved rule is known again. */
export type ForecastLine = RuleLine & { productId: number | null }

export interface Forecast {
  emissions: ForecastEmission[]
  /**
   * Where the first day is today: the date that its documents would carry, when they would be prepared, and the emission
   * with which the rule begins otherwise. Null too where the rule ends before that date.
   */
  first: (Departure & { otherwise: ForecastEmission | null }) | null
  /** Its days are those that come once it is resumed. */
  isPaused: boolean
  /** What holds all of its company now. */
  stop: CompanyStop | null
  /** Of this month and those after it, and what is still open of earlier ones. */
  made: ShownDocument[]
  /**
   * Of a saved rule that isn't paused: the date that its documents of this month would carry which saving makes or
   * prepares anew, and the clients who would get one that way.
   */
  thisMonth: { day: Day; addedClientIds: number[] } | null
  /** What would keep its documents from being issued. */
  lacks: Readiness[]
}

export interface ForecastEmission {
  emissionDay: Day
  serviceMonth: Month
  /** Null while the UF of its day isn't known, or without lines to add up: nothing is guessed. */
  totals: Totals | null
  uf: { day: Day; value: Uf } | null
}

/** A year of months. */
const MAX_EMISSIONS = 12

/**
 * What a rule would issue next if it were saved as asked for: on the days that planning would take, by the very code
 * that freezes documents; and what is made of it already. Null when there is no such rule.
 */
export async function forecast(
  needs: EmissionHours & { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
  request: ForecastRequest,
): Promise<Forecast | null> {
  const { db, clock } = needs
  if (request.issueDay !== null)
    return forecastOneOff(needs, organisationId, request, request.issueDay)
  const today = dayInChile(clock.now())
  const at = request.ruleId === null ? null : { organisationId, ruleId: request.ruleId }
  const saved = at === null ? null : await readSavedCourse(db, at)
  if (at !== null && saved === null) return null
  const course = {
    ...(saved?.course ?? { endDay: null, emissionsLeft: null, months: new Map() }),
    schedule: request.schedule,
  }
  const state = { today, startDay: request.startDay, lastPlanned: saved?.lastPlanned ?? null }
  const own = emissionsToPlan(course, state, MAX_EMISSIONS)
  const kept =
    at === null ? [] : await keptPrices(needs, at, request, saved?.nextEmissionDay ?? null)
  const { companyId } = request
  const isToday = companyId !== null && own[0] === today
  const departure = isToday ? nextDeparture(needs, clock.now(), companyId) : null
  const isLater = departure !== null && departure.day !== today
  // As `moveFirstDay` saves it.
  const begun = isLater ? { ...course, months: begunOn(course.months, departure.day) } : course
  const days = isLater
    ? emissionsToPlan(begun, { ...state, today: departure.day }, MAX_EMISSIONS)
    : own
  const [otherwise = null] = await emissionsOn(db, request, own.slice(1, 2), kept)
  const canBegin = departure !== null && days[0] === departure.day
  return {
    first: canBegin ? { ...departure, otherwise } : null,
    emissions: await emissionsOn(db, request, days, kept),
    isPaused: saved?.isPaused ?? false,
    stop: await stopOf(db, organisationId, request),
    made: at === null ? [] : await madeDocuments(needs, at, monthOf(today)),
    thisMonth:
      at === null || saved === null || saved.isPaused
        ? null
        : await thisMonthOf(needs, at, saved.companyId, request),
    lacks: await lacksOfDraft(db, organisationId, request),
  }
}

/** The one document that is ordered for that day, with the date that it would carry (docs/decisions/0017). */
async function forecastOneOff(
  needs: EmissionHours & { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
  request: ForecastRequest,
  issueDay: Day,
): Promise<Forecast> {
  const { db, clock } = needs
  const { companyId } = request
  const departure = companyId && departureOf(needs, issueDay, clock.now(), companyId)
  return {
    first: departure ? { ...departure, otherwise: null } : null,
    emissions: await emissionsOn(db, request, [departure ? departure.day : issueDay]),
    isPaused: false,
    stop: await stopOf(db, organisationId, request),
    made: [],
    thisMonth: null,
    lacks: await lacksOfDraft(db, organisationId, request),
  }
}

async function lacksOfDraft(
  db: Kysely<Schema>,
  organisationId: number,
  { parties, lines }: ForecastRequest,
): Promise<Readiness[]> {
  return parties === null ? [] : draftReadiness(db, organisationId, parties, lines)
}

async function thisMonthOf(
  needs: EmissionHours & { db: Kysely<Schema>; clock: Clock },
  at: RuleAt,
  companyId: number,
  { parties }: ForecastRequest,
): Promise<NonNullable<Forecast['thisMonth']>> {
  const nowMs = needs.clock.now()
  const clientIds = parties?.clients.map(({ clientId }) => clientId) ?? []
  return {
    day: nextDeparture(needs, nowMs, companyId).day,
    addedClientIds: await clientsAddedToday(needs.db, at, dayInChile(nowMs), clientIds),
  }
}

async function stopOf(
  db: Kysely<Schema>,
  organisationId: number,
  { companyId, parties }: ForecastRequest,
): Promise<CompanyStop | null> {
  const company = companyId ?? parties?.companyId
  return company === undefined ? null : (await companyStops(db, organisationId))(company)
}

async function emissionsOn(
  db: Kysely<Schema>,
  request: ForecastRequest,
  days: readonly Day[],
  kept: readonly KeptPrices[] = [],
): Promise<ForecastEmission[]> {
  const hasUf = needsUf(request)
  const rates = hasUf
    ? await ufValues(
        db,
        days.map((day) => ufDayOf(request.ufRateType, day)),
      )
    : null
  return days.map((emissionDay) => {
    const when = { emissionDay, issueDate: emissionDay }
    const lines = linesIn(monthOf(emissionDay), request.lines, kept)
    const frozen = freezeLines({ ...request, lines }, when, (day) => rates?.get(day) ?? null)
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

/** Planned prices of later months, as saving the lines as they are now would keep them. */
function keptPrices(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  at: RuleAt,
  { lines }: ForecastRequest,
  nextEmissionDay: string | null,
): Promise<KeptPrices[]> {
  const priced = lines.map(({ productId, price }, index) => ({
    productId,
    price: price === null ? null : priceText(price),
    order: index + 1,
  }))
  const today = dayInChile(clock.now())
  return pricesToKeep(db, at, priced, shownMonth(nextEmissionDay, today))
}

function priceText(price: NonNullable<RuleLine['price']>): string {
  return price.currency === 'CLP' ? uf(String(price.unitClp)) : price.unitUf
}

function linesIn(
  month: Month,
  lines: readonly ForecastLine[],
  kept: readonly KeptPrices[],
): RuleLine[] {
  return lines.map((line, index) => {
    const prices = kept.find(({ position }) => position === index + 1)
    const price = prices === undefined ? null : priceIn(prices, month)
    return price === null ? line : { ...line, price: priceOf(line.currency, price) }
  })
}

export function forecastToWire(seen: Forecast, today: Day) {
  return {
    first: seen.first && firstToWire(seen.first, today),
    emissions: seen.emissions.map(emissionToWire),
    is_paused: seen.isPaused,
    stop: seen.stop,
    made: seen.made.map(shownToWire),
    this_month: seen.thisMonth && {
      date: seen.thisMonth.day,
      added: seen.thisMonth.addedClientIds,
    },
    lacks: seen.lacks,
  }
}

function firstToWire({ day, atMs, otherwise }: NonNullable<Forecast['first']>, today: Day) {
  return {
    date: day,
    at: instantText(atMs),
    is_today: day === today,
    otherwise: otherwise && emissionToWire(otherwise),
  }
}

function emissionToWire({ totals, ...emission }: ForecastEmission) {
  return {
    emission_date: emission.emissionDay,
    service_month: emission.serviceMonth,
    neto: totals?.netoClp ?? null,
    iva: totals?.ivaClp ?? null,
    total: totals?.totalClp ?? null,
    uf: emission.uf,
  }
}
