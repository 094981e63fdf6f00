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
import { knownDevice, rememberDevice } from './sessions/known-device.ts'
import { clearTries, consumeCode, consumeLogin } from './sessions/login-tries.ts'
import { rememberPlace } from './sessions/places.ts'
import { requestRecovery, resetPassword } from './recovery.ts'
import { activate, requestActivation } from './account/registration.ts'
import { register } from './register.ts'
import { secondFactorRoutes, type SecondFactorRoutes } from './second-factor-routes.ts'
import { recordFailedSignIn } from './sessions/failed-sign-in.ts'
import { login, logout, refresh, verify, type SessionNeeds } from './sessions/sessions.ts'
import { findUser } from './account/store.ts'
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

export type UserNeeds = SessionNeeds & {
  limits: Limits
  links: Links
  logger: Logger
  /** Behind HTTPS. */
  secure: boolean
}

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

    async activate({ body, network, setCookie }) {
      const { uid, token, password, re_password: repeated } = body
      const done = await activate(needs, { uid, token, password, repeated })
      switch (done.kind) {
        case 'activated':
          await rememberDevice(needs, done.userId, setCookie)
          return
        case 'unknownUser':
          return refuseLink(needs, network, { uid: ['invalidUid'] })
        case 'invalidToken':
          return refuseLink(needs, network, { token: ['invalidToken'] })
        case 'staleToken':
          throw new Refused(403, 'staleToken')
        case 'passwordWrong':
          throw new InvalidInput({ password: ['passwordWrong'] })
        case 'passwordRefused':
          throw new InvalidInput({ password: done.problems.map(passwordSentence) })
        case 'passwordMismatch':
          throw new InvalidInput({}, ['passwordMismatch'])
      }
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
  async function request(
    address: string,
    { language, network, cookies }: RequestFacts,
  ): Promise<void> {
    const device = await knownDevice(needs, address, cookies)
    const isOfDevice = device !== null && (await isWithin(needs.limits, 'mailDevice', device))
    if (!isOfDevice) await needs.limits.consume('mailNetwork', network)
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

    async confirmPasswordReset({ body, ip, network, userAgent, setCookie }) {
      const { uid, token, new_password: password, re_new_password: repeated } = body
      const done = await resetPassword(needs, { uid, token, password, repeated })
      switch (done.kind) {
        case 'unknownUser':
          return refuseLink(needs, network, { uid: ['invalidUid'] })
        case 'invalidToken':
          return refuseLink(needs, network, { token: ['invalidToken'] })
        case 'passwordRefused':
          throw new InvalidInput({ new_password: done.problems.map(passwordSentence) })
        case 'passwordMismatch':
          throw new InvalidInput({}, ['passwordMismatch'])
        case 'changed':
          // The mailbox has proved its owner, whom guesses of others must not keep out of the place they are at.
          await rememberPlace(needs.db, needs.clock, done.userId, { ip, userAgent })
          await clearTries(needs, {
            account: done.email,
            userId: done.userId,
            network,
            origin: { ip, userAgent },
            device: null,
          })
          await rememberDevice(needs, done.userId, setCookie)
      }
    },
  }
}

function tokenRoutes(
  needs: UserNeeds,
): Pick<UserRoutes, 'createToken' | 'refreshToken' | 'verifyToken' | 'logout'> {
  return {
    async createToken({ body, ip, network, userAgent, cookies, setCookie }) {
      const account = body.email.toLowerCase()
      const device = await knownDevice(needs, account, cookies)
      const from = { account, network, origin: { ip, userAgent }, device }
      const left = await consumeLogin(needs, from)
      let codesLeft = Number.POSITIVE_INFINITY
      const entry = await login(needs, body, from.origin, async (userId) => {
        codesLeft = await consumeCode(needs, userId, from)
      })
      if (entry.kind === 'refused' || entry.kind === 'otpInvalid') {
        const what = entry.kind === 'refused' ? 'password' : 'code'
        await recordFailedSignIn(needs, { email: account, network, what })
      }
      if (entry.kind === 'refused' || entry.kind === 'inactive') {
        throw wrongLogin(left, 'noActiveAccount')
      }
      if (entry.kind === 'otpRequired') throw new NotAuthenticated('otpRequired', 'otp_required')
      if (entry.kind === 'otpInvalid') {
        throw wrongLogin(Math.min(left, codesLeft), 'otpInvalid', 'otp_invalid')
      }
      await clearTries(needs, { ...from, userId: entry.userId })
      await rememberDevice(needs, entry.userId, setCookie)
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

/** A link that is no good counts, one that is good never waits: guessing at 192 bits takes many more tries than that. */
async function refuseLink(
  { limits }: UserNeeds,
  network: string,
  problems: { uid: ['invalidUid'] } | { token: ['invalidToken'] },
): Promise<never> {
  await limits.consume('linkNetwork', network)
  throw new InvalidInput(problems)
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
