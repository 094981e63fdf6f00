import type { BodyToWrite } from '#contract/call.ts'
import type { orderDocument } from '#contract/one-off.ts'
import type { createRule, forecastRule } from '#contract/rules.ts'
import { addDays, parseDay } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import { readDueDays } from './due-days.ts'
import type { LineDraft } from './line.ts'
import { OWN_WORDS, priceToWire, readPrice, readQuantity } from './line.ts'
import type { WizardState } from './wizard.ts'
import { hasUfLine, readDay } from './wizard.ts'

type RuleBody = BodyToWrite<typeof createRule>
type ForecastBody = BodyToWrite<typeof forecastRule>

/**
 * The rule as the server takes it. Only for a state whose steps have no problem left. `firstDate`: the date of
 * a first day of today, as the person saw it.
 */
export function rulePayload(
  state: WizardState,
  company: number,
  startDate: string,
  firstDate?: string,
): RuleBody {
  return {
    name: state.name.trim(),
    facturator_comp: company,
    ...(state.kind === 'boletaHonorarios' ? boletaIssuer(state) : facturaIssuer(state)),
    clients: state.clients.map((chosen) => ({
      client: chosen.client.id,
      client_address_id: chosen.addressId,
      client_activity_id: chosen.activityId,
      contact_name: chosen.contactName.trim(),
      contact_rut: parseRut(chosen.contactRut) ?? '',
      email_contacts_to: chosen.emailTo,
      email_contacts_cc: chosen.emailCc,
    })),
    ...schedule(state),
    start_date: startDate,
    ...(firstDate === undefined ? {} : { first_emission_date: firstDate }),
    catch_up: state.catchUp,
    needs_approval: state.needsApproval,
    due_days: readDueDays(state.dueDays),
    ...(hasUfLine(state) ? { uf_rate_type: state.ufRateType } : {}),
    invoice_lines: state.lines.flatMap(lineToWrite),
    ...emailOf(state),
  }
}

/**
 * The one document as the server takes it, with the date that the person was shown. Only for a state whose steps have
 * no problem left.
 */
export function orderPayload(
  state: WizardState,
  company: number,
  issueDate: string,
): BodyToWrite<typeof orderDocument> {
  const rule = rulePayload(state, company, issueDate)
  const { facturator_comp, month_offset, due_days } = rule
  const clients = rule.clients.map((client, index) => {
    return { ...client, mailboxes: state.clients[index]?.mailboxes }
  })
  return {
    facturator_comp,
    ...(state.kind === 'boletaHonorarios' ? boletaIssuer(state) : facturaIssuer(state)),
    clients,
    month_offset,
    due_days,
    ...(hasUfLine(state) ? { uf_rate_type: state.ufRateType } : {}),
    invoice_lines: state.lines.flatMap(lineToOrder),
    ...emailOf(state),
    issue_date: issueDate,
    replaces: state.once?.replaces ?? null,
  }
}

function lineToOrder(line: LineDraft, index: number) {
  const { productId, name, currency, code = '' } = line
  const own = { product_id: null, own: { name: name.trim(), code, currency } }
  const what = productId === OWN_WORDS ? own : { product_id: productId }
  return lineToForecast(line).map(({ quantity, price }) => ({
    ...what,
    quantity,
    price,
    order: index + 1,
  }))
}

function facturaIssuer(state: WizardState) {
  return {
    document_type: '33',
    issuer_address_id: state.addressId,
    issuer_activity_id: state.activityId,
    issuer_email: state.email.trim(),
  } as const
}

/** Whoever signs in at the SII issues it; nothing of a company stands on it. */
function boletaIssuer({ withholder }: WizardState) {
  return { document_type: '39', withholder } as const
}

/** The account only when mails go by themselves; texts that were written are kept all the same. */
function emailOf(state: WizardState) {
  return {
    send_email_automatic: state.sendsEmail,
    email_account: state.sendsEmail ? state.emailAccountId : null,
    email_subject_template: state.subject,
    email_body_template: state.body,
  }
}

function lineToWrite(line: LineDraft, index: number): RuleBody['invoice_lines'] {
  if (line.productId === null) return []
  const price = readPrice(line)
  return [
    {
      product_id: line.productId,
      quantity: readQuantity(line),
      price: price === null ? null : priceToWire(price),
      quantity_is_fixed: line.quantityIsFixed,
      price_is_fixed: line.priceIsFixed,
      order: index + 1,
    },
  ]
}

/** Null while there is no day to count from. Lines that can't be read yet leave the totals out. */
export function forecastPayload(
  state: WizardState,
  startDate: string,
  ruleId: number | null,
  company?: number,
): ForecastBody | null {
  const { once } = state
  if (once === null && state.businessDayRule === 'EXACT' && readDay(state.day) === null) return null
  return {
    ...schedule(state),
    start_date: startDate,
    ...(once === null ? {} : { issue_date: once.day ?? startDate }),
    ...(company === undefined ? {} : { company }),
    uf_rate_type: state.ufRateType,
    invoice_lines: hasTotals(state) ? state.lines.flatMap(lineToForecast) : [],
    rule: ruleId,
    parties: partiesOf(state),
  }
}

/** Null while there is nobody to say it of. */
function partiesOf(state: WizardState): ForecastBody['parties'] {
  if (state.kind === null || state.companyId === null || state.clients.length === 0) return null
  return {
    document_type: state.kind === 'factura' ? '33' : '39',
    facturator_comp: state.companyId,
    issuer_address_id: state.addressId,
    issuer_activity_id: state.activityId,
    clients: state.clients.map(({ client, addressId, activityId }) => ({
      client: client.id,
      client_address_id: addressId,
      client_activity_id: activityId,
    })),
  }
}

/** Whether every line has its product, quantity and price, so that a total means something. */
export function hasTotals(state: WizardState): boolean {
  return state.lines.every((line) => lineToForecast(line).length === 1)
}

function lineToForecast(line: LineDraft): ForecastBody['invoice_lines'] {
  const quantity = readQuantity(line)
  const price = readPrice(line)
  if (line.productId === null || quantity === null || price === null) return []
  const { productId, currency } = line
  return [{ quantity, price: priceToWire(price), currency, product_id: productId || null }]
}

/**
 * From when the rule counts. When its first day is today the person chooses (docs/decisions/0018): today, or from
 * tomorrow, which makes the next month's the first.
 */
export function startDateOf(state: WizardState, today: string, asksFirst: boolean): string {
  if (!asksFirst) return state.startDate
  return state.first === 'today' ? today : dayAfter(today)
}

/** The forecast looks ahead: an old rule's start lies behind. */
export function forecastStart(state: WizardState, today: string): string {
  return state.startDate > today ? state.startDate : today
}

/** Whether saving changes when the rule issues, so that a first date of today must be asked about. */
export function hasSameSchedule(a: WizardState, b: WizardState): boolean {
  return (
    a.businessDayRule === b.businessDayRule && (a.businessDayRule !== 'EXACT' || a.day === b.day)
  )
}

export function dayAfter(today: string): string {
  const day = parseDay(today)
  return day === null ? today : addDays(day, 1)
}

function schedule(state: WizardState) {
  return {
    business_day_rule: state.businessDayRule,
    day_of_month: state.businessDayRule === 'EXACT' ? readDay(state.day) : null,
    month_offset: state.monthOffset,
  }
}
