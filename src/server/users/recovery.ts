import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { beyondOrganisations } from '../db/reach.ts'
import type { ApiVault } from '../vault/vault.ts'
import {
  forgetTokens,
  isOneTimeTokenFresh,
  makeOneTimeToken,
  takeOneTimeToken,
  uidOf,
  userIdOf,
} from './account/one-time-token.ts'
import { deleteWaiting } from './email-change-store.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import { dropUnsettledFactor, removeSecondFactor } from './second-factor/second-factor.ts'
import type { RecentSessions } from './sessions/recent-sessions.ts'
import type { ActivationLink } from './account/registration.ts'
import { endSessionsOf } from './sessions/session-store.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertSystemMail,
  setPassword,
  setPasswordProved,
  type Db,
  type UserRow,
} from './account/store.ts'

export type RecoveryNeeds = {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  vault: ApiVault
  recent: RecentSessions
}

/**
 * Asks for the mail with the link. One row for any address, known or not, so that neither answer nor time
 * tells; mailer/ drops it when there is no active account.
 */
export async function requestRecovery(
  { db, clock }: Pick<RecoveryNeeds, 'db' | 'clock'>,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const at = instantText(clock.now())
  await insertSystemMail(db, { template: 'recovery', recipient: email, language, at })
}

/** For the mail about to leave: a fresh link, or null when the address has no active account. */
export async function makeRecoveryLink(
  { db, clock }: Pick<RecoveryNeeds, 'db' | 'clock'>,
  email: string,
): Promise<ActivationLink | null> {
  const user = await findUserByEmail(db, email)
  if (!user || user.activated_at === null) return null
  const token = await makeOneTimeToken(db, clock, { userId: user.id, purpose: 'recovery' })
  return token === null ? null : { uid: uidOf(user.id), token }
}

export type NewPassword = ActivationLink & { password: string; repeated: string }

export type Recovery =
  | { kind: 'changed'; userId: number; email: string }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' | 'unknownUser' | 'invalidToken' }

/**
 * Sets the password, ends every session and kills every link sent before; or nothing. Checks come in the
 * original's order, but what concerns the e-mail is told only to whoever holds a good link.
 */
export async function resetPassword(needs: RecoveryNeeds, given: NewPassword): Promise<Recovery> {
  const { db, hasher } = needs
  const problems = passwordProblems(given.password, '')
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (given.password !== given.repeated) return { kind: 'passwordMismatch' }
  const userId = userIdOf(given.uid)
  const user = userId === null ? undefined : await findUser(db, userId)
  if (userId === null) return { kind: 'unknownUser' }
  if (!user) return { kind: 'invalidToken' }
  const ending = await db.transaction().execute(async (trx): Promise<Recovery> => {
    const own = passwordProblems(given.password, user.email)
    const asked = { token: given.token, userId: user.id, purpose: 'recovery' } as const
    if (own.length > 0) {
      // The link stays good for another try.
      const isGood = await isOneTimeTokenFresh(trx, needs.clock, asked)
      return isGood ? { kind: 'passwordRefused', problems: own } : { kind: 'invalidToken' }
    }
    const taken = await takeOneTimeToken(trx, needs.clock, asked)
    if (taken !== 'fresh' || user.activated_at === null) return { kind: 'invalidToken' }
    await replacePassword(trx, needs.clock, user, await hasher.hash(given.password))
    return { kind: 'changed', userId: user.id, email: user.email }
  })
  if (ending.kind !== 'changed') return ending
  needs.recent.forgetUser(user.id)
  await dropStrangersFactor(needs, user)
  return ending
}

/**
 * The account belongs to the person who reads its mail. A second factor may be that of the stranger who registered the
 * address, or of a thief who knew the password, and would keep its owner out for ever.
 */
async function dropStrangersFactor(needs: RecoveryNeeds, user: UserRow): Promise<void> {
  const { id: userId, password_unproved: isUnproved } = user
  const organisationId = await findOrganisation(needs.db, userId)
  if (organisationId !== undefined) {
    const at = { organisationId, userId }
    // Before there is a session a call reaches no organisation's second factor.
    await beyondOrganisations(() =>
      isUnproved
        ? removeSecondFactor(needs, at)
        : dropUnsettledFactor(needs, at, needs.clock.now()),
    )
  }
  if (isUnproved) await setPasswordProved(needs.db, userId)
}

/** Every session ends and every link sent before is worth nothing, but the one that undoes a change of address. */
export async function replacePassword(
  trx: Db,
  clock: Clock,
  user: UserRow,
  passwordHash: string,
): Promise<void> {
  const at = instantText(clock.now())
  await setPassword(trx, user.id, passwordHash)
  await forgetTokens(trx, user.id)
  await deleteWaiting(trx, user.id)
  await endSessionsOf(trx, { userId: user.id, reason: 'password', at })
  const { email: recipient, language } = user
  await insertSystemMail(trx, { template: 'passwordChanged', recipient, language, at })
  const organisationId = await findOrganisation(trx, user.id)
  if (organisationId === undefined) return
  const author = { organisationId, userId: user.id }
  await audit(trx, clock, author, { kind: 'passwordChanged', subject: `user:${user.id}` })
}
