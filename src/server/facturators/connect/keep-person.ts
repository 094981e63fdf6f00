import type { Rut } from '#domain/rut.ts'
import type { Clock } from '../../clock.ts'
import { saveOwnEntry } from './own-entry.ts'
import type { PersonFacts } from './read-person.ts'
import { setCertificateState } from '../certificate-state.ts'
import { saveCompany, setRefreshed, type Db, type FacturatorAt } from '../store.ts'

export interface KeepNeeds {
  clock: Clock
  /** The clients' own feature keeps them: adds those it doesn't know yet. */
  rememberClients(
    trx: Db,
    at: { organisationId: number; companyId: number },
    clients: { rut: Rut; name: string }[],
  ): Promise<void>
}

/** Takes over what the SII said. Adds and updates; deletes nothing, because rules may point at it. */
export async function keepPerson(
  { clock, rememberClients }: KeepNeeds,
  trx: Db,
  at: FacturatorAt,
  facts: PersonFacts,
): Promise<void> {
  await setRefreshed(trx, clock, at, facts.name)
  await setCertificateState(trx, clock, at, facts.certificate)
  if (facts.companies.length === 0 && facts.mayIssueBoletas) {
    await saveOwnEntry(trx, clock, at, facts.name)
  }
  for (const company of facts.companies) {
    const companyId = await saveCompany(trx, clock, at, company)
    await rememberClients(trx, { organisationId: at.organisationId, companyId }, company.clients)
  }
}
