import type { z } from 'zod'
import type { BodyOf } from '#contract/call.ts'
import type { changeRule as changeRuleCall, ruleToWrite } from '#contract/rules.ts'
import type { RuleKind } from '#domain/document.ts'
import { refusalText } from '#texts/refusals.ts'
import type { Language } from '#texts/language.ts'
import { safeHtml } from '../../mailer/safe-html.ts'
import type { Say } from '../check.ts'
import type { DraftClient, DraftLine, RuleDraft } from '../draft.ts'
import type { RuleChange } from '../save.ts'

export function sayIn(language: Language): Say {
  return (code, values) => ({ text: refusalText(code, language, values) })
}

export function kindOf(documentType: 33 | 39): RuleKind {
  return documentType === 33 ? 'factura' : 'boletaHonorarios'
}

type RuleBody = z.output<typeof ruleToWrite>

export function draftFromWire(body: RuleBody): RuleDraft {
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
export function changeFromWire(body: BodyOf<typeof changeRuleCall>): RuleChange {
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

export function clientFromWire(client: RuleBody['clients'][number]): DraftClient {
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

export function lineFromWire(line: RuleBody['invoice_lines'][number]): DraftLine {
  return {
    productId: line.product_id,
    quantity: line.quantity ?? null,
    price: line.price ?? null,
    quantityIsFixed: line.quantity_is_fixed,
    priceIsFixed: line.price_is_fixed,
    order: line.order,
  }
}
