import { instantText, type Clock } from '../clock.ts'
import { hasFreshToken, type TokenPurpose } from '../users/account/one-time-token.ts'
import { makeActivationLink, type ActivationLink } from '../users/account/registration.ts'
import { makeRecoveryLink } from '../users/recovery.ts'
import { countSent, type Db } from './store.ts'

/** Mails of one purpose to one address. Anyone may ask for them, and each brings a link that is good for a day. */
const MOST_AN_HOUR = 4
const HOUR_MS = 60 * 60_000

const MAKERS = { activation: makeActivationLink, recovery: makeRecoveryLink }

/**
 * The link of a mail about to leave. Null when there is nothing to activate or recover, or when enough mails left of
 * late and a link of theirs is still good: so only mails that left count, and no stranger uses up an owner's.
 */
export async function accountLink(
  needs: { db: Db; clock: Clock },
  purpose: TokenPurpose,
  recipient: string,
): Promise<ActivationLink | null> {
  const since = instantText(needs.clock.now() - HOUR_MS)
  const sent = await countSent(needs.db, { template: purpose, recipient, since })
  const isEnough = sent >= MOST_AN_HOUR
  if (isEnough && (await hasFreshToken(needs.db, needs.clock, recipient, purpose))) return null
  return MAKERS[purpose](needs, recipient)
}
