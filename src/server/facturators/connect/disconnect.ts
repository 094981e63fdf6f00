import { audit, type Author } from '../../audit.ts'
import {
  forgetSecrets,
  forgetSession,
  hasOpenAttempt,
  ownsSession,
  removeUnusedFacturator,
} from './disconnect-store.ts'
import { forgetReplies } from '../../http/idempotency.ts'
import { closeStoredSession } from '../session/close-session.ts'
import type { PortalNeeds } from '../portal.ts'
import { findFacturator, type Facturator, type FacturatorAt } from '../store.ts'
import { withPatientLease, type VisitAnswer } from '../visit.ts'

export type Disconnection =
  | { kind: 'removed' }
  | { kind: 'kept' }
  | { kind: 'noFacturator' }
  | Exclude<VisitAnswer<never>, { kind: 'ok' }>

/** How long a user waits for whoever uses the person's session. */
const PATIENCE_MS = 10_000

/**
 * Erases the clave, the certificate's password and the portal session, after closing that at the SII. The
 * facturator goes too unless documents or rules hang on it. While an attempt's end is unknown, a session
 * that the SII didn't close is refused: closing it is what keeps a lost request from arriving late.
 */
export async function disconnect(
  needs: PortalNeeds,
  author: Author,
  at: FacturatorAt,
  worker: string,
): Promise<Disconnection> {
  const known = await findFacturator(needs.db, at)
  if (known === null) return { kind: 'noFacturator' }
  const who = { person: known.person, worker, patienceMs: PATIENCE_MS }
  const done = await withPatientLease(needs, who, () => erase(needs, author, known))
  return done?.value ?? { kind: 'busy' }
}

async function erase(
  needs: PortalNeeds,
  author: Author,
  facturator: Facturator,
): Promise<Disconnection> {
  const { db, clock, vault } = needs
  const { organisationId, facturatorId } = facturator
  if (await ownsSession(db, facturator)) {
    const closed = await closeStoredSession(needs, facturator)
    const isOver = closed.kind === 'ok' || closed.kind === 'abandoned'
    if (!isOver && (await hasOpenAttempt(db, facturator))) return closed
  }
  return db.transaction().execute(async (trx): Promise<Disconnection> => {
    const session = await forgetSession(trx, facturator)
    const secrets = [
      ...(await forgetSecrets(trx, facturator)),
      ...(session === null ? [] : [session]),
    ]
    for (const secretId of secrets) await vault.erase(trx, { organisationId, secretId })
    const kind = (await removeUnusedFacturator(trx, facturator)) ? 'removed' : 'kept'
    const subject = `facturator:${facturatorId}`
    const told = { id: facturatorId, rut: facturator.person.replace('-', '') }
    await forgetReplies(trx, organisationId, told)
    await audit(trx, clock, author, { kind: 'credentialsErased', subject, data: { kind } })
    return { kind }
  })
}
