import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { changePassword } from './change-password.ts'
import { closeOwnSessions, listOwnSessions } from './own-sessions.ts'
import { passwordSentence } from './password-sentence.ts'
import type { ProofNeeds } from './prove-person.ts'
import { rememberDevice, type DeviceNeeds } from './sessions/known-device.ts'
import type { SessionNeeds } from './sessions/sessions.ts'

export type OwnAccountRoutes = Pick<
  Handlers,
  'changePassword' | 'listSessions' | 'closeSession' | 'closeOtherSessions'
>

/** What users do with their own account while they are signed in. */
export function ownAccountRoutes(needs: SessionNeeds & ProofNeeds & DeviceNeeds): OwnAccountRoutes {
  return {
    async changePassword({ session, body, network, userAgent, setCookie }) {
      const { current_password: current, new_password: password } = body
      const given = { current, password, repeated: body.re_new_password, otp: body.otp }
      const done = await changePassword(needs, session, given, { userAgent })
      switch (done.kind) {
        case 'passwordRefused':
          throw new InvalidInput({ new_password: done.problems.map(passwordSentence) })
        case 'passwordMismatch':
          throw new InvalidInput({ re_new_password: ['passwordMismatch'] })
        case 'passwordSame':
          throw new InvalidInput({ new_password: ['passwordSame'] })
        case 'changed':
          await needs.limits.clear('identityAccount', `user:${session.userId}`)
          await needs.limits.clear('loginAccount', `${done.email} ${network}`)
          await rememberDevice(needs, session.userId, setCookie)
          return { access: done.access, refresh: done.refresh }
      }
    },

    async listSessions({ session }) {
      return (await listOwnSessions(needs, session)).map((one) => ({
        id: one.id,
        browser: one.browser,
        system: one.system,
        is_current: one.id === session.sessionId,
        created_at: one.created_at,
        last_used_at: one.last_used_at,
      }))
    },

    async closeSession({ session, params }) {
      if ((await closeOwnSessions(needs, session, { only: params.id })) === 0) throw new NotFound()
    },

    async closeOtherSessions({ session }) {
      await closeOwnSessions(needs, session, { except: session.sessionId })
    },
  }
}
