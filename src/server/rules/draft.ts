import type { CatchUp } from '#domain/course.ts'
import type { Schedule } from '#domain/schedule.ts'
import type { Day } from '#domain/day.ts'
import type { RuleKind } from '#domain/document.ts'
import type { MonthOffset } from '#domain/schedule.ts'
import type { UfRateType } from '#domain/rule.ts'
import type { Withholder } from '#domain/retention.ts'
import type { Rut } from '#domain/rut.ts'

/** A rule as somebody wants it, before anything is checked: ids may lead nowhere, numbers may be absurd. */
export interface RuleDraft {
  name: string
  kind: RuleKind
  companyId: number
  issuerAddressId: number | null
  issuerActivityId: number | null
  issuerEmail: string
  clients: DraftClient[]
  businessDayRule: Schedule['rule']
  dayOfMonth: number | null
  monthOffset: MonthOffset
  startDay: string
  catchUp: CatchUp
  endDay: string | null
  mostEmissions: number | null
  needsApproval: boolean
  /** Days from issue to the due day; null leaves it to the client and the company. */
  dueDays: number | null
  ufRateType: UfRateType | null
  lines: DraftLine[]
  /** Of a boleta; null leaves it to what is usual for its recipient. */
  withholder: Withholder | null
  sendEmailAutomatic: boolean
  emailAccountId: number | null
  emailSubject: string
  emailBody: string
}

export interface DraftClient {
  clientId: number
  addressId: number | null
  activityId: number | null
  contactName: string
  contactRut: string
  emailTo: number[]
  emailCc: number[]
  /** Of a one-off: addresses of no contact. */
  mailboxes?: Mailboxes
}

export interface Mailboxes {
  to: string[]
  cc: string[]
}

/** Of a one-off: a line of its own words, which no product stands for. */
export interface OwnWords {
  name: string
  code: string
  currency: 'CLP' | 'UF'
}

export interface DraftLine {
  /** Null: `own` says it. */
  productId: number | null
  own?: OwnWords
  quantity: string | number | null
  price: string | number | null
  quantityIsFixed: boolean
  priceIsFixed: boolean
  order: number
}

/** The same, proved: every id is the company's, every number can be issued. Only the check makes one. */
export interface CheckedRule extends Omit<
  RuleDraft,
  'clients' | 'lines' | 'startDay' | 'endDay' | 'ufRateType'
> {
  startDay: Day
  endDay: Day | null
  ufRateType: UfRateType
  schedule: Schedule
  clients: (Omit<DraftClient, 'contactRut'> & { contactRut: Rut | null })[]
  lines: CheckedLine[]
}

export interface CheckedLine {
  productId: number | null
  own: OwnWords | null
  /** Exact decimal text; null where the user fills it in each month. */
  quantity: string | null
  price: string | null
  quantityIsFixed: boolean
  priceIsFixed: boolean
  order: number
}
