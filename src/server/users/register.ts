import { LEGAL_VERSION } from '#domain/legal.ts'
import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import type { Language } from '#texts/language.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import { forgetUnactivatedAt } from './account/forget-unactivated.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import {
  findUserByEmail,
  insertOrganisation,
  insertSystemMail,
  insertUser,
  type Db,
} from './account/store.ts'

export type RegistrationNeeds = { db: Db; clock: Clock; hasher: PasswordHasher }

export type NewUser = { email: string; password: string; repeated: string; language: Language }

export type Registration =
  | { kind: 'registered'; id: number; email: string }
  | { kind: 'emailTaken' }
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' }

/**
 * Makes the account, its organisation and the mail that activates it, or nothing. An e-mail whose account is
 * activated is reported, as the specification wants (D-12). One never activated is registered as for the first time,
 * because anyone can type any address; when `mayRepeat` says no, nothing changes and no mail leaves, under the same
 * answer. Checks come in the original's order.
 */
export async function register(
  needs: RegistrationNeeds,
  user: NewUser,
  mayRepeat: () => Promise<boolean>,
): Promise<Registration> {
  const { db, clock, hasher } = needs
  const { email, password, language } = user
  const known = await findUserByEmail(db, email)
  if (known && known.activated_at !== null) return { kind: 'emailTaken' }
  const problems = passwordProblems(password, email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (password !== user.repeated) return { kind: 'passwordMismatch' }
  const passwordHash = await hasher.hash(password)
  const mayChange = await mayRepeat()
  const at = instantText(clock.now())
  return db.transaction().execute(async (trx): Promise<Registration> => {
    const holder = mayChange ? undefined : await findUserByEmail(trx, email)
    if (holder?.activated_at === null) return { kind: 'registered', id: holder.id, email }
    const id = await insertAnew(trx, { email, passwordHash, language, at })
    if (id === null) return { kind: 'emailTaken' }
    const organisationId = await insertOrganisation(trx, { userId: id, name: email, at })
    const author = { organisationId, userId: id }
    await audit(trx, clock, author, { kind: 'accountCreated', subject: `user:${id}` })
    const accepted = { kind: 'termsAccepted', data: { version: LEGAL_VERSION } } as const
    await audit(trx, clock, author, { ...accepted, subject: `user:${id}` })
    await insertSystemMail(trx, { template: 'activation', recipient: email, language, at })
    return { kind: 'registered', id, email }
  })
}

/** Others may register the same address between looking and inserting; each must be here for one round. */
const MOST_ROUNDS = 20

/**
 * A user of its own id, so that nothing tells of an earlier registration, of which nothing is left: it may have been
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
