import { sql } from 'kysely'
import type { Logger } from 'pino'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from '../account/store.ts'

export interface FailedSignIn {
  email: string
  network: string
  what: 'password' | 'code'
}

/**
 * On record for the organisation of whoever has that address, and in the log with the caller's network. One statement,
 * which takes as long for an address that nobody has.
 */
export async function recordFailedSignIn(
  { db, clock, logger }: { db: Db; clock: Clock; logger: Logger },
  { email, network, what }: FailedSignIn,
): Promise<void> {
  logger.warn({ account: email, network, what }, 'sign-in failed')
  const at = instantText(clock.now())
  const kind = what === 'code' ? 'signInCodeWrong' : 'signInFailed'
  await db
    .insertInto('audit_event')
    .columns(['organisation_id', 'user_id', 'at', 'kind', 'subject', 'data'])
    .expression((eb) =>
      eb
        .selectFrom('app_user')
        .innerJoin('membership', 'membership.user_id', 'app_user.id')
        .select([
          'membership.organisation_id',
          'app_user.id as user_id',
          sql<string>`${at}::timestamptz`.as('at'),
          sql<string>`${kind}::text`.as('kind'),
          sql<string>`'user:' || app_user.id`.as('subject'),
          sql<string>`'{}'::jsonb`.as('data'),
        ])
        .where('app_user.email', '=', email),
    )
    .execute()
}
