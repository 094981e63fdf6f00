import { json, type Answer } from '../common/answer.ts'
import { check } from '../common/fields.ts'
import { badRequest, invalid, refused } from './errors.ts'
import { emit } from './events.ts'
import { ignoredFields, sessionRequest } from './request.ts'
import { intentShape, sessionShape } from './shape.ts'
import type { Fintoc, Intent, Owner, Session } from './state.ts'

const MINUTE_MS = 60_000
const SHORTEST_MS = 10 * MINUTE_MS
const USUAL_MS = 24 * 60 * MINUTE_MS

export function createSession(
  fintoc: Fintoc,
  owner: Owner,
  version: Session['version'],
  body: Record<string, unknown>,
): Answer {
  const read = check(sessionRequest, body)
  if (read.kind === 'faults') return badRequest(read.faults)
  const request = read.value
  const now = fintoc.now()
  const expiresAtMs =
    request.expires_at === undefined ? now + USUAL_MS : Date.parse(request.expires_at)
  if (expiresAtMs < now + SHORTEST_MS) {
    return invalid('expires_at', 'expires_at must be at least 10 minutes in the future')
  }
  const id = `cs_${fintoc.random.mixed(16)}`
  const session: Session = {
    organization: owner.organization,
    mode: owner.mode,
    id,
    version,
    request,
    ignoredFields: ignoredFields(body),
    token: `${id}_sec_${fintoc.random.mixed(13)}`,
    createdAtMs: now,
    expiresAtMs,
    status: 'created',
    intent: null,
  }
  fintoc.sessions.set(id, session)
  return json(201, sessionShape(fintoc, session))
}

/** While nobody has begun to pay. */
export function expireByCall(fintoc: Fintoc, session: Session): Answer {
  if (session.status !== 'created') {
    return refused(
      400,
      'invalid_request_error',
      'invalid_status',
      `The checkout session is ${session.status}`,
    )
  }
  expire(fintoc, session)
  return json(200, sessionShape(fintoc, session))
}

export function expire(fintoc: Fintoc, session: Session): void {
  const { intent } = session
  session.status = 'expired'
  if (intent !== null && isOpen(intent)) {
    intent.status = 'expired'
    emit(fintoc, intent, 'payment_intent.expired', intent.id, intentShape(intent))
  }
  emit(fintoc, session, 'checkout_session.expired', session.id, sessionShape(fintoc, session))
}

/** Whether anything can still become of it. */
export function isOpen({ status }: Intent): boolean {
  return ['created', 'in_progress', 'pending', 'requires_action'].includes(status)
}

/** A session whose time is over is expired by whoever looks first. */
export function refreshed(fintoc: Fintoc, session: Session): Session {
  const isWaiting = session.status === 'created' || session.status === 'in_progress'
  if (isWaiting && fintoc.now() > session.expiresAtMs) expire(fintoc, session)
  return session
}

/** The payer opens the page: only now there is a payment intent. */
export function begin(fintoc: Fintoc, session: Session): Intent {
  if (session.intent !== null) return session.intent
  const intent: Intent = {
    organization: session.organization,
    mode: session.mode,
    id: `pi_${fintoc.random.mixed(16)}`,
    session,
    createdAtMs: fintoc.now(),
    status: 'in_progress',
    errorReason: null,
    transactionAtMs: null,
    referenceId: null,
    sender: null,
    refundedAmount: 0,
  }
  session.intent = intent
  session.status = 'in_progress'
  fintoc.intents.set(intent.id, intent)
  return intent
}
