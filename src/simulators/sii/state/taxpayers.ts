import type { WorldReceiver } from '../../world-receivers.ts'
import type { Portal } from './portal.ts'

/** Everybody the SII knows by RUT: characters, their companies, whom they bill and who sells to them. */
export function nameOf({ world }: Portal, rut: string): string {
  const company = world.companies.find((one) => one.rut === rut)
  if (company) return company.name
  const person = world.people.find((one) => one.rut === rut)
  if (person) return `${person.names} ${person.fatherName} ${person.motherName}`
  return outsider({ world }, rut)?.name ?? ''
}

/** Who is neither a character nor one of their companies. */
export function outsider({ world }: Pick<Portal, 'world'>, rut: string): WorldReceiver | null {
  return [...world.receivers, ...(world.traders ?? [])].find((one) => one.rut === rut) ?? null
}
