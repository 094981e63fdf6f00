import type { Clock } from '../clock.ts'
import type { Handlers } from '../http/handler.ts'
import { requestDigest } from '../http/idempotency.ts'
import { isWithin, type Limits } from '../http/limits.ts'
import { receiveMessage } from './contact.ts'
import {
  changePreferences,
  readPreferences,
  type MailPreferences,
} from './preferences/preferences.ts'
import type { Db } from './store.ts'

export type MailRoutesNeeds = { db: Db; clock: Clock; limits: Limits; supportEmail: string }

type MailCalls = 'readMailPreferences' | 'changeMailPreferences' | 'sendContactMessage'

export function mailRoutes(needs: MailRoutesNeeds): Pick<Handlers, MailCalls> {
  const { db, limits } = needs
  return {
    async readMailPreferences({ session }) {
      return toWire(await readPreferences(db, session.userId))
    },
    async changeMailPreferences({ session, body }) {
      return toWire(await changePreferences(needs, session, fromWire(body)))
    },
    async sendContactMessage({ body, language, network, idempotencyKey: key }) {
      await limits.consume('contactNetwork', network)
      // Nobody sees that field: whoever fills it in reads the page as a program does.
      if (body.website !== '') return
      const { name, email, phone, message } = body
      await limits.consume('contactAddress', `${email} ${network}`)
      // Anybody may put another's address there: past its limit a message is kept, and no mail goes to it.
      const mayTell = await isWithin(limits, 'contactMail', email)
      const request = key === null ? null : requestDigest(key, body)
      await receiveMessage(needs, { name, email, phone, message, language }, { mayTell, request })
    },
  }
}

type Wire = Awaited<ReturnType<Handlers['readMailPreferences']>>

function toWire(wishes: MailPreferences): Wire {
  return {
    new_sign_in: wishes.newSignIn,
    monthly_values: wishes.monthlyValues,
    check_failed: wishes.checkFailed,
    document_uncertain: wishes.documentUncertain,
    payment_received: wishes.paymentReceived,
    mailbox_disconnected: wishes.mailboxDisconnected,
    issued_today: wishes.issuedToday,
    weekly_digest: wishes.weeklyDigest,
  }
}

function fromWire(wire: Partial<Wire>): Partial<MailPreferences> {
  const named = {
    newSignIn: wire.new_sign_in,
    monthlyValues: wire.monthly_values,
    checkFailed: wire.check_failed,
    documentUncertain: wire.document_uncertain,
    paymentReceived: wire.payment_received,
    mailboxDisconnected: wire.mailbox_disconnected,
    issuedToday: wire.issued_today,
    weeklyDigest: wire.weekly_digest,
  }
  return Object.fromEntries(Object.entries(named).filter(([, isOn]) => isOn !== undefined))
}
