import { LEGAL_VERSION } from '#domain/legal.ts'
import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { beyondOrganisations } from '../db/reach.ts'
import type { ApiVault } from '../vault/vault.ts'
import { forgetTokens } from './account/one-time-token.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertOrganisation,
  insertSystemMail,
  insertUser,
  setLanguage,
  setPassword,
  type Db,
} from './account/store.ts'
import { findSecondFactor } from './second-factor/second-factor-store.ts'
import { forgetSecondFactor } from './second-factor/second-factor.ts'
import { endSessionsOf } from './sessions/session-store.ts'

export type RegistrationNeeds = { db: Db; clock: Clock; hasher: PasswordHasher; vault: ApiVault }

export type NewUser = { email: string; password: string; repeated: string; language: Language }

export type Registration =
  | { kind: 'registered'; id: number; email: string }
  | { kind: 'emailTaken' }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' }

/**
 * Makes the account, its organisation and the mail that activates it, or nothing. An e-mail whose account is
 * activated is reported, as the specification wants (D-12). One that nobody activated is registered as for the first
 * time, because anyone can type any address. Checks come in the original's order.
 */
export async function register(needs: RegistrationNeeds, user: NewUser): Promise<Registration> {
  const { db, clock, hasher } = needs
  const { email, password, language } = user
  const known = await findUserByEmail(db, email)
  if (known && known.activated_at !== null) return { kind: 'emailTaken' }
  const problems = passwordProblems(password, email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (password !== user.repeated) return { kind: 'passwordMismatch' }
  const passwordHash = await hasher.hash(password)
  const at = instantText(clock.now())
  // Before there is a session a call reaches no organisation's second factor.
  return beyondOrganisations(() =>
    db.transaction().execute(async (trx): Promise<Registration> => {
      const made = await insertUser(trx, { email, passwordHash, language, at })
      const id = made ?? (await takeOver({ ...needs, db: trx }, { email, passwordHash, language }))
      if (id === null) return { kind: 'emailTaken' }
      const organisationId =
        made === undefined
          ? await findOrganisation(trx, id)
          : await insertOrganisation(trx, { userId: id, name: email, at })
      if (organisationId === undefined) throw new Error(`User ${id} belongs to no organisation`)
      const author = { organisationId, userId: id }
      await audit(trx, clock, author, { kind: 'accountCreated', subject: `user:${id}` })
      const accepted = { kind: 'termsAccepted', data: { version: LEGAL_VERSION } } as const
      await audit(trx, clock, author, { ...accepted, subject: `user:${id}` })
      await insertSystemMail(trx, { template: 'activation', recipient: email, language, at })
      return { kind: 'registered', id, email }
    }),
  )
}

/**
 * The account that nobody activated, as if it had just been made: nothing of an earlier registration, which may have
 * been anyone's, is left. Null for one that is activated, at this very moment perhaps.
 */
async function takeOver(
  { db, clock, vault }: RegistrationNeeds,
  given: { email: string; passwordHash: string; language: Language },
): Promise<number | null> {
  const found = await findUserByEmail(db, given.email)
  const user = found && (await findUser(db, found.id, 'locked'))
  if (!user || user.activated_at !== null) return null
  const userId = user.id
  await setPassword(db, userId, given.passwordHash)
  await setLanguage(db, userId, given.language)
  await forgetTokens(db, userId)
  await endSessionsOf(db, { userId, reason: 'password', at: instantText(clock.now()) })
  const organisationId = await findOrganisation(db, userId)
  if (organisationId !== undefined) {
    const at = { organisationId, userId }
    const factor = await findSecondFactor(db, at)
    if (factor !== null) await forgetSecondFactor(db, vault, at, factor.secretId)
  }
  return userId
}
