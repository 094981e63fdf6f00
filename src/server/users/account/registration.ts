import type { Language } from '#texts/language.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import {
  isOneTimeTokenFresh,
  makeOneTimeToken,
  takeOneTimeToken,
  uidOf,
  userIdOf,
} from './one-time-token.ts'
import type { PasswordHasher } from './password-hash.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertSystemMail,
  setActivated,
  type Db,
} from './store.ts'

export type ActivationNeeds = { db: Db; clock: Clock }

/**
 * Asks for another activation mail. The same one row is written for any address, known or not, so that
 * neither answer nor time tells (D-12); mailer/ drops it when there is nothing to activate.
 */
export async function requestActivation(
  { db, clock }: ActivationNeeds,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const at = instantText(clock.now())
  await insertSystemMail(db, { template: 'activation', recipient: email, language, at })
}

export type ActivationLink = { uid: string; token: string }

/** With the password of the registration; the specification's call brings none. */
export type GivenActivation = ActivationLink & { password?: string | undefined }

/** For the mail about to leave: a fresh link, or null when the address has no account to activate. */
export async function makeActivationLink(
  { db, clock }: ActivationNeeds,
  email: string,
): Promise<ActivationLink | null> {
  const user = await findUserByEmail(db, email)
  if (!user || user.activated_at !== null) return null
  const token = await makeOneTimeToken(db, clock, { userId: user.id, purpose: 'activation' })
  return token === null ? null : { uid: uidOf(user.id), token }
}

export type Activation = {
  kind: 'activated' | 'unknownUser' | 'invalidToken' | 'staleToken' | 'passwordWrong'
}

/**
 * A link works once, for 24 hours. One that is still good for an active account is `staleToken`. A wrong password
 * spends nothing: anyone can register any address, and the link in its mail must not activate their password.
 */
export async function activate(
  { db, clock, hasher }: ActivationNeeds & { hasher: PasswordHasher },
  { uid, token, password }: GivenActivation,
): Promise<Activation> {
  const userId = userIdOf(uid)
  const user = userId === null ? undefined : await findUser(db, userId)
  // Only what is no uid at all is told apart: whether there is such a user is nobody’s to try out.
  if (userId === null) return { kind: 'unknownUser' }
  if (!user) return { kind: 'invalidToken' }
  const link = { token, userId: user.id, purpose: 'activation' } as const
  if (password !== undefined && (await isOneTimeTokenFresh(db, clock, link))) {
    if (!(await hasher.verify(user.password_hash, password))) return { kind: 'passwordWrong' }
  }
  return db.transaction().execute(async (trx): Promise<Activation> => {
    // The address may have been registered again, with another password, while this one was compared.
    const now = await findUser(trx, user.id, 'locked')
    if (now?.password_hash !== user.password_hash && password !== undefined) {
      return { kind: now === undefined ? 'invalidToken' : 'passwordWrong' }
    }
    const taken = await takeOneTimeToken(trx, clock, link)
    if (taken === 'invalid') return { kind: 'invalidToken' }
    if (taken === 'used' || user.activated_at !== null) return { kind: 'staleToken' }
    const at = instantText(clock.now())
    await setActivated(trx, { userId: user.id, isProved: password !== undefined, at })
    const organisationId = await findOrganisation(trx, user.id)
    if (organisationId !== undefined) {
      const author = { organisationId, userId: user.id }
      await audit(trx, clock, author, { kind: 'accountActivated', subject: `user:${user.id}` })
    }
    return { kind: 'activated' }
  })
}
