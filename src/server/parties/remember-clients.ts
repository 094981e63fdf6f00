import type { Rut } from '#domain/rut.ts'
import type { Clock } from '../clock.ts'
import { insertMissingClients } from './client-store.ts'
import type { Db } from './store.ts'

/**
 * Whom the company has billed at the SII becomes its client, name and RUT only; the rest comes at the first
 * look-up. Those already known stay as they are.
 */
export function rememberClients(
  clock: Clock,
): (
  trx: Db,
  at: { organisationId: number; companyId: number },
  clients: { rut: Rut; name: string }[],
) => Promise<void> {
  return (trx, at, clients) => insertMissingClients(trx, clock, at, clients)
}
