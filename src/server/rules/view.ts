import type { Kysely } from 'kysely'
import { comingEmissions, type CatchUp, type MonthChange } from '#domain/course.ts'
import { compare, dayInChile, knownDay, type Day, type Month } from '#domain/day.ts'
import type { RuleKind } from '#domain/document.ts'
import type { UfRateType } from '#domain/rule.ts'
import type { Withholder } from '#domain/retention.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { MonthOffset, Schedule } from '#domain/schedule.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { clientParts } from '../parties/client-parts.ts'
import { lastEmissions, type LastEmission } from './last-emissions.ts'
import { scheduleOf } from './load.ts'
import { monthChanges } from './month-changes.ts'
import { lineViews, type LineView } from './prices/line-views.ts'
import { monthOffsetOf } from './store.ts'

/** A rule with everything a person sees of it. */
export interface RuleView {
  id: number
  name: string
  kind: RuleKind
  schedule: Schedule
  dayOfMonth: number | null
  monthOffset: MonthOffset
  startDay: Day
  catchUp: CatchUp
  endDay: Day | null
  mostEmissions: number | null
  /** Null: as many as months come. */
  emissionsLeft: number | null
  months: ReadonlyMap<Month, MonthChange>
  needsApproval: boolean
  dueDays: number | null
  ufRateType: UfRateType
  isPaused: boolean
  nextEmissionDay: Day | null
  lastEmission: LastEmission | null
  company: { id: number; rut: Rut; name: string }
  /** The connection that issues it. */
  person: { id: number; rut: Rut; name: string }
  withholder: Withholder | null
  issuerAddress: (AddressView & { branchCode: string }) | null
  issuerActivity: { id: number; code: string; description: string } | null
  issuerEmail: string
  clients: ClientView[]
  lines: LineView[]
  sendEmailAutomatic: boolean
  emailAccountId: number | null
  emailSubject: string
  emailBody: string
  /** What of the person's credentials decides whether it can issue. */
  credentials: {
    claveState: 'valid' | 'rejected' | 'absent'
    certificateState: 'unknown' | 'none' | 'centralized'
    certificatePasswordState: 'absent' | 'unverified' | 'verified' | 'rejected'
  }
}

/** Of a year. */
const MAX_COMING_DAYS = 12

/** The rule's next emission days that nothing was planned for, at most twelve, until `last`. */
export function comingDays(view: RuleView, last: Day | null = null): Day[] {
  const { schedule, endDay, emissionsLeft, months, nextEmissionDay: from } = view
  if (view.isPaused || from === null) return []
  const course = { schedule, from, endDay, emissionsLeft, months }
  const days = comingEmissions(course, MAX_COMING_DAYS)
  return last === null ? days : days.filter((day) => compare(day, last) <= 0)
}

export interface AddressView {
  id: number
  street: string
  commune: string
  city: string
}

export interface ClientView {
  client: {
    id: number
    rut: Rut
    name: string
    addresses: AddressView[]
    activities: { id: number; description: string }[]
    dueDays: number | null
  }
  addressId: number | null
  activityId: number | null
  contactName: string
  contactRut: string
  emailTo: number[]
  emailCc: number[]
}

/** A client that no rule names: with the first address that has a city, as the wizard takes it. */
export async function viewClient(
  db: Kysely<Schema>,
  organisationId: number,
  clientId: number,
): Promise<ClientView | null> {
  const row = await db
    .selectFrom('client')
    .select(['id', 'rut', 'name', 'due_days'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', clientId)
    .executeTakeFirst()
  if (row === undefined) return null
  const parts = await clientParts(db, organisationId, [clientId])
  const addresses = parts.addresses.get(clientId) ?? []
  const activities = parts.activities.get(clientId) ?? []
  const address = addresses.find(({ city }) => city !== '') ?? addresses[0]
  return {
    client: {
      id: row.id,
      rut: rut(row.rut),
      name: row.name,
      addresses,
      activities,
      dueDays: row.due_days,
    },
    addressId: address?.id ?? null,
    activityId: activities[0]?.id ?? null,
    contactName: '',
    contactRut: '',
    emailTo: [],
    emailCc: [],
  }
}

/** `behind`: what these documents were made from, deleted rules and one-offs too. */
export type ViewFilter =
  | { ruleId: number }
  | { kind?: RuleKind; isPaused?: boolean }
  | { behind: readonly number[] }

/** The tenant's rules, of whichever connection, newest first, in one set of queries however many they are. */
export async function viewRules(
  needs: { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
  filter: ViewFilter,
): Promise<RuleView[]> {
  const { db } = needs
  if ('behind' in filter && filter.behind.length === 0) return []
  const rows = await ruleRows(db, organisationId, filter)
  const ruleIds = rows.map((row) => row.id)
  const clients = await clientViews(db, organisationId, ruleIds)
  const lines = await lineViews(db, organisationId, rows, dayInChile(needs.clock.now()))
  const changes = await monthChanges(db, rows)
  const last = await lastEmissions(needs, organisationId, ruleIds)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    schedule: scheduleOf(row),
    dayOfMonth: row.day_of_month,
    monthOffset: monthOffsetOf(row.month_offset),
    startDay: knownDay(row.start_day),
    catchUp: row.catch_up,
    endDay: row.end_day === null ? null : knownDay(row.end_day),
    mostEmissions: row.most_emissions,
    emissionsLeft: row.most_emissions === null ? null : row.most_emissions - (row.made ?? 0),
    months: changes(row),
    needsApproval: row.needs_approval,
    dueDays: row.due_days,
    ufRateType: row.uf_rate_type,
    isPaused: row.is_paused,
    nextEmissionDay: row.next_emission_day === null ? null : knownDay(row.next_emission_day),
    lastEmission: last.get(row.id) ?? null,
    company: { id: row.company_id, rut: rut(row.company_rut), name: row.company_name },
    person: { id: row.facturator_id, rut: rut(row.person_rut), name: row.person_name },
    withholder: row.withholder,
    issuerAddress: issuerAddressOf(row),
    issuerActivity: issuerActivityOf(row),
    issuerEmail: row.issuer_email,
    clients: clients.get(row.id) ?? [],
    lines: lines.get(row.id) ?? [],
    sendEmailAutomatic: row.send_email_automatic,
    emailAccountId: row.email_account_id,
    emailSubject: row.email_subject_template,
    emailBody: row.email_body_template,
    credentials: {
      claveState: row.clave_state,
      certificateState: row.certificate_state,
      certificatePasswordState: row.certificate_password_state,
    },
  }))
}

/** As many as one organisation may have. */
const MOST_ROWS = 1_000

function ruleRows(db: Kysely<Schema>, organisationId: number, filter: ViewFilter) {
  let query = db
    .selectFrom('invoice_rule as rule')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'rule.organisation_id')
        .onRef('company.id', '=', 'rule.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .leftJoin('issuer_address as address', (join) =>
      join
        .onRef('address.organisation_id', '=', 'rule.organisation_id')
        .onRef('address.id', '=', 'rule.issuer_address_id'),
    )
    .leftJoin('issuer_activity as activity', (join) =>
      join
        .onRef('activity.organisation_id', '=', 'rule.organisation_id')
        .onRef('activity.id', '=', 'rule.issuer_activity_id'),
    )
    .selectAll('rule')
    .select([
      'company.rut as company_rut',
      'company.name as company_name',
      'facturator.id as facturator_id',
      'facturator.person_rut',
      'facturator.label as person_name',
      'facturator.clave_state',
      'facturator.certificate_state',
      'facturator.certificate_password_state',
      'address.street_and_number',
      'address.commune',
      'address.city',
      'address.branch_code',
      'activity.code as activity_code',
      'activity.description as activity_description',
    ])
    .select((eb) =>
      eb
        .selectFrom('occurrence')
        .select((of) => of.fn.countAll<number>().as('made'))
        .whereRef('occurrence.organisation_id', '=', 'rule.organisation_id')
        .whereRef('occurrence.rule_id', '=', 'rule.id')
        .as('made'),
    )
    .where('rule.organisation_id', '=', organisationId)
  if ('behind' in filter) query = query.where('rule.id', 'in', [...filter.behind])
  else query = query.where('rule.deleted_at', 'is', null).where('rule.request_key', 'is', null)
  if ('ruleId' in filter) query = query.where('rule.id', '=', filter.ruleId)
  else if (!('behind' in filter)) {
    if (filter.kind !== undefined) query = query.where('rule.kind', '=', filter.kind)
    if (filter.isPaused !== undefined) query = query.where('rule.is_paused', '=', filter.isPaused)
  }
  return query.orderBy('rule.id', 'desc').limit(MOST_ROWS).execute()
}

type RuleRow = Awaited<ReturnType<typeof ruleRows>>[number]

function issuerAddressOf(row: RuleRow): RuleView['issuerAddress'] {
  if (row.issuer_address_id === null || row.street_and_number === null) return null
  return {
    id: row.issuer_address_id,
    street: row.street_and_number,
    commune: row.commune ?? '',
    city: row.city ?? '',
    branchCode: row.branch_code ?? '',
  }
}

function issuerActivityOf(row: RuleRow): RuleView['issuerActivity'] {
  if (row.issuer_activity_id === null || row.activity_code === null) return null
  return {
    id: row.issuer_activity_id,
    code: row.activity_code,
    description: row.activity_description ?? '',
  }
}

async function clientViews(
  db: Kysely<Schema>,
  organisationId: number,
  ruleIds: number[],
): Promise<Map<number, ClientView[]>> {
  if (ruleIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rule_client')
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('client.id', '=', 'rule_client.client_id'),
    )
    .select([
      'rule_client.rule_id',
      'rule_client.address_id',
      'rule_client.activity_id',
      'rule_client.contact_name',
      'rule_client.contact_rut',
      'client.id',
      'client.rut',
      'client.name',
      'client.due_days',
    ])
    .where('rule_client.organisation_id', '=', organisationId)
    .where('rule_client.rule_id', 'in', ruleIds)
    .orderBy('rule_client.position')
    .execute()
  const parts = await clientParts(db, organisationId, [...new Set(rows.map((row) => row.id))])
  const copies = await chosenContacts(db, organisationId, ruleIds)
  return grouped(rows, (row) => [
    row.rule_id,
    {
      client: {
        id: row.id,
        rut: rut(row.rut),
        name: row.name,
        addresses: parts.addresses.get(row.id) ?? [],
        activities: parts.activities.get(row.id) ?? [],
        dueDays: row.due_days,
      },
      addressId: row.address_id,
      activityId: row.activity_id,
      contactName: row.contact_name,
      contactRut: row.contact_rut ?? '',
      emailTo: copies.get(`${row.rule_id}:${row.id}:to`) ?? [],
      emailCc: copies.get(`${row.rule_id}:${row.id}:cc`) ?? [],
    },
  ])
}

async function chosenContacts(
  db: Kysely<Schema>,
  organisationId: number,
  ruleIds: number[],
): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('rule_client_contact')
    .select(['rule_id', 'client_id', 'contact_id', 'copy'])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', 'in', ruleIds)
    .orderBy('contact_id')
    .execute()
  return grouped(rows, (row) => [`${row.rule_id}:${row.client_id}:${row.copy}`, row.contact_id])
}

function grouped<Row, Key, T>(rows: readonly Row[], entry: (row: Row) => [Key, T]): Map<Key, T[]> {
  const found = new Map<Key, T[]>()
  for (const row of rows) {
    const [key, value] = entry(row)
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}
