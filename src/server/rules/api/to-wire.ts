import { documentTypeName } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { addressToWire, identityToWire } from '../../parties/to-wire.ts'
import { lastToWire } from '../last-emissions.ts'
import { readinessOf } from '../readiness.ts'
import type { LineView } from '../prices/line-views.ts'
import type { ClientView, RuleView } from '../view.ts'

/** The one place where a rule becomes JSON. */
export function ruleToWire(view: RuleView, language: Language) {
  return {
    ...contentToWire(view),
    id: view.id,
    name: view.name,
    document_type_name: documentTypeName(view.kind, language),
    period: 'MONTHLY' as const,
    day_of_month: view.dayOfMonth,
    business_day_rule: view.schedule.rule,
    start_date: view.startDay,
    is_paused: view.isPaused,
    next_emission_date: view.nextEmissionDay,
    last_emission: view.lastEmission && lastToWire(view.lastEmission),
    facturator_comp: view.company.id,
    catch_up: view.catchUp,
    end_date: view.endDay,
    max_emissions: view.mostEmissions,
    needs_approval: view.needsApproval,
    readiness: readinessOf(view),
  }
}

/** What its documents say and how they are mailed, without when. */
export function contentToWire(view: RuleView) {
  return {
    document_type: view.kind === 'factura' ? (33 as const) : (39 as const),
    month_offset: view.monthOffset,
    facturator_comp_detail: { id: view.company.id, company_info: identityToWire(view.company) },
    issuer_address_id: view.issuerAddress?.id ?? null,
    issuer_activity_id: view.issuerActivity?.id ?? null,
    issuer_email: view.issuerEmail,
    clients_detail: view.clients.map(clientToWire),
    invoice_lines_detail: view.lines.flatMap(lineToWire),
    send_email_automatic: view.sendEmailAutomatic,
    email_account: view.emailAccountId,
    email_subject_template: view.emailSubject,
    email_body_template: view.emailBody,
    uf_rate_type: view.ufRateType,
    due_days: view.dueDays,
    withholder: view.withholder,
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

/** Lines of their own words are a one-off's alone, and no rule has them. */
function lineToWire(line: LineView) {
  if (line.productId === null) return []
  return {
    product_id: line.productId,
    ...saidToWire(line),
    ...(line.coming.length === 0 ? {} : { later_prices: [...line.coming] }),
  }
}

/** A line to be ordered again, with or without a product. */
export function templateLineToWire(line: LineView) {
  return { product_id: line.productId, code: line.code, ...saidToWire(line) }
}

function saidToWire(line: LineView) {
  return {
    description: line.name,
    currency: line.currency,
    quantity: line.quantity,
    price: line.price,
    quantity_is_fixed: line.quantityIsFixed,
    price_is_fixed: line.priceIsFixed,
    order: line.order,
  }
}
