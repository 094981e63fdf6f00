import { chileInstant, day, type Day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { ana, antonia, asesoriasPenaMunoz } from '#simulators/world.ts'
import {
  antoniaHerself,
  clientId,
  clientRows,
  isBoletas,
  RECIPIENTS,
  row,
  seat,
  seatRows,
  START_MS,
  type Billing,
  type Cast,
  type Seat,
} from '../cast.ts'
import type { SeedRow } from '../database/database.ts'
import type { Condition } from '../conditions.ts'
import { oneOffBillings, oneOffRows } from './one-offs.ts'
import { uploadBillings, uploadRows } from './uploads.ts'

const ORDINARY = day(2026, 11, 30)
const YEAR_END = day(2026, 12, 31)
const [FIRST = '', SECOND = '', THIRD = ''] = RECIPIENTS
const MONTHS = ['noviembre', 'diciembre', 'enero'] as const

/** The rules of each company, in the order of their numbers. */
export const RULES_EACH = 3

interface PairRule {
  id: number
  companyId: number
  seated: Seat
  schedule: 'LAST_BUSINESS' | 'LAST_DAY' | 'FIRST_BUSINESS'
  price: string
  quantity: string
  currency: 'CLP' | 'UF'
  catchUp: 'issue_today' | 'notify'
  recipients: readonly string[]
  offset: number
  most: number | null
  endDay: Day | null
  /** The days of its own months that are moved into the world. */
  moved: readonly Day[]
  needsApproval: boolean
  /** When it begins; null: on the world's day. */
  first: Day | null
  /** Who is put into it on its day. */
  added: readonly string[]
}

/** Companies with rules of every kind, for a world of these conditions; where rules end, the world's day is their last. */
export function createPairCast(conditions: readonly Condition[], hasEndingRules = false): Cast {
  const has = (one: Condition) => conditions.includes(one)
  const on = has('yearEnd') ? YEAR_END : ORDINARY
  const startMs = has('evening') ? chileInstant(on, 0, 0) - EVENING_MS : chileInstant(on, 8, 50)
  const seats = [
    seat(ana, asesoriasPenaMunoz),
    seat(antonia, antoniaHerself),
    ...(has('sharedPerson') ? [seat(ana, asesoriasPenaMunoz, 2)] : []),
  ]
  const rows: SeedRow[] = [...new Set(seats.map(({ organisationId }) => organisationId))].map(
    (id) => row('organisation', { id, name: 'Casa', created_at: instantText(START_MS) }),
  )
  const billings: Billing[] = []
  seats.forEach((one, index) => {
    const companyId = index + 1
    rows.push(...seatRows(one, companyId, false, new Set()))
    for (const recipient of RECIPIENTS) {
      rows.push(...clientRows(one, companyId, recipient), contactRow(one, companyId, recipient))
    }
    for (const known of rulesOf(one, companyId, on, has)) {
      const rule = hasEndingRules ? ending(known, on) : known
      rows.push(...ruleRows(rule, on))
      billings.push(...billingsOf(rule, on))
    }
  })
  if (has('oneOff')) {
    rows.push(...oneOffRows())
    billings.push(...oneOffBillings(on))
  }
  if (has('uploaded')) {
    rows.push(...uploadRows())
    billings.push(...uploadBillings())
  }
  const people = [...new Set(seats.map(({ person }) => person))]
  return { rows, billings, people, wrongClaves: new Set(), day: on, startMs }
}

/** One rule of a company has a last day, another a number of emissions. */
function ending(rule: PairRule, on: Day): PairRule {
  const at = rule.id % RULES_EACH
  if (at === 1 && !isBoletas(rule.seated)) return { ...rule, endDay: on }
  return at === 2 ? { ...rule, most: 1 } : rule
}

/** 21:10 in Chile. */
const EVENING_MS = (2 * 60 + 50) * 60_000

function rulesOf(
  seated: Seat,
  companyId: number,
  on: Day,
  has: (one: Condition) => boolean,
): PairRule[] {
  const next = on === YEAR_END ? day(2027, 1, 1) : day(2026, 12, 1)
  const id = (companyId - 1) * RULES_EACH
  const usual = {
    companyId,
    seated,
    quantity: '1.000000',
    offset: 0,
    most: null,
    endDay: null,
    moved: [],
    needsApproval: false,
    first: null,
    added: [],
  }
  const first: PairRule = {
    ...usual,
    id: id + 1,
    schedule: 'LAST_BUSINESS',
    price: '3.333333',
    quantity: '1.500000',
    currency: 'UF',
    catchUp: 'issue_today',
    recipients: [FIRST],
    added: has('clientAdded') && companyId === 1 ? [SECOND] : [],
  }
  const second: PairRule = {
    ...usual,
    id: id + 2,
    schedule: 'LAST_DAY',
    price: '100003.000000',
    currency: 'CLP',
    catchUp: 'notify',
    recipients: [SECOND, THIRD],
    offset: -1,
  }
  const third: PairRule = {
    ...usual,
    id: id + 3,
    schedule: 'LAST_DAY',
    price: '150000.000000',
    currency: 'CLP',
    catchUp: 'issue_today',
    recipients: [THIRD],
    // What waits in the evening waits for somebody's word.
    needsApproval: has('changedInEvening'),
    ...(has('limitedRule') ? { most: 2, moved: [next] } : {}),
  }
  const boleta: PairRule = {
    ...usual,
    id: id + 1,
    schedule: 'FIRST_BUSINESS',
    price: '333333.000000',
    currency: 'CLP',
    catchUp: 'issue_today',
    recipients: [FIRST],
    moved: [on],
  }
  if (!isBoletas(seated)) return [first, second, third]
  const many = MANY_RULES.map((more) => ({
    ...boleta,
    id: more,
    price: `${40_000 + more * 100}.000000`,
    recipients: RECIPIENTS,
    moved: [next],
    first: next,
  }))
  // A second one on the first day, which the annulment of the other leaves to be compared with.
  const beside = { ...boleta, id: BESIDE_RULE, price: '90000.000000', recipients: [SECOND] }
  return has('movedRun') ? [boleta, beside, ...many] : [boleta]
}

const BESIDE_RULE = 5
/** Of the day after: many more documents than on the first one. */
export const MANY_RULES = [104, 105, 106, 107]

/** In the order of its emissions in the world. */
function daysOf({ moved, schedule, first }: PairRule, on: Day): Day[] {
  if (first !== null) return [first]
  const own = [on, ...moved.filter((one) => one !== on)]
  return schedule === 'FIRST_BUSINESS' && on === ORDINARY ? [...own, day(2026, 12, 1)] : own
}

/** What a text of the rule becomes in the service month of a day. */
function markOf({ id, offset }: PairRule, emission: Day): string {
  const months: Record<string, number> = { '2026-11': 0, '2026-12': 1, '2027-01': 2 }
  const at = (months[emission.slice(0, 7)] ?? 0) + offset
  return `Servicio ${id} de ${MONTHS[at] ?? 'octubre'}`
}

function billingsOf(rule: PairRule, on: Day): Billing[] {
  const { seated, recipients, added, id, companyId } = rule
  return daysOf(rule, on).flatMap((emission) =>
    [...recipients, ...added].map((recipient) => ({
      key: `rule:${id}:${emission.slice(0, 7)}:client:${clientId(companyId, recipient)}`,
      mark: markOf(rule, emission),
      organisationId: seated.organisationId,
      person: seated.person.rut,
      company: seated.company.rut,
      recipient,
      totalClp: 0,
    })),
  )
}

function contactRow({ organisationId }: Seat, companyId: number, recipient: string): SeedRow {
  const id = clientId(companyId, recipient)
  return row('contact', {
    organisation_id: organisationId,
    id,
    client_id: id,
    first_name: 'Paz',
    last_name: `Soto ${id}`,
    gender: 'female',
    email: `paz${id}@clientes.example`,
    created_at: instantText(START_MS),
  })
}

function ruleRows(rule: PairRule, on: Day): SeedRow[] {
  const { id, companyId, seated } = rule
  const own = { organisation_id: seated.organisationId }
  const now = instantText(START_MS)
  const signs = !isBoletas(seated)
  return [
    row('product', {
      ...own,
      id,
      company_id: companyId,
      name: `Servicio ${id} de {{mes}}`,
      unit_price: rule.price,
      currency: rule.currency,
      created_at: now,
    }),
    row('invoice_rule', {
      ...own,
      id,
      company_id: companyId,
      kind: signs ? 'factura' : 'boletaHonorarios',
      name: `Regla ${id}`,
      issuer_address_id: signs ? companyId : null,
      issuer_activity_id: signs ? companyId : null,
      issuer_email: seated.company.email,
      business_day_rule: rule.schedule,
      month_offset: rule.offset,
      uf_rate_type: 'DAY_OF',
      catch_up: rule.catchUp,
      needs_approval: rule.needsApproval,
      most_emissions: rule.most,
      end_day: rule.endDay,
      send_email_automatic: true,
      start_day: rule.first ?? on,
      next_emission_day: rule.first ?? on,
      created_at: now,
      updated_at: now,
    }),
    row('rule_line', {
      ...own,
      rule_id: id,
      position: 1,
      product_id: id,
      quantity: rule.quantity,
      price: rule.price,
    }),
    ...rule.moved.map((moved) =>
      row('rule_month', {
        ...own,
        rule_id: id,
        period: moved.slice(0, 7),
        is_skipped: false,
        emission_day: moved,
      }),
    ),
    ...rule.recipients.flatMap((recipient, position) => {
      const client = clientId(companyId, recipient)
      return [
        row('rule_client', {
          ...own,
          rule_id: id,
          client_id: client,
          position,
          address_id: client,
          activity_id: signs ? client : null,
        }),
        row('rule_client_contact', {
          ...own,
          rule_id: id,
          client_id: client,
          contact_id: client,
          copy: 'to',
        }),
      ]
    }),
  ]
}
