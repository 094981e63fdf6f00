import type { z } from 'zod'
import type { readinessPlace } from '#contract/rules.ts'
import { clp } from '#domain/money.ts'
import {
  ruleReadiness,
  type IssuableRule,
  type ReadinessReason,
  type Rule,
  type RuleLine,
} from '#domain/rule.ts'
import { rut } from '#domain/rut.ts'
import { facturaTotals, lineAmount, MINIMUM_NETO_CLP } from '#domain/totals.ts'
import { quantity, uf } from '#domain/uf.ts'
import type { LineView } from './prices/line-views.ts'
import type { RuleView } from './view.ts'

export type CredentialsReadiness =
  | 'certificateMissing'
  | 'certificatePasswordMissing'
  | 'certificatePasswordRejected'
  | 'claveMissing'
  | 'claveRejected'

type Lack = ReadinessReason | { code: CredentialsReadiness | 'totalTooSmall'; client?: undefined }

export type Readiness = Lack & { place: ReadinessPlace }

type ReadinessPlace = z.output<typeof readinessPlace>

/** Where each is mended. A boleta has one page for all that is its rule's own. */
const PLACES: Record<Lack['code'], Exclude<ReadinessPlace, 'boleta'>> = {
  noClients: 'clients',
  noLines: 'lines',
  issuerAddressMissing: 'issuer',
  issuerCityMissing: 'issuer',
  issuerActivityMissing: 'issuer',
  recipientAddressMissing: 'clients',
  recipientCityMissing: 'clients',
  recipientGiroMissing: 'clients',
  recipientCommuneUnknown: 'clients',
  recipientIsIssuer: 'clients',
  boletaDataMissing: 'clients',
  totalTooSmall: 'lines',
  claveMissing: 'connections',
  claveRejected: 'connections',
  certificateMissing: 'connections',
  certificatePasswordMissing: 'connections',
  certificatePasswordRejected: 'connections',
}

/** All that keeps the rule from issuing: its own data, its total, and the person's credentials. */
export function readinessOf(view: RuleView): Readiness[] {
  return lacksOf(domainRule(view), view.credentials)
}

/** As `readinessOf`, of a rule that may not be saved yet. */
export function lacksOf(rule: IssuableRule, credentials: RuleView['credentials']): Readiness[] {
  const lacks: Lack[] = [
    ...ruleReadiness(rule),
    ...(isTooSmall(rule) ? [{ code: 'totalTooSmall' as const }] : []),
    ...credentialsReadiness(rule, credentials).map((code) => ({ code })),
  ]
  return lacks.map((lack) => ({ ...lack, place: placeOf(rule, PLACES[lack.code]) }))
}

/** Whether it keeps this client's document from being issued: what lacks a client's data is about no other client. */
export function concerns({ client }: Pick<Readiness, 'client'>, clientId: number | null): boolean {
  return client === undefined || client.id === clientId
}

function placeOf({ kind }: IssuableRule, place: Exclude<ReadinessPlace, 'boleta'>): ReadinessPlace {
  return kind === 'boletaHonorarios' && place !== 'connections' ? 'boleta' : place
}

function credentialsReadiness(
  { kind }: IssuableRule,
  credentials: RuleView['credentials'],
): CredentialsReadiness[] {
  const codes: CredentialsReadiness[] = []
  if (credentials.claveState === 'absent') codes.push('claveMissing')
  if (credentials.claveState === 'rejected') codes.push('claveRejected')
  // Only facturas are signed with the certificate.
  if (kind === 'boletaHonorarios') return codes
  if (credentials.certificateState === 'none') codes.push('certificateMissing')
  else if (credentials.certificatePasswordState === 'absent') {
    codes.push('certificatePasswordMissing')
  } else if (credentials.certificatePasswordState === 'rejected') {
    codes.push('certificatePasswordRejected')
  }
  return codes
}

/** Told in advance only where it can be known: every line in pesos and filled in. */
function isTooSmall({ kind, lines }: IssuableRule): boolean {
  if (kind === 'boletaHonorarios' || lines.length === 0) return false
  const amounts = lines.map(({ quantity: count, price }) =>
    count === null || price === null || price.currency === 'UF'
      ? null
      : lineAmount({ quantity: count, price }),
  )
  const known = amounts.filter((amount) => amount !== null)
  if (known.length < amounts.length) return false
  return facturaTotals(known.map((amountClp) => ({ amountClp }))).netoClp < MINIMUM_NETO_CLP
}

/** The view as freezing takes it. */
export function domainRule(view: RuleView): Rule {
  const { issuerAddress, issuerActivity } = view
  return {
    id: view.id,
    name: view.name,
    kind: view.kind,
    schedule: view.schedule,
    monthOffset: view.monthOffset,
    startDay: view.startDay,
    ufRateType: view.ufRateType,
    isPaused: view.isPaused,
    issuer: {
      companyId: view.company.id,
      rut: view.company.rut,
      name: view.company.name,
      email: view.issuerEmail,
      address: issuerAddress,
      activity: issuerActivity,
    },
    person: view.person,
    withholder: view.withholder,
    clients: view.clients.map(({ client, addressId, activityId, contactName, contactRut }) => ({
      clientId: client.id,
      rut: client.rut,
      name: client.name,
      address: client.addresses.find(({ id }) => id === addressId) ?? null,
      giro: client.activities.find(({ id }) => id === activityId)?.description ?? null,
      contactName,
      contactRut: contactRut === '' ? null : rut(contactRut),
    })),
    lines: view.lines.map(domainLine),
  }
}

function domainLine(line: LineView): RuleLine {
  return {
    name: line.name,
    description: '',
    code: line.code,
    quantity: line.quantity === null ? null : quantity(line.quantity),
    price: line.price === null ? null : priceOf(line.currency, line.price),
    currency: line.currency,
  }
}

export function priceOf(currency: 'CLP' | 'UF', price: string): RuleLine['price'] {
  return currency === 'CLP'
    ? { currency, unitClp: clp(Number(price)) }
    : { currency, unitUf: uf(price) }
}
