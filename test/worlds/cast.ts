import { chileInstant, day, type Day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { sealEnvelope } from '#server/vault/envelope.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { Secret } from '#server/vault/secret.ts'
import { receivers } from '#simulators/world-receivers.ts'
import {
  ana,
  antonia,
  aseoDelSur,
  asesoriasPenaMunoz,
  rodrigo,
  softwareAraucaria,
  world,
  type World,
  type WorldCompany,
  type WorldPerson,
} from '#simulators/world.ts'
import type { Chance } from './chance.ts'
import type { SeedRow } from './database/database.ts'

/** Who is in a world and what is to be billed there on its one day. */
export interface Cast {
  rows: SeedRow[]
  billings: Billing[]
  people: WorldPerson[]
  /** Which organisation keeps a clave of whom that the SII refuses, as `claveOf` names it. */
  wrongClaves: Set<string>
  /** The day on which all is to be issued. */
  day: Day
  startMs: number
}

/** One key: what one rule says to one client this month. */
export interface Billing {
  key: string
  /** Stands in the document's first line and nowhere where the engine looks. */
  mark: string
  organisationId: number
  person: string
  company: string
  recipient: string
  totalClp: number
}

export function claveOf({ organisationId, person }: Pick<Billing, 'organisationId' | 'person'>) {
  return `${organisationId} ${person}`
}

export const EMISSION_DAY = day(2026, 11, 30)
/** 08:50 in Chile: the window opens at nine. */
export const START_MS = chileInstant(EMISSION_DAY, 8, 50)

export const VAULT_KEY = Buffer.alloc(32, 7).toString('base64')
export const ring = keyRing(new Secret(VAULT_KEY))

const now = instantText(START_MS)
export const RECIPIENTS = ['90909090-3', '91919191-0', '94949494-2']

/** Camila shares Ana's company, here with a certificate of her own. */
const camila: WorldPerson = {
  ...(world.people.find(({ key }) => key === 'camila') ?? ana),
  certificatePassword: 'demo-cert-3',
}

/** The world as the simulator plays it: its own characters, without the past and without their troubles. */
export const worldOfCasts: World = {
  people: [ana, rodrigo, camila, antonia],
  companies: world.companies,
  receivers,
  facturas: [],
}

/** Whoever issues boletas de honorarios is their own issuer: the SII lists no company of theirs. */
export const antoniaHerself: WorldCompany = {
  ...asesoriasPenaMunoz,
  key: antonia.key,
  rut: antonia.rut,
  name: `${antonia.names} ${antonia.fatherName} ${antonia.motherName}`,
  email: '',
  addresses: [],
  activities: [],
}

export type Seat = { person: WorldPerson; company: WorldCompany; organisationId: number }

const BOLETAS: readonly Seat[] = [seat(antonia, antoniaHerself)]

const SEATINGS: readonly (readonly Seat[])[] = [
  [seat(ana, asesoriasPenaMunoz)],
  [seat(rodrigo, aseoDelSur), seat(rodrigo, softwareAraucaria)],
  // Two persons issue for one company: they share its folios and nothing else.
  [seat(ana, asesoriasPenaMunoz), seat(camila, asesoriasPenaMunoz)],
  // Two tenants have connected the same person: they share her portal session.
  [seat(ana, asesoriasPenaMunoz), seat(ana, asesoriasPenaMunoz, 2)],
]

export function isBoletas({ person, company }: Seat): boolean {
  return person.rut === company.rut
}

export function seat(person: WorldPerson, company: WorldCompany, organisationId = 1): Seat {
  return { person, company, organisationId }
}

export interface CastPlan {
  chance: Chance
  mostBillings: number
  /** Whether two persons bill the same to the same client, for the company whose folios they share. */
  isAlike: boolean
  /** Whether somebody's clave or certificate password is wrong in our tables. */
  wrongClave: boolean
  wrongPassword: boolean
  /** Boletas de honorarios instead of facturas. */
  isBoletas: boolean
}

export function createCast(plan: CastPlan): Cast {
  const { chance } = plan
  const seats = seatsOf(plan)
  const people = [...new Set(seats.map(({ person }) => person))]
  const wrongClaves = new Set(plan.wrongClave ? wrongClavesOf(chance, seats) : [])
  const wrongPasswords = new Set(plan.wrongPassword ? [chance.pick(people).rut] : [])
  const rows: SeedRow[] = []
  const billings: Billing[] = []
  for (const organisationId of new Set(seats.map((one) => one.organisationId))) {
    rows.push(row('organisation', { id: organisationId, name: 'Casa', created_at: now }))
  }
  seats.forEach((one, index) => {
    const isWrong = wrongClaves.has(claveOf({ ...one, person: one.person.rut }))
    rows.push(...seatRows(one, index + 1, isWrong, wrongPasswords))
    for (const recipient of RECIPIENTS) rows.push(...clientRows(one, index + 1, recipient))
  })
  const wanted = plan.isAlike ? seats.length : chance.between(1, plan.mostBillings)
  for (let id = 1; id <= wanted; id += 1) {
    const { at, recipients, netoClp } = plan.isAlike
      ? { at: id - 1, recipients: RECIPIENTS.slice(0, 1), netoClp: 100_000 }
      : saidByChance(chance, seats)
    const seated = seats[at]
    if (seated === undefined) continue
    rows.push(...ruleRows(seated, at + 1, id, recipients, netoClp))
    for (const recipient of recipients) {
      billings.push({
        key: `rule:${id}:2026-11:client:${clientId(at + 1, recipient)}`,
        mark: `Servicio ${id}`,
        organisationId: seated.organisationId,
        person: seated.person.rut,
        company: seated.company.rut,
        recipient,
        totalClp: isBoletas(seated) ? netoClp : netoClp * 1.19,
      })
    }
  }
  return { rows, billings, people, wrongClaves, day: EMISSION_DAY, startMs: START_MS }
}

/** One person's: in every organisation that keeps it, or in one that was not told of another. */
function wrongClavesOf(chance: Chance, seats: readonly Seat[]): string[] {
  const { person } = chance.pick(seats)
  const own = seats.filter((one) => one.person === person)
  const wrong = chance.isTrue(0.6) ? own : [chance.pick(own)]
  return wrong.map(({ organisationId }) => claveOf({ organisationId, person: person.rut }))
}

function seatsOf({ chance, isAlike, isBoletas, wrongClave }: CastPlan): readonly Seat[] {
  if (isBoletas) return BOLETAS
  const [alone = [], severalCompanies = [], sharedCompany = [], sharedPerson = []] = SEATINGS
  if (isAlike) return sharedCompany
  // Where two organisations keep one wrong clave, the second must not try it.
  if (wrongClave && chance.isTrue(0.6)) return sharedPerson
  return chance.weighted([
    [alone, 5],
    [severalCompanies, 2],
    [sharedCompany, 2],
    [sharedPerson, 2],
  ])
}

/** What one rule says: whose it is, to whom, and how much. */
function saidByChance(chance: Chance, seats: readonly Seat[]) {
  const at = chance.below(seats.length)
  const recipients = [chance.pick(RECIPIENTS)]
  if (chance.isTrue(0.2)) recipients.push(...RECIPIENTS.filter((one) => one !== recipients[0]))
  // Often the very same figures to the same client: only the folio tells such documents apart.
  return { at, recipients, netoClp: chance.pick([100_000, 100_000, 150_000]) }
}

const sealed = new Map<string, ReturnType<typeof sealEnvelope>>()

function secretRow(
  organisationId: number,
  id: number,
  kind: 'clave' | 'certificatePassword',
  plaintext: string,
): SeedRow {
  const known = `${organisationId} ${kind} ${plaintext}`
  const envelope =
    sealed.get(known) ?? sealEnvelope(ring, { organisationId, kind }, Buffer.from(plaintext))
  sealed.set(known, envelope)
  return row('secret', {
    organisation_id: organisationId,
    id,
    kind,
    key_id: envelope.keyId,
    wrapped_key: envelope.wrappedKey,
    sealed: envelope.sealed,
    created_at: now,
  })
}

export function seatRows(
  one: Seat,
  id: number,
  isWrong: boolean,
  wrongPasswords: Set<string>,
): SeedRow[] {
  const { person, company, organisationId } = one
  const own = { organisation_id: organisationId }
  const signs = !isBoletas(one)
  const password = wrongPasswords.has(person.rut) ? 'otra' : (person.certificatePassword ?? '')
  // Rodrigo's two companies hang off one facturator.
  const facturatorId = company === softwareAraucaria ? id - 1 : id
  const facturator = [
    secretRow(organisationId, id * 2, 'clave', isWrong ? 'mala1234' : person.clave),
    ...(signs ? [secretRow(organisationId, id * 2 + 1, 'certificatePassword', password)] : []),
    row('facturator', {
      ...own,
      id: facturatorId,
      label: person.key,
      person_rut: person.rut,
      clave_secret_id: id * 2,
      clave_state: 'valid',
      certificate_state: signs ? 'centralized' : 'none',
      certificate_secret_id: signs ? id * 2 + 1 : null,
      certificate_password_state: signs ? 'unverified' : 'absent',
      created_at: now,
    }),
  ]
  return [
    ...(facturatorId === id ? facturator : []),
    row('company', {
      ...own,
      id,
      facturator_id: facturatorId,
      rut: company.rut,
      name: company.name,
      issues_facturas: signs,
      created_at: now,
    }),
    ...(signs ? issuerRows(one, id) : []),
  ]
}

function issuerRows({ company, organisationId }: Seat, id: number): SeedRow[] {
  const own = { organisation_id: organisationId }
  const [place] = company.addresses
  const [activity] = company.activities
  return [
    row('issuer_address', {
      ...own,
      id,
      company_id: id,
      street_and_number: place?.street ?? '',
      commune: place?.commune ?? '',
      city: place?.city === '' ? 'SANTIAGO' : (place?.city ?? ''),
      branch_code: place?.branchCode ?? '',
    }),
    row('issuer_activity', {
      ...own,
      id,
      company_id: id,
      code: activity?.code ?? '',
      description: activity?.name ?? '',
    }),
  ]
}

export function clientId(companyId: number, recipient: string): number {
  return companyId * 10 + RECIPIENTS.indexOf(recipient)
}

function ruleRows(
  one: Seat,
  companyId: number,
  id: number,
  recipients: readonly string[],
  netoClp: number,
): SeedRow[] {
  const { company, organisationId } = one
  const own = { organisation_id: organisationId }
  const signs = !isBoletas(one)
  return [
    row('product', {
      ...own,
      id,
      company_id: companyId,
      name: `Servicio ${id}`,
      unit_price: `${netoClp}.000000`,
      currency: 'CLP',
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
      issuer_email: company.email,
      business_day_rule: 'LAST_DAY',
      start_day: EMISSION_DAY,
      next_emission_day: EMISSION_DAY,
      created_at: now,
      updated_at: now,
    }),
    row('rule_line', {
      ...own,
      rule_id: id,
      position: 1,
      product_id: id,
      quantity: '1.000000',
      price: `${netoClp}.000000`,
    }),
    ...recipients.map((recipient, position) =>
      row('rule_client', {
        ...own,
        rule_id: id,
        client_id: clientId(companyId, recipient),
        position,
        address_id: clientId(companyId, recipient),
        activity_id: signs ? clientId(companyId, recipient) : null,
      }),
    ),
  ]
}

export function clientRows(
  { organisationId }: Seat,
  companyId: number,
  recipient: string,
): SeedRow[] {
  const own = { organisation_id: organisationId }
  const { name, giro, street, commune, city } = recipientData(recipient)
  const id = clientId(companyId, recipient)
  return [
    row('client', {
      ...own,
      id,
      company_id: companyId,
      rut: recipient,
      name,
      created_at: now,
    }),
    row('client_address', { ...own, id, client_id: id, street_and_number: street, commune, city }),
    row('client_activity', { ...own, id, client_id: id, description: giro }),
  ]
}

/** What is stored of a client of that RUT. */
export function recipientData(recipient: string) {
  const known = receivers.find((one) => one.rut === recipient)
  const { street = '', commune = '' } = known?.addresses[0] ?? {}
  return { name: known?.name ?? '', giro: known?.giros[0] ?? '', street, commune, city: 'SANTIAGO' }
}

export function row(table: string, values: SeedRow['values']): SeedRow {
  return { table, values }
}
