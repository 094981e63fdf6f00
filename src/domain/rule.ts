import type { Day, Month } from './day.ts'
import { communeNamed } from './communes.ts'
import { addMonths, lastDayOf, monthOf } from './day.ts'
import type { RuleKind } from './document.ts'
import type { Clp } from './money.ts'
import type { Withholder } from './retention.ts'
import type { Rut } from './rut.ts'
import type { MonthOffset, Schedule } from './schedule.ts'
import type { Quantity, Uf } from './uf.ts'

export type UfRateType = 'PREV_MONTH_CLOSE' | 'DAY_OF'

/** A monthly rule with everything it points at resolved as it stands now; nothing in it is frozen. */
export interface Rule {
  id: number
  name: string
  kind: RuleKind
  schedule: Schedule
  monthOffset: MonthOffset
  /** Of a one-off whose file names it; null or absent: by the offset. */
  serviceMonth?: Month | null
  startDay: Day
  ufRateType: UfRateType
  isPaused: boolean
  issuer: {
    companyId: number
    rut: Rut
    name: string
    email: string
    address: { street: string; commune: string; city: string; branchCode: string } | null
    activity: { code: string; description: string } | null
  }
  /** Who signs in at the SII: the issuer of boletas. */
  person: { rut: Rut; name: string }
  /** Of a boleta; null leaves it to what is usual for its recipient. */
  withholder: Withholder | null
  clients: RuleClient[]
  lines: RuleLine[]
}

export interface RuleClient {
  clientId: number
  rut: Rut
  name: string
  address: { street: string; commune: string; city: string } | null
  giro: string | null
  contactName: string
  contactRut: Rut | null
}

export interface RuleLine {
  name: string
  description: string
  code: string
  /** Null where the user fills it in each month. */
  quantity: Quantity | null
  price: { currency: 'CLP'; unitClp: Clp } | { currency: 'UF'; unitUf: Uf } | null
  currency: 'CLP' | 'UF'
}

/** What the issuer or a recipient lacks; the same words as the reasons of a document that waits for it. */
export type PartyReadiness =
  | 'issuerAddressMissing'
  | 'issuerCityMissing'
  | 'issuerActivityMissing'
  | 'recipientAddressMissing'
  | 'recipientCityMissing'
  | 'recipientGiroMissing'
  | 'recipientCommuneUnknown'
  | 'recipientIsIssuer'

export type ReadinessCode = PartyReadiness | 'noClients' | 'noLines' | 'boletaDataMissing'

export interface ReadinessReason {
  code: ReadinessCode
  client?: { id: number; name: string }
}

/** Of a rule, saved or not, all that decides whether it can issue. */
export type IssuableRule = Pick<Rule, 'kind' | 'clients' | 'lines'> & {
  issuer: Pick<Rule['issuer'], 'address' | 'activity'>
  person: Pick<Rule['person'], 'rut'>
}

/** What keeps the rule from issuing, from its own data alone; empty when it is ready. */
export function ruleReadiness(rule: IssuableRule): ReadinessReason[] {
  if (rule.kind === 'boletaHonorarios') return boletaReadiness(rule)
  const codes: ReadinessCode[] = [
    ...issuerReadiness(rule),
    ...(rule.clients.length === 0 ? (['noClients'] as const) : []),
    ...(rule.lines.length === 0 ? (['noLines'] as const) : []),
  ]
  return [
    ...codes.map((code) => ({ code })),
    ...rule.clients.flatMap((client) =>
      clientReadiness(client).map((code) => ({
        code,
        client: { id: client.clientId, name: client.name },
      })),
    ),
  ]
}

function boletaReadiness(rule: IssuableRule): ReadinessReason[] {
  const isBare = rule.clients.length === 0 || rule.lines.length === 0
  return [
    ...(isBare ? [{ code: 'boletaDataMissing' as const }] : []),
    ...rule.clients.flatMap((client) =>
      boletaClientReadiness(rule, client).map((code) => ({
        code,
        client: { id: client.clientId, name: client.name },
      })),
    ),
  ]
}

/** The boleta's form asks for an address in a commune of its own list, and refuses its own issuer. */
export function boletaClientReadiness(
  { person }: Pick<IssuableRule, 'person'>,
  client: RuleClient,
): PartyReadiness[] {
  if (client.rut === person.rut) return ['recipientIsIssuer']
  if (client.address === null) return ['recipientAddressMissing']
  return communeNamed(client.address.commune) === null ? ['recipientCommuneUnknown'] : []
}

/** The portal refuses a factura without the issuer's city, which it usually doesn't know itself. */
export function issuerReadiness({ issuer }: Pick<IssuableRule, 'issuer'>): PartyReadiness[] {
  const codes: PartyReadiness[] = []
  if (issuer.address === null) codes.push('issuerAddressMissing')
  else if (issuer.address.city === '') codes.push('issuerCityMissing')
  if (issuer.activity === null) codes.push('issuerActivityMissing')
  return codes
}

export function clientReadiness(client: RuleClient): PartyReadiness[] {
  const codes: PartyReadiness[] = []
  if (client.address === null) codes.push('recipientAddressMissing')
  else if (client.address.city === '') codes.push('recipientCityMissing')
  if (client.giro === null || client.giro === '') codes.push('recipientGiroMissing')
  return codes
}

/** The day whose UF a rule's lines take: last day of the month before the issue month, or that day. */
export function ufDayOf(rateType: UfRateType, issueDate: Day): Day {
  return rateType === 'DAY_OF' ? issueDate : lastDayOf(previousMonth(monthOf(issueDate)))
}

function previousMonth(month: Month): Month {
  return addMonths(month, -1)
}

export function needsUf(rule: { lines: readonly Pick<RuleLine, 'currency'>[] }): boolean {
  return rule.lines.some((line) => line.currency === 'UF')
}
