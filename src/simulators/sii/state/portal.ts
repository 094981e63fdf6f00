import type { World, WorldCompany, WorldPerson } from '../../world.ts'
import type { FaultPlan } from './faults.ts'
import { groupedBy } from './grouped.ts'
import type { Scenario, Scenarios } from './scenarios.ts'
import type { ScenarioName } from '../../world-trouble.ts'
import type { State } from './state.ts'
import type { Variants } from './variants.ts'

export interface PortalOptions {
  world: World
  /** Milliseconds since 1970 UTC. */
  now: () => number
  /** Kept whole after each change and read at the start; in memory only without it. */
  stateFile?: string
  /** For histories that must repeat; random by default. */
  newToken?: () => string
  /** The key behind its stamps, for who starts many of them; a new one by default. */
  authorityKeyPem?: string
  /** One sheet for every document, for who starts many and looks at none; each its own by default. */
  sheet?: Uint8Array
}

/** How much the SII tolerates. The numbers are invented; that there are limits is not. */
export interface Limits {
  openSessions: number
  loginsPerHour: number
  /** Wrong claves in a row until the clave is blocked. */
  wrongClaves: number
  /** Calls to the register within five minutes, everybody's together. */
  registerCalls: number
}

export interface LoggedRequest {
  /** Counts arrivals and answers together, so that two requests overlap when their numbers interleave. */
  startedAs: number
  endedAs: number | null
  atMs: number
  method: string
  path: string
  personRut: string | null
  sessionToken: string | null
  fault: string | null
  status: number | null
}

export interface Portal {
  world: World
  state: State
  scenarios: Scenarios
  faults: FaultPlan
  variants: Variants
  limits: Limits
  requests: LoggedRequest[]
  /** Last number given to an arrival or an answer. */
  lastNumber: number
  /** What slow faults keep back until they are released. */
  held: (() => void)[]
  now(): number
  /** Stands still at this instant until null. */
  setClock(ms: number | null): void
  newToken(): string
  /** What every document prints as; null when each is drawn. */
  sheet: Uint8Array | null
  save(): void
  /** As on the first start: documents, sessions, scenarios, variants. */
  reset(): void
}

const personBy = groupedBy((person: WorldPerson) => person.rut)
const companyBy = groupedBy((company: WorldCompany) => company.rut)

export function personOf(portal: Portal, personRut: string): WorldPerson | null {
  return personBy(portal.world.people, personRut)[0] ?? null
}

export function companyOf(portal: Portal, companyRut: string | null): WorldCompany | null {
  return companyBy(portal.world.companies, companyRut ?? '')[0] ?? null
}

/** The companies the portal lists for the person, after the scenarios. */
export function companiesOf(portal: Portal, person: WorldPerson): WorldCompany[] {
  if (portal.scenarios.take('no-companies', [person.rut])) return []
  const companies = portal.world.companies.filter((one) => person.companies.includes(one.rut))
  return portal.scenarios.take('only-first-company', [person.rut])
    ? companies.slice(0, 1)
    : companies
}

export function scenarioFor(
  portal: Portal,
  name: ScenarioName,
  ...ruts: (string | null)[]
): Scenario | null {
  return portal.scenarios.take(name, ruts)
}
