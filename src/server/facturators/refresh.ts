import { instantText } from '../clock.ts'
import type { PortalNeeds } from './portal.ts'
import { keepPerson, type KeepNeeds } from './connect/keep-person.ts'
import { readPerson } from './connect/read-person.ts'
import { findFacturator, type FacturatorAt } from './store.ts'
import { beginTurn, choreTurns, forgiveTurn } from './turns.ts'
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
  await beginTurn(needs, 'refresh', at)
  const facts = await visitPortal(needs, known, { worker, patienceMs: 0 }, (session) =>
    readPerson(session, needs.clock),
  )
  if (facts.kind === 'busy') await forgiveTurn(needs.db, 'refresh', at)
  if (facts.kind !== 'ok') return facts
  await needs.db.transaction().execute(async (trx) => {
    await keepPerson(needs, trx, at, facts.value)
    await forgiveTurn(trx, 'refresh', at)
  })
  return { kind: 'ok', value: null }
}

/** What a daily job should refresh: nobody's data older than `ageMs`, in turns whatever became of each. */
export function staleFacturators(
  needs: Pick<PortalNeeds, 'db' | 'clock'>,
  { ageMs, limit }: { ageMs: number; limit: number },
): Promise<FacturatorAt[]> {
  const since = instantText(needs.clock.now() - ageMs)
  return choreTurns(needs, 'refresh', { since, limit })
}
