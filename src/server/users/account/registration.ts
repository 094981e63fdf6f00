import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Limits } from '../../http/limits.ts'
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
  setPassword,
  type Db,
  type UserRow,
} from './store.ts'

export type ActivationNeeds = { db: Db; clock: Clock }

/**
 * Asks for another activation mail. The same one row is written for any address, known or not, so that
 * neither answer nor time tells; mailer/ drops it when there is nothing to activate.
 */
export async function requestActivation(
  { db, clock }: ActivationNeeds,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const at = instantText(clock.now())
  await insertSystemMail(db, { template: 'activation', recipient: email, language, at })
}

export type ActivationLink = { uid: string; token: string }

/** The specification's call brings no password, our own that of the registration or, typed twice, another one. */
export type GivenActivation = ActivationLink & {
  password?: string | undefined
  repeated?: string | undefined
}

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

export type Activation =
  | {
      kind: 'unknownUser' | 'invalidToken' | 'staleToken' | 'passwordWrong' | 'passwordMismatch'
    }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'activated'; userId: number }

type Needs = ActivationNeeds & { hasher: PasswordHasher; limits: Limits }

/**
 * A link works once, for 24 hours. One that is still good for an active account is `staleToken`. A wrong password
 * spends nothing: anyone can register any address, and the link in its mail must not activate their password. Whoever
 * has the link may choose another one, so that no registration of others wins over the owner of the address.
 */
export async function activate(needs: Needs, given: GivenActivation): Promise<Activation> {
  const { db, clock } = needs
  const userId = userIdOf(given.uid)
  const user = userId === null ? undefined : await findUser(db, userId)
  // Only what is no uid at all is told apart: whether there is such a user is nobody’s to try out.
  if (userId === null) return { kind: 'unknownUser' }
  if (!user) return { kind: 'invalidToken' }
  const link = { token: given.token, userId: user.id, purpose: 'activation' } as const
  const isFresh = given.password !== undefined && (await isOneTimeTokenFresh(db, clock, link))
  const choice = isFresh ? await judgePassword(needs, user, given) : { kind: 'none' as const }
  if (choice.kind !== 'none' && choice.kind !== 'chosen') return choice
  return db.transaction().execute(async (trx): Promise<Activation> => {
    // The address may have been registered again, with another password, while this one was compared.
    const now = await findUser(trx, user.id, 'locked')
    if (now === undefined) return { kind: 'invalidToken' }
    const isCompared = given.password !== undefined && choice.kind !== 'chosen'
    if (isCompared && now.password_hash !== user.password_hash) return { kind: 'passwordWrong' }
    const taken = await takeOneTimeToken(trx, clock, link)
    if (taken === 'invalid') return { kind: 'invalidToken' }
    if (taken === 'used' || user.activated_at !== null) return { kind: 'staleToken' }
    if (choice.kind === 'chosen') await setPassword(trx, user.id, choice.hash)
    await keepActivated(trx, clock, user.id, given.password !== undefined)
    return { kind: 'activated', userId: user.id }
  })
}

/** Of a person with a good link: the password of the registration, or one that is chosen now. */
async function judgePassword(
  { hasher, limits }: Needs,
  { id, email, password_hash: hash }: UserRow,
  { password = '', repeated }: GivenActivation,
): Promise<Activation | { kind: 'none' } | { kind: 'chosen'; hash: string }> {
  if (repeated === undefined) {
    await limits.consume('identityAccount', `activation:${id}`)
    return { kind: (await hasher.verify(hash, password)) ? 'none' : 'passwordWrong' }
  }
  const problems = passwordProblems(password, email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (password !== repeated) return { kind: 'passwordMismatch' }
  return { kind: 'chosen', hash: await hasher.hash(password) }
}

async function keepActivated(
  trx: Db,
  clock: Clock,
  userId: number,
  isProved: boolean,
): Promise<void> {
  await setActivated(trx, { userId, isProved, at: instantText(clock.now()) })
  const organisationId = await findOrganisation(trx, userId)
  if (organisationId === undefined) return
  const author = { organisationId, userId }
  await audit(trx, clock, author, { kind: 'accountActivated', subject: `user:${userId}` })
}
