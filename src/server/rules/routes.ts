import type { BodyOf } from '#contract/call.ts'
import type { forecastRule } from '#contract/rules.ts'
import { dayInChile, parseDay, type Day } from '#domain/day.ts'
import { matches } from '#domain/search-text.ts'
import type { Schedule } from '#domain/schedule.ts'
import { clpFromWire } from '#domain/money.ts'
import { isZeroUf, quantityFromWire, ufFromWire } from '#domain/uf.ts'
import type { Language } from '#texts/language.ts'
import { InvalidInput, NotFound, type FieldProblems } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import type { Say } from './check.ts'
import { monthlyRoutes, type MonthlyRoutes } from './api/monthly-routes.ts'
import { ruleBulkRoutes, type RuleBulkRoutes } from './bulk/routes.ts'
import type { MonthlyNeeds } from './monthly-values.ts'
import type { DraftParties } from './draft-readiness.ts'
import { forecast, forecastToWire, type ForecastRequest } from './forecast.ts'
import { changeFromWire, draftFromWire, kindOf, sayIn } from './api/from-wire.ts'
import { madeToWire } from './made-documents.ts'
import { priceOf } from './readiness.ts'
import { changeRule, createRule, removeRule, type SaveNeeds } from './save.ts'
import { ruleToWire } from './api/to-wire.ts'
import { viewRules, type RuleView } from './view.ts'

export type RuleRoutes = MonthlyRoutes &
  RuleBulkRoutes &
  Pick<
    Handlers,
    | 'listRules'
    | 'listActiveRules'
    | 'createRule'
    | 'readRule'
    | 'changeRule'
    | 'deleteRule'
    | 'forecastRule'
  >

export type RuleNeeds = SaveNeeds &
  MonthlyNeeds & {
    /** Throws Refused while nothing may be dated by this process's clock. */
    requireRightClock(): Promise<void>
  }

/** Rules; lists are of all the organisation's companies, as those of documents. */
export function ruleRoutes(needs: RuleNeeds): RuleRoutes {
  return {
    ...readingRoutes(needs),
    ...writingRoutes(needs),
    ...monthlyRoutes(needs),
    ...ruleBulkRoutes(needs),
  }
}

function readingRoutes(
  needs: RuleNeeds,
): Pick<RuleRoutes, 'listRules' | 'listActiveRules' | 'readRule' | 'forecastRule'> {
  return {
    async listRules({ session, query, language }) {
      const views = await viewRules(needs, session.organisationId, {
        ...(query.document_type === undefined ? {} : { kind: kindOf(query.document_type) }),
        ...(query.is_paused === undefined ? {} : { isPaused: query.is_paused }),
      })
      return views
        .filter((view) => matchesSearch(view, query.search ?? ''))
        .slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit)
        .map((view) => ruleToWire(view, language))
    },

    async listActiveRules({ session, language }) {
      const views = await viewRules(needs, session.organisationId, { isPaused: false })
      return views.map((view) => ruleToWire(view, language))
    },

    readRule: ({ session, params, language }) => presentRule(needs, session, params.id, language),

    async forecastRule({ session, body, language }) {
      const request = forecastFromWire(body, sayIn(language))
      const seen = await forecast(needs, session.organisationId, request)
      if (seen === null) throw new NotFound()
      return forecastToWire(seen, dayInChile(needs.clock.now()))
    },
  }
}

function writingRoutes(
  needs: RuleNeeds,
): Pick<RuleRoutes, 'createRule' | 'changeRule' | 'deleteRule'> {
  return {
    async createRule({ session, body, language }) {
      const draft = draftFromWire(body)
      const shown = shownDay(body.first_emission_date)
      const { ruleId } = await createRule(needs, session, draft, sayIn(language), shown)
      return presentRule(needs, session, ruleId, language)
    },

    async changeRule({ session, params, body, language }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      const change = changeFromWire(body)
      // A pause dates nothing, and is never refused.
      if (change.isPaused !== true) await needs.requireRightClock()
      const seen = {
        first: shownDay(body.first_emission_date),
        thisMonth: shownDay(body.date, 'date'),
      }
      const changed = await changeRule(needs, session, at, change, sayIn(language), seen)
      if (changed === null) throw new NotFound()
      const rule = await presentRule(needs, session, params.id, language)
      return {
        ...rule,
        ...(changed.applied === null ? {} : { applied_to_waiting: changed.applied }),
        ...(changed.stopped === null ? {} : { stopped: changed.stopped.map(madeToWire) }),
      }
    },

    async deleteRule({ session, params }) {
      const at = { organisationId: session.organisationId, ruleId: params.id }
      if (!(await removeRule(needs, session, at))) throw new NotFound()
    },
  }
}

function shownDay(date: string | undefined, field = 'first_emission_date'): Day | undefined {
  if (date === undefined) return undefined
  const shown = parseDay(date)
  if (shown === null) throw new InvalidInput({ [field]: ['invalid'] })
  return shown
}

async function presentRule(
  needs: RuleNeeds,
  { organisationId }: Session,
  ruleId: number,
  language: Language,
) {
  const [view] = await viewRules(needs, organisationId, { ruleId })
  if (view === undefined) throw new NotFound()
  return ruleToWire(view, language)
}

/** Issuer or client, by name or RUT. */
function matchesSearch({ company, clients }: RuleView, search: string): boolean {
  const parties = [company, ...clients.map(({ client }) => client)]
  return parties.some(({ name, rut }) => matches(`${name} ${rut}`, search))
}

type ForecastBody = BodyOf<typeof forecastRule>

function forecastFromWire(body: ForecastBody, say: Say): ForecastRequest {
  const problems: FieldProblems = {}
  const schedule = scheduleFromWire(body)
  if (schedule === null) problems.day_of_month = [say('dayRequired')]
  const startDay = parseDay(body.start_date)
  // The calendar of the rules ends with the century; a year of forecast must fit in it.
  if (startDay === null || startDay >= '2098') problems.start_date = ['notDate']
  const issueDay = body.issue_date == null ? null : parseDay(body.issue_date)
  if (body.issue_date != null && (issueDay === null || issueDay >= '2098')) {
    problems.issue_date = ['notDate']
  }
  const lines = body.invoice_lines.map((line) => forecastLine(line, say))
  const lineProblems = lines.map((line) => line.problems)
  if (lineProblems.some((found) => Object.keys(found).length > 0)) {
    problems.invoice_lines = lineProblems
  }
  if (Object.keys(problems).length > 0 || schedule === null || startDay === null) {
    throw new InvalidInput(problems)
  }
  return {
    ruleId: body.rule ?? null,
    schedule,
    monthOffset: body.month_offset,
    startDay,
    issueDay,
    companyId: body.company ?? null,
    ufRateType: body.uf_rate_type,
    lines: lines.map(({ line }) => line),
    parties: body.parties == null ? null : partiesFromWire(body.parties),
  }
}

function partiesFromWire(parties: NonNullable<ForecastBody['parties']>): DraftParties {
  return {
    kind: kindOf(parties.document_type),
    companyId: parties.facturator_comp,
    issuerAddressId: parties.issuer_address_id ?? null,
    issuerActivityId: parties.issuer_activity_id ?? null,
    clients: parties.clients.map((client) => ({
      clientId: client.client,
      addressId: client.client_address_id,
      activityId: client.client_activity_id,
    })),
  }
}

function scheduleFromWire(body: ForecastBody): Schedule | null {
  if (body.business_day_rule !== 'EXACT') return { rule: body.business_day_rule }
  return body.day_of_month == null ? null : { rule: 'EXACT', dayOfMonth: body.day_of_month }
}

function forecastLine(
  { quantity, price, currency, product_id: productId }: ForecastBody['invoice_lines'][number],
  say: Say,
): { line: ForecastRequest['lines'][number]; problems: FieldProblems } {
  const problems: FieldProblems = {}
  const count = quantityFromWire(quantity)
  if (count === null) problems.quantity = [say('aboveZero')]
  const unit = ufFromWire(price)
  if (unit === null) problems.price = [say('notDecimal')]
  else if (isZeroUf(unit)) problems.price = [say('aboveZero')]
  else if (currency === 'CLP' && clpFromWire(price) === null) problems.price = [say('wholePesos')]
  const isRight = unit !== null && problems.price === undefined
  const line = {
    name: '',
    description: '',
    code: '',
    quantity: count,
    price: isRight ? priceOf(currency, unit) : null,
    currency,
    productId: productId ?? null,
  }
  return { line, problems }
}
