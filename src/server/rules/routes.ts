import type { BodyOf } from '#contract/call.ts'
import type { changeRule as changeRuleCall, forecastRule, ruleToWrite } from '#contract/rules.ts'
import type { z } from 'zod'
import { dayInChile, parseDay, type Day } from '#domain/day.ts'
import type { RuleKind } from '#domain/document.ts'
import { matches } from '#domain/search-text.ts'
import type { Schedule } from '#domain/schedule.ts'
import { clpFromWire } from '#domain/money.ts'
import { isZeroUf, quantityFromWire, ufFromWire } from '#domain/uf.ts'
import { documentTypeName, refusalText } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { InvalidInput, NotFound, type FieldProblems } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { safeHtml } from '../mailer/safe-html.ts'
import { addressToWire, identityToWire } from '../parties/to-wire.ts'
import type { Say } from './check.ts'
import type { DraftClient, DraftLine, RuleDraft } from './draft.ts'
import { monthlyRoutes, type MonthlyRoutes } from './monthly-routes.ts'
import type { MonthlyNeeds } from './monthly-values.ts'
import type { DraftParties } from './draft-readiness.ts'
import { forecast, forecastToWire, type ForecastRequest } from './forecast.ts'
import { lastToWire } from './last-emissions.ts'
import { madeToWire } from './made-documents.ts'
import { priceOf, readinessOf } from './readiness.ts'
import { changeRule, createRule, removeRule, type RuleChange, type SaveNeeds } from './save.ts'
import { viewRules, type ClientView, type LineView, type RuleView } from './view.ts'

export type RuleRoutes = MonthlyRoutes &
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
  return { ...readingRoutes(needs), ...writingRoutes(needs), ...monthlyRoutes(needs) }
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

function sayIn(language: Language): Say {
  return (code, values) => ({ text: refusalText(code, language, values) })
}

function kindOf(documentType: 33 | 39): RuleKind {
  return documentType === 33 ? 'factura' : 'boletaHonorarios'
}

type RuleBody = z.output<typeof ruleToWrite>

function draftFromWire(body: RuleBody): RuleDraft {
  return {
    name: body.name,
    kind: kindOf(body.document_type),
    companyId: body.facturator_comp,
    issuerAddressId: body.issuer_address_id ?? null,
    issuerActivityId: body.issuer_activity_id ?? null,
    issuerEmail: body.issuer_email ?? '',
    clients: body.clients.map(clientFromWire),
    businessDayRule: body.business_day_rule,
    dayOfMonth: body.day_of_month ?? null,
    monthOffset: body.month_offset,
    startDay: body.start_date,
    catchUp: body.catch_up,
    endDay: body.end_date ?? null,
    mostEmissions: body.max_emissions ?? null,
    needsApproval: body.needs_approval,
    dueDays: body.due_days ?? null,
    ufRateType: body.uf_rate_type ?? null,
    lines: body.invoice_lines.map(lineFromWire),
    withholder: body.withholder ?? null,
    sendEmailAutomatic: body.send_email_automatic,
    emailAccountId: body.email_account ?? null,
    emailSubject: body.email_subject_template ?? '',
    emailBody: safeHtml(body.email_body_template ?? ''),
  }
}

/** Only what was sent: a key that is absent keeps what is stored. */
function changeFromWire(body: BodyOf<typeof changeRuleCall>): RuleChange {
  const change: RuleChange = {}
  if (body.is_paused !== undefined) change.isPaused = body.is_paused
  if (body.apply_to_waiting !== undefined) change.appliesToWaiting = body.apply_to_waiting
  if (body.name !== undefined) change.name = body.name
  if (body.document_type !== undefined) change.kind = kindOf(body.document_type)
  if (body.facturator_comp !== undefined) change.companyId = body.facturator_comp
  if (body.issuer_address_id !== undefined) change.issuerAddressId = body.issuer_address_id
  if (body.issuer_activity_id !== undefined) change.issuerActivityId = body.issuer_activity_id
  if (body.issuer_email !== undefined) change.issuerEmail = body.issuer_email ?? ''
  if (body.clients !== undefined) change.clients = body.clients.map(clientFromWire)
  if (body.business_day_rule !== undefined) change.businessDayRule = body.business_day_rule
  if (body.day_of_month !== undefined) change.dayOfMonth = body.day_of_month
  if (body.month_offset !== undefined) change.monthOffset = body.month_offset
  if (body.start_date !== undefined) change.startDay = body.start_date
  if (body.catch_up !== undefined) change.catchUp = body.catch_up
  if (body.end_date !== undefined) change.endDay = body.end_date
  if (body.max_emissions !== undefined) change.mostEmissions = body.max_emissions
  if (body.needs_approval !== undefined) change.needsApproval = body.needs_approval
  if (body.due_days !== undefined) change.dueDays = body.due_days
  if (body.uf_rate_type !== undefined) change.ufRateType = body.uf_rate_type
  if (body.invoice_lines !== undefined) change.lines = body.invoice_lines.map(lineFromWire)
  if (body.withholder !== undefined) change.withholder = body.withholder
  if (body.send_email_automatic !== undefined) change.sendEmailAutomatic = body.send_email_automatic
  if (body.email_account !== undefined) change.emailAccountId = body.email_account
  if (body.email_subject_template !== undefined) {
    change.emailSubject = body.email_subject_template ?? ''
  }
  if (body.email_body_template !== undefined) {
    change.emailBody = safeHtml(body.email_body_template ?? '')
  }
  return change
}

function clientFromWire(client: RuleBody['clients'][number]): DraftClient {
  return {
    clientId: client.client,
    addressId: client.client_address_id,
    activityId: client.client_activity_id,
    contactName: client.contact_name ?? '',
    contactRut: client.contact_rut ?? '',
    emailTo: client.email_contacts_to,
    emailCc: client.email_contacts_cc,
  }
}

function lineFromWire(line: RuleBody['invoice_lines'][number]): DraftLine {
  return {
    productId: line.product_id,
    quantity: line.quantity ?? null,
    price: line.price ?? null,
    quantityIsFixed: line.quantity_is_fixed,
    priceIsFixed: line.price_is_fixed,
    order: line.order,
  }
}

type ForecastBody = BodyOf<typeof forecastRule>

function forecastFromWire(body: ForecastBody, say: Say): ForecastRequest {
  const problems: FieldProblems = {}
  const schedule = scheduleFromWire(body)
  if (schedule === null) problems.day_of_month = [say('dayRequired')]
  const startDay = parseDay(body.start_date)
  // The calendar of the rules ends with the century; a year of forecast must fit in it.
  if (startDay === null || startDay >= '2098') problems.start_date = ['notDate']
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
  { quantity, price, currency }: ForecastBody['invoice_lines'][number],
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
  }
  return { line, problems }
}

/** The one place where a rule becomes JSON. */
function ruleToWire(view: RuleView, language: Language) {
  return {
    id: view.id,
    name: view.name,
    document_type: view.kind === 'factura' ? (33 as const) : (39 as const),
    document_type_name: documentTypeName(view.kind, language),
    period: 'MONTHLY' as const,
    day_of_month: view.dayOfMonth,
    business_day_rule: view.schedule.rule,
    month_offset: view.monthOffset,
    start_date: view.startDay,
    is_paused: view.isPaused,
    next_emission_date: view.nextEmissionDay,
    last_emission: view.lastEmission && lastToWire(view.lastEmission),
    facturator_comp: view.company.id,
    facturator_comp_detail: { id: view.company.id, company_info: identityToWire(view.company) },
    issuer_address_id: view.issuerAddress?.id ?? null,
    issuer_activity_id: view.issuerActivity?.id ?? null,
    issuer_email: view.issuerEmail,
    clients_detail: view.clients.map(clientToWire),
    invoice_lines_detail: view.lines.map(lineToWire),
    send_email_automatic: view.sendEmailAutomatic,
    email_account: view.emailAccountId,
    email_subject_template: view.emailSubject,
    email_body_template: view.emailBody,
    uf_rate_type: view.ufRateType,
    catch_up: view.catchUp,
    end_date: view.endDay,
    max_emissions: view.mostEmissions,
    needs_approval: view.needsApproval,
    due_days: view.dueDays,
    withholder: view.withholder,
    readiness: readinessOf(view),
  }
}

function clientToWire({ client, ...chosen }: ClientView) {
  const address = client.addresses.find(({ id }) => id === chosen.addressId)
  return {
    client: {
      id: client.id,
      client_info: identityToWire(client),
      addresses: client.addresses.map(addressToWire),
      activities: client.activities,
      due_days: client.dueDays,
    },
    client_address: address === undefined ? null : addressToWire(address),
    client_activity: client.activities.find(({ id }) => id === chosen.activityId) ?? null,
    contact_name: chosen.contactName,
    contact_rut: chosen.contactRut,
    email_contacts_to: chosen.emailTo,
    email_contacts_cc: chosen.emailCc,
  }
}

function lineToWire(line: LineView) {
  return {
    product_id: line.productId,
    description: line.name,
    currency: line.currency,
    quantity: line.quantity,
    price: line.price,
    quantity_is_fixed: line.quantityIsFixed,
    price_is_fixed: line.priceIsFixed,
    order: line.order,
  }
}
