import { InvalidInput, NotAuthenticated } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import type { PasswordHasher } from './account/password-hash.ts'
import { checkSecondFactor, type SecondFactorNeeds } from './second-factor/second-factor.ts'
import { findUser, type UserRow } from './account/store.ts'

export type ProofNeeds = SecondFactorNeeds & { hasher: PasswordHasher; limits: Limits }

/** The session's user, whose password this is. Throws InvalidInput of `field` when it isn't. */
export async function provePassword(
  needs: ProofNeeds,
  session: Session,
  password: string,
  field = 'password',
): Promise<UserRow> {
  await needs.limits.consume('identityAccount', `user:${session.userId}`)
  const user = await findUser(needs.db, session.userId)
  if (!user) throw new NotAuthenticated('userNotFound', 'user_not_found')
  if (!(await needs.hasher.verify(user.password_hash, password))) {
    throw new InvalidInput({ [field]: ['passwordWrong'] })
  }
  return user
}

/** The same with a code, which is used up, where a second factor is in force. */
export async function provePerson(
  needs: ProofNeeds,
  session: Session,
  given: { password: string; otp?: string | undefined },
  field = 'password',
): Promise<UserRow> {
  const user = await provePassword(needs, session, given.password, field)
  const check = await checkSecondFactor(needs, session, given.otp)
  if (check === 'missing') throw new InvalidInput({ otp: ['otpRequired'] })
  if (check === 'wrong') throw new InvalidInput({ otp: ['otpInvalid'] })
  return user
}
