import { sql } from 'kysely'
import type { Logger } from 'pino'
import { instantText, type Clock } from '../../clock.ts'
import { hashForLog } from '../../log.ts'
import type { Db } from '../account/store.ts'

export interface FailedSignIn {
  email: string
  network: string
  what: 'password' | 'code'
}

/**
 * On record for the organisation of the account with that address, one row an hour with a count, and in the log with a
 * hash of the caller's network. One statement, whether or not there is such an account.
 */
export async function recordFailedSignIn(
  { db, clock, logger }: { db: Db; clock: Clock; logger: Logger },
  { email, network, what }: FailedSignIn,
): Promise<void> {
  logger.warn({ account: hashForLog(email), network: hashForLog(network), what }, 'sign-in failed')
  const kind = what === 'code' ? 'signInCodeWrong' : 'signInFailed'
  const at = instantText(clock.now())
  await sql`select record_failed_sign_in(${email}, ${kind}, ${at}::timestamptz)`.execute(db)
}
