import { z } from 'zod'
import type { Secret } from '../../vault/secret.ts'
import type { ConnectionTest, Refund } from './port.ts'
import type { Answer } from './request.ts'

export type ReadFailure =
  | { kind: 'notFound'; reason: 'absent' }
  | { kind: 'unauthorised' }
  | { kind: 'unavailable'; cause: string }

/** What a request without effect came to, when it gave nothing that can be used. */
export function readFailure(answer: Answer): ReadFailure {
  if (answer.kind !== 'answered') return { kind: 'unavailable', cause: answer.cause }
  if (isUnauthorised(answer.status)) return { kind: 'unauthorised' }
  if (answer.status === 404) return { kind: 'notFound', reason: 'absent' }
  return { kind: 'unavailable', cause: unreadable(answer.status) }
}

export type WriteFailure =
  | { kind: 'refused'; status: number; detail: string }
  | { kind: 'unauthorised' }
  | { kind: 'unavailable'; cause: string }
  | { kind: 'unknown'; cause: string }

/** Said of a request whose first sending is still under way, or that ran out of time there. */
const STILL_UNDER_WAY = [408, 409, 423, 425]

/**
 * What a request that may have had an effect came to, when its answer isn't the expected one. A success that can't be
 * read and every 5xx are unknown: gateways answer 502 and 504 for what went through behind them.
 */
export function writeFailure(answer: Answer, secrets: readonly Secret[]): WriteFailure {
  if (answer.kind === 'notSent') return { kind: 'unavailable', cause: answer.cause }
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause }
  const { status, json } = answer
  if (isUnauthorised(status)) return { kind: 'unauthorised' }
  if (status === 429) return { kind: 'unavailable', cause: 'rateLimited' }
  if (status < 400 || status >= 500 || STILL_UNDER_WAY.includes(status)) {
    return { kind: 'unknown', cause: unreadable(status) }
  }
  return { kind: 'refused', status, detail: errorDetail(json, secrets) ?? '' }
}

/** Of a refund: what is refused can't be had by repeating it. A key that takes payments may have no right to refund. */
export function refundFailure(answer: Answer, secrets: readonly Secret[]): Refund {
  if (answer.kind === 'answered' && answer.status === 403) {
    const detail = errorDetail(answer.json, secrets)
    return { kind: 'notPossible', reason: 'notAllowed', detail }
  }
  const failure = writeFailure(answer, secrets)
  if (failure.kind !== 'refused') return failure
  return { kind: 'notPossible', reason: 'other', detail: failure.detail }
}

/** Of a refund that is only read. */
export function refundReadFailure(answer: Answer): Refund {
  const failure = readFailure(answer)
  if (failure.kind !== 'notFound') return failure
  return { kind: 'notPossible', reason: 'other', detail: 'no such refund' }
}

/** Of a test: an address that isn't there says nothing of the credentials. */
export function testFailure(answer: Answer): ConnectionTest {
  const failure = readFailure(answer)
  return failure.kind === 'notFound' ? { kind: 'unavailable', cause: 'HTTP 404' } : failure
}

/** 403: the key is known and hasn't the right. */
function isUnauthorised(status: number): boolean {
  return status === 401 || status === 403
}

function unreadable(status: number): string {
  return status < 300 ? 'unreadable' : `HTTP ${status}`
}

export function isSuccess(answer: Answer): answer is Answer & { kind: 'answered' } {
  return answer.kind === 'answered' && answer.status >= 200 && answer.status < 300
}

const said = z.string().min(1)
const refusal = z.object({
  error_message: said.optional().catch(undefined),
  message: said.optional().catch(undefined),
  error: z
    .union([said, z.object({ message: said }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
  errors: z
    .array(z.object({ field: z.string().optional().catch(undefined), message: said }))
    .optional()
    .catch(undefined),
})
const MAX_DETAIL_CHARACTERS = 300

/**
 * What a provider says is wrong, in whichever of their forms, for people who look into it: never shown to a payer, and
 * branched on only where Transbank says it in no other way. Null when it says nothing.
 */
export function errorDetail(json: unknown, secrets: readonly Secret[]): string | null {
  const read = refusal.safeParse(json).data
  if (read === undefined) return null
  const fields = (read.errors ?? []).map(({ field, message }) => `${field ?? ''}: ${message}`)
  const general = read.error_message ?? read.message ?? read.error
  const texts = [general ?? [], fields].flat()
  return texts.length === 0 ? null : shownText(texts.join('; '), secrets)
}

/** One short line without the secrets: an error may quote the key that it refuses. */
function shownText(text: string, secrets: readonly Secret[]): string {
  const values = secrets.map((secret) => secret.reveal()).filter((value) => value !== '')
  const redacted = values.reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return redacted.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, MAX_DETAIL_CHARACTERS)
}
