import { passwordProblems, type PasswordProblem } from '#domain/password.ts'
import { withinOrganisation } from '../db/reach.ts'
import { InvalidInput } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Origin } from './sessions/places.ts'
import { provePerson, type ProofNeeds } from './prove-person.ts'
import { replacePassword } from './recovery.ts'
import { openSession, type SessionNeeds, type TokenPair } from './sessions/sessions.ts'
import { findUser, type Db } from './account/store.ts'

export type PasswordChange = {
  current: string
  password: string
  repeated: string
  otp?: string | undefined
}

export type Changed =
  | ({ kind: 'changed'; email: string } & TokenPair)
  | { kind: 'passwordRefused'; problems: PasswordProblem[] }
  | { kind: 'passwordMismatch' | 'passwordSame' }

/**
 * Every session of the user ends; who asked goes on with the new pair. What is wrong with the new password is
 * told first: a code isn't used up for it. Throws InvalidInput when it isn't the user.
 */
export async function changePassword(
  needs: SessionNeeds & ProofNeeds,
  session: Session,
  given: PasswordChange,
  origin: Pick<Origin, 'userAgent'>,
): Promise<Changed> {
  const { db, hasher, recent } = needs
  const { userId, organisationId } = session
  const { email } = (await findUser(db, userId)) ?? { email: '' }
  const problems = passwordProblems(given.password, email)
  if (problems.length > 0) return { kind: 'passwordRefused', problems }
  if (given.password !== given.repeated) return { kind: 'passwordMismatch' }
  if (given.password === given.current) return { kind: 'passwordSame' }
  const proof = { password: given.current, otp: given.otp }
  const user = await provePerson(needs, session, proof, 'current_password')
  const passwordHash = await hasher.hash(given.password)
  const replace = async (trx: Db) => {
    // Changed meanwhile by a link from a mail: then this one was not the password any more.
    const now = await findUser(trx, userId, 'locked')
    if (now?.password_hash !== user.password_hash) return null
    await replacePassword(trx, needs.clock, user, passwordHash)
    const subject = { userId, organisationId, email: user.email }
    return openSession({ ...needs, db: trx }, subject, origin)
  }
  // Links and refresh tokens are reached like by whoever has no session yet: none of the old ones is left.
  const pair = await withinOrganisation(null, () => db.transaction().execute(replace))
  if (pair === null) throw new InvalidInput({ current_password: ['passwordWrong'] })
  recent.forgetUser(userId)
  return { kind: 'changed', email: user.email, ...pair }
}
