import { sql } from 'kysely'
import { LEGAL_VERSION } from '#domain/legal.ts'
import { audit, type Author } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Session } from '../http/handler.ts'
import { findUser, type Db } from './account/store.ts'

export interface TermsNeeds {
  db: Db
  clock: Clock
  onTermsAccepted: OnTermsAccepted
}

/** Runs in the transaction that puts the acceptance on record. */
export type OnTermsAccepted = (trx: Db, author: Author) => Promise<void>

export interface AcceptedTerms {
  version: number
  at: string
}

/** The newest version on record for this user; null when none is. A version is accepted once for each organisation. */
export async function acceptedTerms(
  db: Db,
  { organisationId, userId }: Pick<Session, 'organisationId' | 'userId'>,
): Promise<AcceptedTerms | null> {
  const version = sql<number>`(data ->> 'version')::int`
  const row = await db
    .selectFrom('audit_event')
    .select(['at', version.as('version')])
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'termsAccepted')
    .orderBy(version, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Puts the current version on record for its user, once. `otherVersion`: it is not the one that was read. */
export async function acceptTerms(
  { db, clock, onTermsAccepted }: TermsNeeds,
  session: Session,
  version: number,
): Promise<'accepted' | 'otherVersion'> {
  if (version !== LEGAL_VERSION) return 'otherVersion'
  return db.transaction().execute(async (trx): Promise<'accepted'> => {
    // Two windows of a user wait for each other here.
    await findUser(trx, session.userId, 'locked')
    const accepted = await acceptedTerms(trx, session)
    if (accepted !== null && accepted.version >= version) return 'accepted'
    const { organisationId, userId } = session
    const author = { organisationId, userId }
    await recordTerms(trx, clock, author)
    await onTermsAccepted(trx, author)
    return 'accepted'
  })
}

/** In the transaction of a registration, which accepts what stands beside its button. */
export function recordTerms(
  trx: Db,
  clock: Clock,
  author: Author & { userId: number },
): Promise<void> {
  const accepted = { kind: 'termsAccepted', data: { version: LEGAL_VERSION } } as const
  return audit(trx, clock, author, { ...accepted, subject: `user:${author.userId}` })
}
