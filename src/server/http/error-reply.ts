import type { Language } from '#texts/language.ts'
import { problemText } from '#texts/problems.ts'
import {
  InvalidInput,
  NotAuthenticated,
  NotFound,
  PasswordRequired,
  Refused,
  Throttled,
  type FieldProblems,
  type Problem,
} from './errors.ts'
import { isAway } from '../db/connect.ts'
import { ProtocolRefusal } from './protocol-refusal.ts'

export type ErrorReply = { status: number; headers: Record<string, string>; body: unknown }

/**
 * The one place where an error becomes an answer, in the shapes of Django REST framework (docs/decisions/0018). What
 * isn't ours to explain answers 500 with the request's id and nothing else.
 */
export function errorReply(error: unknown, language: Language, requestId: string): ErrorReply {
  const say = (problem: Problem): string => sentence(problem, language)
  if (error instanceof InvalidInput) {
    const general = error.general.length > 0 ? { non_field_errors: error.general.map(say) } : {}
    return { status: 400, headers: {}, body: { ...fieldsBody(error.fields, say), ...general } }
  }
  if (error instanceof NotAuthenticated) {
    const headers = { 'www-authenticate': 'Bearer realm="api"' }
    return { status: 401, headers, body: notAuthenticatedBody(error, say) }
  }
  if (error instanceof NotFound)
    return { status: 404, headers: {}, body: { detail: say('notFound') } }
  if (error instanceof PasswordRequired) {
    const body = { detail: say('passwordRequired'), code: 'password_required' }
    return { status: 403, headers: {}, body }
  }
  if (error instanceof Refused) {
    const { retryAfterSeconds: after } = error
    const headers: Record<string, string> = after === undefined ? {} : retryAfter(after)
    const code = error.code === undefined ? {} : { code: error.code }
    return { status: error.status, headers, body: { detail: say(error.detail), ...code } }
  }
  if (error instanceof Throttled) {
    const seconds = wholeSeconds(error.retryAfterSeconds)
    const detail = say({ code: 'throttled', values: { seconds } })
    return { status: 429, headers: retryAfter(seconds), body: { detail } }
  }
  if (error instanceof ProtocolRefusal) {
    return { status: error.status, headers: error.headers, body: { detail: say(error.detail) } }
  }
  if (isAway(error)) {
    return { status: 503, headers: { 'retry-after': '5' }, body: { detail: say('databaseAway') } }
  }
  const detail = say({ code: 'internal', values: { id: requestId } })
  return { status: 500, headers: {}, body: { detail, id: requestId } }
}

function retryAfter(seconds: number): { 'retry-after': string } {
  return { 'retry-after': String(wholeSeconds(seconds)) }
}

function wholeSeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}

/** The same refusal for a call whose clients read `{success, message}`: its first sentence. */
export function asMessage(body: unknown): { success: false; message: string } {
  return { success: false, message: firstText(body) ?? '' }
}

function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  return firstText(Object.values(value)[0])
}

type Say = (problem: Problem) => string

function sentence(problem: Problem, language: Language): string {
  if (typeof problem === 'string') return problemText(problem, language)
  if ('text' in problem) return problem.text
  return problemText(problem.code, language, problem.values)
}

function fieldsBody(fields: FieldProblems, say: Say): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, found]) => [name, fieldBody(found, say)]),
  )
}

function fieldBody(found: Problem[] | FieldProblems | FieldProblems[], say: Say): unknown {
  if (!Array.isArray(found)) return fieldsBody(found, say)
  return found.map((item) => (isProblem(item) ? say(item) : fieldsBody(item, say)))
}

function isProblem(item: Problem | FieldProblems): item is Problem {
  if (typeof item === 'string') return true
  const { text, code }: { text?: unknown; code?: unknown } = item
  return typeof text === 'string' || typeof code === 'string'
}

function notAuthenticatedBody(error: NotAuthenticated, say: Say): unknown {
  const detail = say(error.detail)
  if (error.triesLeft !== undefined) {
    const code = error.code === undefined ? {} : { code: error.code }
    return { detail, ...code, tries_left: error.triesLeft }
  }
  if (!error.code) return { detail }
  if (!error.tokenProblem) return { detail, code: error.code }
  const message = say(error.tokenProblem)
  return {
    detail,
    code: error.code,
    messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
  }
}
