import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { PasswordRequired } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Db } from './account/store.ts'
import { provedAt, setProvedAt } from './sessions/session-store.ts'

/** Long enough for whoever has just signed in to connect the SII; a screen left open is older than that. */
export const PROOF_MS = 30 * 60 * 1000

type IdentityNeeds = { db: Db; clock: Clock }

/** Throws PasswordRequired when nobody has given this session's password of late. */
export async function requireIdentity(
  { db, clock }: IdentityNeeds,
  { sessionId }: Session,
): Promise<void> {
  const at = await provedAt(db, sessionId)
  if (at === null || clock.now() - Date.parse(at) > PROOF_MS) throw new PasswordRequired()
}

/** The password, and the second factor where there is one, were right. */
export async function keepIdentity({ db, clock }: IdentityNeeds, session: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await setProvedAt(trx, session.sessionId, instantText(clock.now()))
    const subject = `user:${session.userId}`
    await audit(trx, clock, session, { kind: 'identityProved', subject })
  })
}
