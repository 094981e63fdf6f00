import i18next from 'i18next'
import { z } from 'zod'
import { LONGEST_AT_SII_MS } from '#contract/call.ts'
import type { BodyToWrite, Call, ParamsToWrite, QueryToWrite, ReplyOf } from '#contract/call.ts'
import { noteServerTime } from '#web/clock.ts'
import { language } from '#web/language.ts'
import { endSession, readTokens, renewSession } from '#web/session/session.ts'
import { askForPassword } from '#web/session/identity.ts'
import { ApiFault, hasCode } from './fault.ts'

const BASE = '/api'
/** A call that takes longer is given up: a spinner for ever tells nothing. */
const LONGEST_CALL_MS = 60_000
/** Until the server itself has said what came of it, or that the answer is late. */
const LONGEST_SII_CALL_MS = LONGEST_AT_SII_MS + 10_000

type Part<Name extends string, T> = [T] extends [undefined] ? unknown : Record<Name, T>

/** What a call of the contract needs, and nothing more. */
export type InputOf<C extends Call> = Part<'params', ParamsToWrite<C>> &
  Part<'query', QueryToWrite<C>> &
  Part<'body', BodyToWrite<C>> &
  (C['takesKey'] extends true ? { key: string } : unknown)

interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Makes the same request again the same one: for a call that `takesKey`. */
  key?: string
}

/**
 * Makes one call and parses its answer. Throws `ApiFault` for every other ending. What asks for the password
 * again is made again once the user gave it.
 */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C> & AnyInput,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> {
  try {
    return await sendOnce(call, input, signal)
  } catch (fault) {
    const isAsked = call.asksPassword === true && hasCode(fault, 'password_required')
    if (!isAsked || !(await askForPassword())) throw fault
    return sendOnce(call, input, signal)
  }
}

async function sendOnce<C extends Call>(
  call: C,
  input: InputOf<C> & AnyInput,
  signal?: AbortSignal,
): Promise<ReplyOf<C>> {
  const url = BASE + fillPath(call.path, input.params) + queryText(input.query)
  const init: RequestInit = {
    method: call.method,
    signal: limited(call.isAtSii ? LONGEST_SII_CALL_MS : LONGEST_CALL_MS, signal),
    headers: headers(input),
  }
  if (input.body !== undefined) init.body = JSON.stringify(input.body)
  const response = await fetchAs(call.access, url, init)
  const body = await readBody(response)
  if (response.status !== call.status) throw new ApiFault(response.status, body)
  return parseReply<C['reply']>(call.reply, body)
}

/** Where a session is optional, one that ran out is not renewed for it. */
function fetchAs(access: Call['access'], url: string, init: RequestInit): Promise<Response> {
  if (access === 'session') return fetchSigned(url, init)
  return reach(url, access === 'optional' ? withBearer(init, readTokens()?.access) : init)
}

/** An answer of another shape is no answer: nothing of it is shown. */
function parseReply<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const reply = schema.safeParse(body)
  if (!reply.success) throw new ApiFault(null, z.prettifyError(reply.error))
  return reply.data
}

/**
 * A file of the session's user, for the browser to keep; the password is asked for where the server wants it. With
 * `body` it is made of what that names.
 */
export async function fetchFile(
  path: string,
  params: Record<string, string | number> = {},
  longestMs = LONGEST_CALL_MS,
  body?: unknown,
): Promise<Blob> {
  const fetchOnce = async (): Promise<Blob> => {
    const signal = AbortSignal.timeout(longestMs)
    const init =
      body === undefined
        ? { signal, headers: { 'accept-language': language() } }
        : { signal, method: 'POST', headers: headers({ body }), body: JSON.stringify(body) }
    const response = await fetchSigned(BASE + fillPath(path, params), init)
    if (!response.ok) throw new ApiFault(response.status, await readBody(response))
    return response.blob()
  }
  try {
    return await fetchOnce()
  } catch (fault) {
    if (!hasCode(fault, 'password_required') || !(await askForPassword())) throw fault
    return fetchOnce()
  }
}

/**
 * A 401 leads to one refresh and one retry, then to the end of the session. A server that
 * can't be reached for the refresh ends nothing.
 */
export async function fetchSigned(url: string, init: RequestInit): Promise<Response> {
  const access = readTokens()?.access
  const first = await reach(url, withBearer(init, access))
  if (first.status !== 401 || access === undefined) return first
  const ending = await renewSession(access)
  if (ending === 'unreachable') throw new ApiFault(null, null)
  const second =
    ending === 'ended' ? first : await reach(url, withBearer(init, readTokens()?.access))
  if (second.status === 401) endSession()
  return second
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  if (init.method !== 'GET' && !navigator.onLine) {
    throw new ApiFault(null, { detail: i18next.t('faults.offline') })
  }
  try {
    const response = await fetch(url, init)
    noteServerTime(response)
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiFault(null, null)
  }
}

function headers(input: AnyInput): Record<string, string> {
  const always = { accept: 'application/json', 'accept-language': language() }
  return {
    ...always,
    ...(input.key === undefined ? {} : { 'idempotency-key': input.key }),
    ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

function withBearer(init: RequestInit, access: string | undefined): RequestInit {
  if (access === undefined) return init
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${access}`)
  return { ...init, headers }
}

function limited(longestMs: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(longestMs)
  return signal === undefined ? limit : AbortSignal.any([signal, limit])
}

const pathParams = z.record(z.string(), z.union([z.string(), z.number()]))
const queryParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).optional())

function fillPath(path: string, params: unknown): string {
  const values = pathParams.parse(params ?? {})
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

function queryText(query: unknown): string {
  const given = Object.entries(queryParams.parse(query ?? {})).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
