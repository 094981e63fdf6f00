import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import {
  askEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  undoEmailChange,
  waitingEmail,
  type EmailChangeNeeds,
} from './email-change.ts'

export type EmailChangeRoutes = Pick<
  Handlers,
  'changeEmail' | 'readEmailChange' | 'cancelEmailChange' | 'confirmEmailChange' | 'undoEmailChange'
>

/** Another address for an account: from its session, and by the links in the two mails. */
export function emailChangeRoutes(needs: EmailChangeNeeds): EmailChangeRoutes {
  const { limits } = needs
  return {
    async changeEmail({ session, body, network }) {
      await limits.consume('mailNetwork', network)
      const { new_email: email, current_password: password, otp } = body
      const done = await askEmailChange(needs, session, { email, password, otp })
      if (done === 'same') throw new InvalidInput({ new_email: ['emailSame'] })
      if (done === 'likePassword') throw new InvalidInput({ new_email: ['passwordLikeEmail'] })
    },

    async readEmailChange({ session }) {
      return { new_email: await waitingEmail(needs, session) }
    },

    async cancelEmailChange({ session }) {
      if (!(await cancelEmailChange(needs, session))) throw new NotFound()
    },

    async confirmEmailChange({ body, network }) {
      await limits.consume('linkNetwork', network)
      const done = await confirmEmailChange(needs, body.token)
      switch (done.kind) {
        case 'changed':
          return { email: done.email }
        case 'invalid':
          throw new InvalidInput({ token: ['invalidToken'] })
        case 'used':
          throw new Refused(403, 'staleToken')
        case 'taken':
          throw new Refused(409, 'emailTaken')
      }
    },

    async undoEmailChange({ body, network }) {
      await limits.consume('linkNetwork', network)
      const done = await undoEmailChange(needs, body.token)
      switch (done.kind) {
        case 'undone':
          return { email: done.email, uid: done.uid, token: done.token }
        case 'invalid':
          throw new InvalidInput({ token: ['invalidToken'] })
        case 'taken':
          throw new Refused(409, 'emailTaken')
      }
    },
  }
}
