import { InvalidInput, Refused } from '../http/errors.ts'
import type { Handlers, Session } from '../http/handler.ts'
import { keepIdentity } from './identity.ts'
import { provePassword, provePerson, type ProofNeeds } from './prove-person.ts'
import { findSecondFactor, recoveryCodesLeft } from './second-factor/second-factor-store.ts'
import {
  checkSecondFactor,
  confirmSecondFactorOf,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor/second-factor.ts'
import { otpauthUri } from './second-factor/totp.ts'

export type SecondFactorRoutes = Pick<
  Handlers,
  | 'readSecondFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'removeSecondFactor'
  | 'proveIdentity'
>

/** Ours: the second factor of whoever asks, and what asks for the password again, and for a code of it. */
export function secondFactorRoutes(needs: ProofNeeds): SecondFactorRoutes {
  const { db } = needs

  async function proveBoth(session: Session, given: { password: string; otp: string }) {
    await provePassword(needs, session, given.password)
    const check = await checkSecondFactor(needs, session, given.otp)
    if (check === 'none') throw new Refused(409, 'secondFactorAbsent')
    if (check !== 'passed') throw new InvalidInput({ otp: ['otpInvalid'] })
  }

  return {
    async proveIdentity({ session, body }) {
      await provePerson(needs, session, body)
      await keepIdentity(needs, session)
    },

    async readSecondFactor({ session }) {
      const known = await findSecondFactor(db, session)
      const recovery_codes_left = await recoveryCodesLeft(db, session)
      return { is_enabled: known !== null && known.confirmedAt !== null, recovery_codes_left }
    },

    async startSecondFactor({ session, body }) {
      const user = await provePassword(needs, session, body.password)
      const secret = await startSecondFactor(needs, session)
      if (secret === null) throw new Refused(409, 'secondFactorPresent')
      return { secret, uri: otpauthUri(secret, user.email) }
    },

    async confirmSecondFactor({ session, body }) {
      await needs.limits.consume('identityAccount', `user:${session.userId}`)
      const codes = await confirmSecondFactorOf(needs, session, body.otp)
      if (codes === 'notStarted') throw new Refused(409, 'secondFactorAbsent')
      if (codes === 'wrong') throw new InvalidInput({ otp: ['otpInvalid'] })
      return { recovery_codes: codes }
    },

    async renewRecoveryCodes({ session, body }) {
      await proveBoth(session, body)
      return { recovery_codes: await renewRecoveryCodes(needs, session) }
    },

    async removeSecondFactor({ session, body }) {
      await proveBoth(session, body)
      await removeSecondFactor(needs, session)
    },
  }
}
