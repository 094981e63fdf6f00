import { LEGAL_VERSION } from '#domain/legal.ts'
import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { makeOneTimeToken, takeOneTimeToken, uidOf, userIdOf } from './one-time-token.ts'
import type { PasswordHasher } from './password-hash.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertOrganisation,
  insertSystemMail,
  insertUser,
  setActivated,
  type Db,
} from './store.ts'

export type RegistrationNeeds = { db: Db; clock: Clock; hasher: PasswordHasher }

export type NewUser = { email: string; password: string; repeated: string; language: Language }

export type Registration =
  | { kind: 'registered'; id: number; email: string }
  | { kind: 'emailTaken' }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' }

/**
 * Makes the account, its organisation and the mail that activates it, or nothing. An e-mail that has an
 * account is reported, as the specification wants (D-12). Checks come in the original's order.
 */
export async function register(needs: RegistrationNeeds, user: NewUser): Promise<Registration> {
  const { db, clock, hasher } = needs
  if (await findUserByEmail(db, user.email)) return { kind: 'emailTaken' }
  const problems = passwordProblems(user.password, user.email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (user.password !== user.repeated) return { kind: 'passwordMismatch' }
  const passwordHash = await hasher.hash(user.password)
  const at = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const { email, language } = user
    const id = await insertUser(trx, { email, passwordHash, language, at })
    if (id === undefined) return { kind: 'emailTaken' }
    const organisationId = await insertOrganisation(trx, { userId: id, name: email, at })
    const author = { organisationId, userId: id }
    await audit(trx, clock, author, { kind: 'accountCreated', subject: `user:${id}` })
    const accepted = { kind: 'termsAccepted', data: { version: LEGAL_VERSION } } as const
    await audit(trx, clock, author, { ...accepted, subject: `user:${id}` })
    await insertSystemMail(trx, { template: 'activation', recipient: email, language, at })
    return { kind: 'registered', id, email }
  })
}

/**
 * Asks for another activation mail. The same one row is written for any address, known or not, so that
 * neither answer nor time tells (D-12); mailer/ drops it when there is nothing to activate.
 */
export async function requestActivation(
  { db, clock }: Pick<RegistrationNeeds, 'db' | 'clock'>,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const at = instantText(clock.now())
  await insertSystemMail(db, { template: 'activation', recipient: email, language, at })
}

export type ActivationLink = { uid: string; token: string }

/** For the mail about to leave: a fresh link, or null when the address has no account to activate. */
export async function makeActivationLink(
  { db, clock }: Pick<RegistrationNeeds, 'db' | 'clock'>,
  email: string,
): Promise<ActivationLink | null> {
  const user = await findUserByEmail(db, email)
  if (!user || user.activated_at !== null) return null
  const token = await makeOneTimeToken(db, clock, { userId: user.id, purpose: 'activation' })
  return { uid: uidOf(user.id), token }
}

export type Activation = { kind: 'activated' | 'unknownUser' | 'invalidToken' | 'staleToken' }

/** A link works once, for 24 hours. One that is still good for an active account is `staleToken`. */
export async function activate(
  { db, clock }: Pick<RegistrationNeeds, 'db' | 'clock'>,
  { uid, token }: ActivationLink,
): Promise<Activation> {
  const userId = userIdOf(uid)
  const user = userId === null ? undefined : await findUser(db, userId)
  if (!user) return { kind: 'unknownUser' }
  return db.transaction().execute(async (trx): Promise<Activation> => {
    const taken = await takeOneTimeToken(trx, clock, {
      token,
      userId: user.id,
      purpose: 'activation',
    })
    if (taken === 'invalid') return { kind: 'invalidToken' }
    if (taken === 'used' || user.activated_at !== null) return { kind: 'staleToken' }
    await setActivated(trx, user.id, instantText(clock.now()))
    const organisationId = await findOrganisation(trx, user.id)
    if (organisationId !== undefined) {
      const author = { organisationId, userId: user.id }
      await audit(trx, clock, author, { kind: 'accountActivated', subject: `user:${user.id}` })
    }
    return { kind: 'activated' }
  })
}
