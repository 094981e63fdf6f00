import { instantText } from '../clock.ts'
import type { PortalNeeds } from './portal.ts'
import { keepPerson, type KeepNeeds } from './keep-person.ts'
import { readPerson } from './read-person.ts'
import { findFacturator, listStale, type FacturatorAt } from './store.ts'
import { visitPortal, type VisitAnswer } from './visit.ts'

export type RefreshNeeds = PortalNeeds & KeepNeeds

/**
 * Reads the person's companies, addresses, activities, certificate and recent clients again. Gives way at
 * once (`busy`) to whoever uses the person's session. Never deletes.
 */
export async function refreshFacturator(
  needs: RefreshNeeds,
  at: FacturatorAt,
  worker: string,
): Promise<VisitAnswer<null>> {
  const known = await findFacturator(needs.db, at)
  if (known === null) return { kind: 'ok', value: null }
  const facts = await visitPortal(needs, known, { worker, patienceMs: 0 }, (session) =>
    readPerson(session, needs.clock),
  )
  if (facts.kind !== 'ok') return facts
  await needs.db.transaction().execute((trx) => keepPerson(needs, trx, at, facts.value))
  return { kind: 'ok', value: null }
}

/** What a daily job should refresh: nobody's data older than `ageMs`, longest waiting first. */
export function staleFacturators(
  { db, clock }: Pick<PortalNeeds, 'db' | 'clock'>,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<FacturatorAt[]> {
  return listStale(db, instantText(clock.now() - ageMs), limit)
}
