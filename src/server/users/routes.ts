import { email } from '#contract/fields.ts'
import { answerText } from '#texts/answers.ts'
import { InvalidInput, NotAuthenticated, Refused, wrongLogin } from '../http/errors.ts'
import type { Logger } from 'pino'
import type { Handlers, RequestFacts } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import type { Links } from '../vault/links.ts'
import { emailChangeRoutes, type EmailChangeRoutes } from './email-change-routes.ts'
import { ownAccountRoutes, type OwnAccountRoutes } from './own-account-routes.ts'
import { passwordSentence } from './password-sentence.ts'
import { isKnownPlace, type Origin } from './sessions/places.ts'
import { requestRecovery, resetPassword } from './recovery.ts'
import { activate, requestActivation } from './account/registration.ts'
import { register } from './register.ts'
import { secondFactorRoutes, type SecondFactorRoutes } from './second-factor-routes.ts'
import { recordFailedSignIn } from './sessions/failed-sign-in.ts'
import { login, logout, refresh, verify, type SessionNeeds } from './sessions/sessions.ts'
import { findUser, findUserByEmail } from './account/store.ts'

export type UserRoutes = SecondFactorRoutes &
  OwnAccountRoutes &
  EmailChangeRoutes &
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
export function userRoutes(needs: UserNeeds): UserRoutes {
  return {
    ...accountRoutes(needs),
    ...recoveryRoutes(needs),
    ...tokenRoutes(needs),
    ...secondFactorRoutes(needs),
    ...ownAccountRoutes(needs),
    ...emailChangeRoutes(needs),
  }
}

function accountRoutes(
  needs: UserNeeds,
): Pick<UserRoutes, 'register' | 'activate' | 'resendActivation' | 'readMe'> {
  return {
    async register({ body, language, network }) {
      await needs.limits.consume('registerNetwork', network)
      const { email, password, re_password: repeated } = body
      const made = await register(needs, { email, password, repeated, language })
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
    },

    async resendActivation({ body, language, network }) {
      await needs.limits.consume('mailNetwork', network)
      await needs.limits.consume('mailAccount', body.email)
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
    await needs.limits.consume('mailAccount', address)
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

    async confirmPasswordReset({ body, network }) {
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
          // Whoever was stopped for guessing their own password may use the new one at once.
          await needs.limits.clear('loginAccount', `${done.email} ${network}`)
          await needs.limits.clear('loginAnywhere', done.email)
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
      const anywhere = await consumeOfOwner(needs, 'loginAnywhere', account, {
        account,
        origin: { ip, userAgent },
      })
      const left = Math.min(ofNetwork, ofAccount, anywhere)
      const origin = { ip, userAgent }
      const entry = await login(needs, body, origin, (userId) =>
        consumeOfOwner(needs, 'codeAnywhere', `user:${userId}`, { account, origin }),
      )
      if (entry.kind === 'refused' || entry.kind === 'otpInvalid') {
        const what = entry.kind === 'refused' ? 'password' : 'code'
        await recordFailedSignIn(needs, { email: account, network, what })
      }
      if (entry.kind === 'refused') throw wrongLogin(left, 'noActiveAccount')
      if (entry.kind === 'otpRequired') throw new NotAuthenticated('otpRequired', 'otp_required')
      if (entry.kind === 'otpInvalid') throw wrongLogin(left, 'otpInvalid', 'otp_invalid')
      await needs.limits.clear('loginAccount', `${account} ${network}`)
      await needs.limits.clear('loginAnywhere', account)
      await needs.limits.clear('codeAnywhere', `user:${entry.userId}`)
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
 * The limits against guessing at one account from many networks. A place where its owner has signed in before is let
 * through, because strangers could keep the owner out with them; that place has the limit of its own network.
 */
async function consumeOfOwner(
  needs: UserNeeds,
  name: 'loginAnywhere' | 'codeAnywhere',
  key: string,
  { account, origin }: { account: string; origin: Origin },
): Promise<number> {
  try {
    return await needs.limits.consume(name, key)
  } catch (refusal) {
    const user = await findUserByEmail(needs.db, account)
    if (user === undefined || !(await isKnownPlace(needs.db, user.id, origin))) throw refusal
    return Number.POSITIVE_INFINITY
  }
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
