import type { Kysely } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import type { MonthOffset, Schedule } from '#domain/schedule.ts'
import { uf, type Uf } from '#domain/uf.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { bringClientsBack } from '../parties/delete-client.ts'
import type { References } from './check.ts'
import type { CheckedRule, DraftClient, RuleDraft } from './draft.ts'
import { scheduleOf } from './load.ts'
import { readLines, shownMonth } from './prices/rule-lines.ts'

type Db = Kysely<Schema>

export interface RuleAt {
  organisationId: number
  ruleId: number
}

/** More than the list shows well, and far more than anybody has. */
export const MOST_RULES = 1_000

export async function countRules(db: Db, organisationId: number): Promise<number> {
  const row = await db
    .selectFrom('invoice_rule')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Of what a draft points at, that which is there and belongs to its company. */
export async function references(
  db: Db,
  organisationId: number,
  draft: RuleDraft,
): Promise<Omit<References, 'hasEmailAccount'>> {
  const company = await db
    .selectFrom('company')
    .select(['id', 'issues_facturas'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', draft.companyId)
    .executeTakeFirst()
  const addresses = await db
    .selectFrom('issuer_address')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .execute()
  const activities = await db
    .selectFrom('issuer_activity')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .execute()
  return {
    hasCompany: company !== undefined,
    issuesFacturas: company?.issues_facturas === true,
    issuerAddressIds: new Set(addresses.map(({ id }) => id)),
    issuerActivityIds: new Set(activities.map(({ id }) => id)),
    clients: await clientReferences(db, organisationId, draft),
    products: await productReferences(db, organisationId, draft),
  }
}

async function clientReferences(
  db: Db,
  organisationId: number,
  draft: RuleDraft,
): Promise<References['clients']> {
  const asked = draft.clients.map(({ clientId }) => clientId)
  if (asked.length === 0) return new Map()
  const clients = await db
    .selectFrom('client')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .where('id', 'in', asked)
    .execute()
  const found: References['clients'] = new Map(
    clients.map(({ id }) => [
      id,
      { addressIds: new Set(), activityIds: new Set(), contactIds: new Set() },
    ]),
  )
  if (found.size === 0) return found
  const of = [...found.keys()]
  for (const [table, key] of [
    ['client_address', 'addressIds'],
    ['client_activity', 'activityIds'],
    ['contact', 'contactIds'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'client_id'])
      .where('organisation_id', '=', organisationId)
      .where('client_id', 'in', of)
      .execute()
    for (const row of rows) found.get(row.client_id)?.[key].add(row.id)
  }
  return found
}

async function productReferences(
  db: Db,
  organisationId: number,
  draft: RuleDraft,
): Promise<References['products']> {
  const asked = draft.lines.flatMap(({ productId }) => productId ?? [])
  if (asked.length === 0) return new Map()
  const rows = await db
    .selectFrom('product')
    .select(['id', 'currency'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', draft.companyId)
    .where('id', 'in', asked)
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, { currency }]))
}

export interface StoredRule {
  at: RuleAt
  kind: RuleDraft['kind']
  isPaused: boolean
  startDay: Day
  schedule: Schedule
  nextEmissionDay: Day | null
}

/** Locked until the transaction ends, so that planning and an edit never meet. Null when deleted, or no rule, too. */
export async function lockRule(trx: Db, at: RuleAt): Promise<StoredRule | null> {
  const row = await trx
    .selectFrom('invoice_rule')
    .select(['id', 'kind', 'is_paused', 'start_day', 'business_day_rule', 'day_of_month'])
    .select('next_emission_day')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .where('deleted_at', 'is', null)
    .where('request_key', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    at,
    kind: row.kind,
    isPaused: row.is_paused,
    startDay: knownDay(row.start_day),
    schedule: scheduleOf(row),
    nextEmissionDay: row.next_emission_day === null ? null : knownDay(row.next_emission_day),
  }
}

/** Its lines with the prices that they are shown with today. */
export async function readDraft(db: Db, at: RuleAt, today: Day): Promise<RuleDraft> {
  const row = await db
    .selectFrom('invoice_rule')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .executeTakeFirstOrThrow()
  return {
    name: row.name,
    kind: row.kind,
    companyId: row.company_id,
    issuerAddressId: row.issuer_address_id,
    issuerActivityId: row.issuer_activity_id,
    issuerEmail: row.issuer_email,
    clients: await readClients(db, at),
    businessDayRule: row.business_day_rule,
    dayOfMonth: row.day_of_month,
    monthOffset: monthOffsetOf(row.month_offset),
    startDay: row.start_day,
    catchUp: row.catch_up,
    endDay: row.end_day,
    mostEmissions: row.most_emissions,
    needsApproval: row.needs_approval,
    dueDays: row.due_days,
    ufRateType: row.uf_rate_type,
    lines: await readLines(db, at, shownMonth(row.next_emission_day, today)),
    withholder: row.withholder,
    sendEmailAutomatic: row.send_email_automatic,
    emailAccountId: row.email_account_id,
    emailSubject: row.email_subject_template,
    emailBody: row.email_body_template,
  }
}

/** The column is a smallint that a constraint keeps to these three. */
export function monthOffsetOf(value: number): MonthOffset {
  return value === 0 ? 0 : value < 0 ? -1 : 1
}

async function readClients(db: Db, at: RuleAt): Promise<DraftClient[]> {
  const rows = await db
    .selectFrom('rule_client')
    .select(['client_id', 'address_id', 'activity_id', 'contact_name', 'contact_rut'])
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .orderBy('position')
    .execute()
  const contacts = await db
    .selectFrom('rule_client_contact')
    .select(['client_id', 'contact_id', 'copy'])
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .orderBy('contact_id')
    .execute()
  const chosen = (clientId: number, copy: 'to' | 'cc') =>
    contacts
      .filter((row) => row.client_id === clientId && row.copy === copy)
      .map((row) => row.contact_id)
  return rows.map((row) => ({
    clientId: row.client_id,
    addressId: row.address_id,
    activityId: row.activity_id,
    contactName: row.contact_name,
    contactRut: row.contact_rut ?? '',
    emailTo: chosen(row.client_id, 'to'),
    emailCc: chosen(row.client_id, 'cc'),
  }))
}

export async function insertRule(
  trx: Db,
  clock: Clock,
  organisationId: number,
  rule: CheckedRule,
): Promise<number> {
  const now = instantText(clock.now())
  const { id } = await trx
    .insertInto('invoice_rule')
    .values({ organisation_id: organisationId, created_at: now, updated_at: now, ...columns(rule) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateRule(
  trx: Db,
  clock: Clock,
  at: RuleAt,
  change: { rule?: CheckedRule; isPaused?: boolean },
): Promise<void> {
  const now = instantText(clock.now())
  await trx
    .updateTable('invoice_rule')
    .set({
      updated_at: now,
      ...(change.rule === undefined ? {} : columns(change.rule)),
      ...(change.isPaused === undefined ? {} : { is_paused: change.isPaused }),
      ...(change.isPaused === undefined ? {} : { paused_at: change.isPaused ? now : null }),
    })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}

export function columns(rule: CheckedRule) {
  return {
    company_id: rule.companyId,
    kind: rule.kind,
    name: rule.name,
    issuer_address_id: rule.issuerAddressId,
    issuer_activity_id: rule.issuerActivityId,
    issuer_email: rule.issuerEmail,
    business_day_rule: rule.businessDayRule,
    day_of_month: rule.dayOfMonth,
    month_offset: rule.monthOffset,
    start_day: rule.startDay,
    catch_up: rule.catchUp,
    end_day: rule.endDay,
    most_emissions: rule.mostEmissions,
    needs_approval: rule.needsApproval,
    due_days: rule.dueDays,
    uf_rate_type: rule.ufRateType,
    withholder: rule.kind === 'factura' ? null : rule.withholder,
    send_email_automatic: rule.sendEmailAutomatic,
    email_account_id: rule.emailAccountId,
    email_subject_template: rule.emailSubject,
    email_body_template: rule.emailBody,
  }
}

export async function setNext(trx: Db, at: RuleAt, next: Day | null): Promise<void> {
  await trx
    .updateTable('invoice_rule')
    .set({ next_emission_day: next })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}

export async function deleteRule(trx: Db, clock: Clock, at: RuleAt): Promise<void> {
  const now = instantText(clock.now())
  await trx
    .updateTable('invoice_rule')
    .set({ deleted_at: now, updated_at: now, next_emission_day: null })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}

export async function replaceClients(
  trx: Db,
  at: RuleAt,
  clients: CheckedRule['clients'],
): Promise<void> {
  const of = { organisation_id: at.organisationId, rule_id: at.ruleId }
  await trx
    .deleteFrom('rule_client')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .execute()
  if (clients.length === 0) return
  await trx
    .insertInto('rule_client')
    .values(
      clients.map((client, index) => ({
        ...of,
        client_id: client.clientId,
        position: index + 1,
        address_id: client.addressId,
        activity_id: client.activityId,
        contact_name: client.contactName,
        contact_rut: client.contactRut,
      })),
    )
    .execute()
  // After the insert, which waits for a deletion that goes on.
  const clientIds = clients.map(({ clientId }) => clientId)
  await bringClientsBack(trx, at.organisationId, clientIds)
  const copies = clients.flatMap((client) => [
    ...contactRows(client.clientId, client.emailTo, 'to'),
    ...contactRows(client.clientId, client.emailCc, 'cc'),
  ])
  if (copies.length === 0) return
  await trx
    .insertInto('rule_client_contact')
    .values(copies.map((copy) => ({ ...of, ...copy })))
    .execute()
}

function contactRows(clientId: number, contactIds: number[], copy: 'to' | 'cc') {
  return [...new Set(contactIds)].map((id) => ({ client_id: clientId, contact_id: id, copy }))
}

/** The UF of those days that are known; the others are absent, never guessed. */
export async function ufValues(db: Db, days: readonly Day[]): Promise<Map<Day, Uf>> {
  if (days.length === 0) return new Map()
  const rows = await db
    .selectFrom('uf_value')
    .select(['day', 'value'])
    .where('day', 'in', [...days])
    .execute()
  return new Map(rows.map((row) => [knownDay(row.day), uf(row.value)]))
}
