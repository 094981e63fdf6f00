import { z } from 'zod'
import { parseRut } from '#domain/rut.ts'
import { getRedirect, type Redirect } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { emit } from './events.ts'
import { begin, expire, isOpen, refreshed } from './sessions.ts'
import { intentShape, sessionShape } from './shape.ts'
import type { Fintoc, Intent, Session } from './state.ts'

/** The reasons of a failed transfer that the documentation lists for Chile. */
export const errorReasons = [
  'insufficient_funds',
  'amount_limit_reached',
  'bank_account_locked',
  'bank_connection_error',
  'bank_not_available',
  'login_credentials_locked',
  'login_invalid_credentials',
  'maximum_amount_error',
  'mfa_authorization_timeout',
  'mfa_invalid_authorization',
  'mfa_locked',
  'mfa_unavailable',
  'new_contact_amount_limit_reached',
  'new_contact_transfer_number_limit_reached',
  'recipient_account_not_allowed',
] as const

/** What the payer and their bank do with a session. */
export const fintocOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('open') }),
  z.strictObject({ kind: z.literal('succeed'), payerRut: z.string().optional() }),
  z.strictObject({ kind: z.literal('fail'), reason: z.enum(errorReasons).optional() }),
  z.strictObject({ kind: z.literal('reject') }),
  z.strictObject({ kind: z.literal('pending') }),
  z.strictObject({ kind: z.literal('requireAction') }),
  z.strictObject({ kind: z.literal('expire') }),
  z.strictObject({ kind: z.literal('cancel') }),
])

export type FintocOutcome = z.infer<typeof fintocOutcome>

const PAYER_RUT = '11111111-1'

/** Carries it out and says where the payer's browser goes; null when it stays, or has nowhere to go. */
export function actOn(fintoc: Fintoc, session: Session, outcome: FintocOutcome): Redirect | null {
  refreshed(fintoc, session)
  if (session.status === 'expired') throw new WrongOrder('the session expired')
  if (session.intent !== null && !isOpen(session.intent)) {
    throw new WrongOrder(`the payment is ${session.intent.status}`)
  }
  const { success_url: success, cancel_url: cancel } = session.request
  switch (outcome.kind) {
    case 'open':
      begin(fintoc, session)
      return null
    case 'succeed':
      pay(fintoc, begin(fintoc, session), outcome.payerRut ?? PAYER_RUT)
      return back(success)
    case 'fail':
      endIntent(fintoc, begin(fintoc, session), 'failed', outcome.reason ?? 'insufficient_funds')
      return back(cancel)
    case 'reject':
      endIntent(fintoc, begin(fintoc, session), 'rejected', null)
      return back(cancel)
    case 'pending':
      endIntent(fintoc, begin(fintoc, session), 'pending', null)
      return back(success)
    case 'requireAction':
      begin(fintoc, session).status = 'requires_action'
      return null
    case 'expire':
      expire(fintoc, session)
      return back(cancel)
    case 'cancel':
      begin(fintoc, session)
      return back(cancel)
  }
}

function pay(fintoc: Fintoc, intent: Intent, payerRut: string): void {
  const payer = parseRut(payerRut)
  if (payer === null) throw new WrongOrder('not a RUT')
  intent.transactionAtMs = fintoc.now()
  intent.referenceId = fintoc.random.digits(8)
  intent.sender = {
    holder_id: payer.replace('-', ''),
    number: fintoc.random.digits(9),
    type: 'checking_account',
    institution_id: 'cl_banco_estado',
  }
  endIntent(fintoc, intent, 'succeeded', null)
}

/** A session that is finished says only that the payer is done with it, not that anything was paid. */
function endIntent(
  fintoc: Fintoc,
  intent: Intent,
  status: 'succeeded' | 'failed' | 'rejected' | 'pending',
  reason: string | null,
): void {
  const { session } = intent
  const wasFinished = session.status === 'finished'
  intent.status = status
  intent.errorReason = reason
  session.status = 'finished'
  emit(fintoc, intent, `payment_intent.${status}`, intent.id, intentShape(intent))
  if (wasFinished) return
  emit(fintoc, session, 'checkout_session.finished', session.id, sessionShape(fintoc, session))
}

function back(url: string | undefined): Redirect | null {
  return url === undefined ? null : getRedirect(url)
}
