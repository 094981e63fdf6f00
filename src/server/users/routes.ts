import { email } from '#contract/fields.ts'
import { answerText } from '#texts/answers.ts'
import { InvalidInput, NotAuthenticated, Refused, wrongLogin } from '../http/errors.ts'
import type { Logger } from 'pino'
import type { Handlers, RequestFacts } from '../http/handler.ts'
import { isWithin, type Limits } from '../http/limits.ts'
import type { Links } from '../vault/links.ts'
import { emailChangeRoutes, type EmailChangeRoutes } from './email-change-routes.ts'
import { ownAccountRoutes, type OwnAccountRoutes } from './own-account-routes.ts'
import { passwordSentence } from './password-sentence.ts'
import { knownPlace, rememberPlace, type Origin } from './sessions/places.ts'
import { requestRecovery, resetPassword } from './recovery.ts'
import { activate, requestActivation } from './account/registration.ts'
import { register } from './register.ts'
import { secondFactorRoutes, type SecondFactorRoutes } from './second-factor-routes.ts'
import { recordFailedSignIn } from './sessions/failed-sign-in.ts'
import { login, logout, refresh, verify, type SessionNeeds } from './sessions/sessions.ts'
import { findUser, findUserByEmail } from './account/store.ts'
import { termsRoutes, type TermsRoutes } from './terms-routes.ts'
import type { TermsNeeds } from './terms.ts'

export type UserRoutes = SecondFactorRoutes &
  OwnAccountRoutes &
  EmailChangeRoutes &
  TermsRoutes &
  Pick<
    Handlers,
    | 'register'
    | 'activate'
    | 'resendActivation'
    | 'forgotPassword'
    | 'resetPassword'
    | 'confirmPasswordReset'
    | 'readMe'
    | 'createToken'
    | 'refreshToken'
    | 'verifyToken'
    | 'logout'
  >

export type UserNeeds = SessionNeeds & { limits: Limits; links: Links; logger: Logger }

/** Accounts and sessions, answering as djoser and simplejwt do. */
export function userRoutes(needs: UserNeeds & TermsNeeds): UserRoutes {
  return {
    ...accountRoutes(needs),
    ...recoveryRoutes(needs),
    ...tokenRoutes(needs),
    ...secondFactorRoutes(needs),
    ...ownAccountRoutes(needs),
    ...emailChangeRoutes(needs),
    ...termsRoutes(needs),
  }
}

function accountRoutes(
  needs: UserNeeds,
): Pick<UserRoutes, 'register' | 'activate' | 'resendActivation' | 'readMe'> {
  return {
    async register({ body, language, network }) {
      await needs.limits.consume('registerNetwork', network)
      const { email, password, re_password: repeated } = body
      const made = await register(
        needs,
        { email, password, repeated, language },
        {
          mayChange: () => isWithin(needs.limits, 'registerAddress', `${email} ${network}`),
          mayWrite: () => isWithin(needs.limits, 'registerMail', email),
        },
      )
      switch (made.kind) {
        case 'registered':
          return { email: made.email, id: made.id }
        case 'emailTaken':
          throw new InvalidInput({ email: ['emailTaken'] })
        case 'passwordRefused':
          throw new InvalidInput({ password: made.problems.map(passwordSentence) })
        case 'passwordMismatch':
          throw new InvalidInput({}, ['passwordMismatch'])
      }
    },

    async activate({ body, network }) {
      await needs.limits.consume('linkNetwork', network)
      const { kind } = await activate(needs, body)
      if (kind === 'unknownUser') throw new InvalidInput({ uid: ['invalidUid'] })
      if (kind === 'invalidToken') throw new InvalidInput({ token: ['invalidToken'] })
      if (kind === 'staleToken') throw new Refused(403, 'staleToken')
      if (kind === 'passwordWrong') throw new InvalidInput({ password: ['passwordWrong'] })
    },

    async resendActivation({ body, language, network }) {
      await needs.limits.consume('mailNetwork', network)
      await requestActivation(needs, { email: body.email, language })
    },

    async readMe({ session }) {
      const user = await findUser(needs.db, session.userId)
      if (!user) throw new NotAuthenticated('userNotFound', 'user_not_found')
      return { id: user.id, email: user.email }
    },
  }
}

function recoveryRoutes(
  needs: UserNeeds,
): Pick<UserRoutes, 'forgotPassword' | 'resetPassword' | 'confirmPasswordReset'> {
  async function request(address: string, { language, network }: RequestFacts): Promise<void> {
    await needs.limits.consume('mailNetwork', network)
    await requestRecovery(needs, { email: address, language })
  }

  return {
    async forgotPassword({ body, ...asked }) {
      if (body.email.trim() === '') throw new Refused(400, 'emailRequired')
      const address = email.safeParse(body.email)
      if (!address.success) throw new Refused(400, 'emailInvalid')
      await request(address.data, asked)
      return { success: true, message: answerText('recoverySent', asked.language) }
    },

    async resetPassword({ body, ...asked }) {
      await request(body.email, asked)
    },

    async confirmPasswordReset({ body, ip, network, userAgent }) {
      await needs.limits.consume('linkNetwork', network)
      const { uid, token, new_password: password, re_new_password: repeated } = body
      const done = await resetPassword(needs, { uid, token, password, repeated })
      switch (done.kind) {
        case 'unknownUser':
          throw new InvalidInput({ uid: ['invalidUid'] })
        case 'invalidToken':
          throw new InvalidInput({ token: ['invalidToken'] })
        case 'passwordRefused':
          throw new InvalidInput({ new_password: done.problems.map(passwordSentence) })
        case 'passwordMismatch':
          throw new InvalidInput({}, ['passwordMismatch'])
        case 'changed':
          // The mailbox has proved its owner, whom guesses of others must not keep out of the place they are at.
          await rememberPlace(needs.db, needs.clock, done.userId, { ip, userAgent })
          await clearTries(needs, { ...done, network, origin: { ip, userAgent } })
      }
    },
  }
}

function tokenRoutes(
  needs: UserNeeds,
): Pick<UserRoutes, 'createToken' | 'refreshToken' | 'verifyToken' | 'logout'> {
  return {
    async createToken({ body, ip, network, userAgent }) {
      const account = body.email.toLowerCase()
      const ofNetwork = await needs.limits.consume('loginNetwork', network)
      // First, so that a try that one network's own limit refuses does not count against the account everywhere.
      const ofAccount = await needs.limits.consume('loginAccount', `${account} ${network}`)
      const origin = { ip, userAgent }
      const anywhere = await consumeOfOwner(needs, 'login', account, { account, origin })
      const left = Math.min(ofNetwork, ofAccount, anywhere)
      const entry = await login(needs, body, origin, (userId) =>
        consumeOfOwner(needs, 'code', `user:${userId}`, { account, origin }),
      )
      if (entry.kind === 'refused' || entry.kind === 'otpInvalid') {
        const what = entry.kind === 'refused' ? 'password' : 'code'
        await recordFailedSignIn(needs, { email: account, network, what })
      }
      if (entry.kind === 'refused' || entry.kind === 'inactive') {
        throw wrongLogin(left, 'noActiveAccount')
      }
      if (entry.kind === 'otpRequired') throw new NotAuthenticated('otpRequired', 'otp_required')
      if (entry.kind === 'otpInvalid') throw wrongLogin(left, 'otpInvalid', 'otp_invalid')
      await clearTries(needs, { email: account, userId: entry.userId, network, origin })
      return { access: entry.access, refresh: entry.refresh }
    },

    async refreshToken({ body }) {
      const refreshed = await refresh(needs, body.refresh)
      if (refreshed.kind === 'inactive') throw new NotAuthenticated('noActiveAccountForToken')
      if (refreshed.kind !== 'refreshed') throw tokenNotValid(refreshed.kind)
      return { access: refreshed.access, refresh: refreshed.refresh }
    },

    async verifyToken({ body }) {
      const { kind } = await verify(needs, body.token)
      if (kind !== 'valid') throw tokenNotValid(kind)
      return {}
    },

    async logout({ session }) {
      await logout(needs, session)
    },
  }
}

/**
 * The limits against guessing at one account from many networks. A place where its owner has signed in before has a
 * limit of its own beside them, because strangers could keep the owner out with them.
 */
async function consumeOfOwner(
  needs: UserNeeds,
  what: 'login' | 'code',
  key: string,
  { account, origin }: { account: string; origin: Origin },
): Promise<number> {
  try {
    return await needs.limits.consume(`${what}Anywhere`, key)
  } catch (refusal) {
    const user = await findUserByEmail(needs.db, account)
    const place = user && (await knownPlace(needs.db, user.id, origin))
    if (!user || !place) throw refusal
    return needs.limits.consume(`${what}Place`, `${user.id} ${place}`)
  }
}

/** Their owner is in: what was tried before is worth nothing. */
async function clearTries(
  { db, limits }: UserNeeds,
  of: { email: string; userId: number; network: string; origin: Origin },
): Promise<void> {
  const { email, userId, network, origin } = of
  await limits.clear('loginAccount', `${email} ${network}`)
  await limits.clear('loginAnywhere', email)
  await limits.clear('codeAnywhere', `user:${userId}`)
  const place = `${userId} ${await knownPlace(db, userId, origin)}`
  await limits.clear('loginPlace', place)
  await limits.clear('codePlace', place)
}

function tokenNotValid(
  kind: 'invalid' | 'expired' | 'wrongType' | 'blacklisted',
): NotAuthenticated {
  const detail = {
    invalid: 'tokenInvalid',
    expired: 'tokenExpired',
    wrongType: 'tokenWrongType',
    blacklisted: 'tokenBlacklisted',
  } as const
  return new NotAuthenticated(detail[kind], 'token_not_valid')
}
