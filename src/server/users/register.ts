import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { forgetUnactivatedAt } from './account/forget-unactivated.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import {
  findOrganisation,
  findUser,
  findUserByEmail,
  insertOrganisation,
  insertSystemMail,
  insertUser,
  setPassword,
  type Db,
} from './account/store.ts'
import { recordTerms } from './terms.ts'

export type RegistrationNeeds = { db: Db; clock: Clock; hasher: PasswordHasher }

export type NewUser = { email: string; password: string; repeated: string; language: Language }

export type Registration =
  | { kind: 'registered'; id: number; email: string }
  | { kind: 'emailTaken' }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' }

/** Asked for an address that was registered and never activated too: the answer may not tell. */
export interface RegistrationLimits {
  mayChange: () => Promise<boolean>
  mayWrite: () => Promise<boolean>
}

/**
 * Makes the account, its organisation and the mail that activates it, or nothing. An e-mail whose account is
 * activated is reported, as the specification wants. One never activated is registered as for the first time,
 * because anyone can type any address. Where `mayWrite` says no, the newest password counts with the link that was
 * mailed last, which only the owner of the address has; where `mayChange` does, nothing changes. The answer is the same.
 * Checks come in the original's order.
 */
export async function register(
  needs: RegistrationNeeds,
  user: NewUser,
  limits: RegistrationLimits,
): Promise<Registration> {
  const { db, clock, hasher } = needs
  const { email, password, language } = user
  const known = await findUserByEmail(db, email)
  if (known && known.activated_at !== null) return { kind: 'emailTaken' }
  const problems = passwordProblems(password, email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (password !== user.repeated) return { kind: 'passwordMismatch' }
  const passwordHash = await hasher.hash(password)
  const mayChange = await limits.mayChange()
  const mayWrite = mayChange && (await limits.mayWrite())
  const at = instantText(clock.now())
  return db.transaction().execute(async (trx): Promise<Registration> => {
    const holder = mayWrite ? undefined : await findUserByEmail(trx, email)
    if (holder?.activated_at === null) {
      if (mayChange) await takeOver(trx, clock, holder.id, passwordHash)
      return { kind: 'registered', id: holder.id, email }
    }
    const id = await insertAnew(trx, { email, passwordHash, language, at })
    if (id === null) return { kind: 'emailTaken' }
    const organisationId = await insertOrganisation(trx, { userId: id, name: email, at })
    const author = { organisationId, userId: id }
    await audit(trx, clock, author, { kind: 'accountCreated', subject: `user:${id}` })
    await recordTerms(trx, clock, author)
    await insertSystemMail(trx, { template: 'activation', recipient: email, language, at })
    return { kind: 'registered', id, email }
  })
}

/** The mail that left keeps its link; whoever registered last has accepted the terms for themselves. */
async function takeOver(trx: Db, clock: Clock, id: number, passwordHash: string): Promise<void> {
  const now = await findUser(trx, id, 'locked')
  if (now?.activated_at !== null) return
  await setPassword(trx, id, passwordHash)
  const organisationId = await findOrganisation(trx, id)
  if (organisationId === undefined) return
  await recordTerms(trx, clock, { organisationId, userId: id })
}

/** Others may register the same address between looking and inserting; each must be here for one round. */
const MOST_ROUNDS = 20

/**
 * A user of its own id, so that nothing shows an earlier registration, of which nothing is left: it may have been
 * anyone's. Null when the address has an activated account, since this very moment perhaps.
 */
async function insertAnew(
  trx: Db,
  user: { email: string; passwordHash: string; language: Language; at: string },
): Promise<number | null> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await forgetUnactivatedAt(trx, user.email)
    const id = await insertUser(trx, user)
    if (id !== undefined) return id
    const holder = await findUserByEmail(trx, user.email)
    if (holder && holder.activated_at !== null) return null
  }
  throw new Error('An address is registered again and again at this moment')
}
