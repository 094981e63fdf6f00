import type { Fields } from '../pages/charset.ts'
import { decodeAnswer, encodeFormLegacy } from '../pages/charset.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import type { Page, Visit } from '../http/http.ts'
import type { Answer } from '../interface/portal.ts'
import type { Wire } from '../http/wire.ts'

const MAX_BYTES = 1_000_000

/** A page that nobody signs in for: no cookies, and a form when it has one. */
export async function askPublic(
  wire: Wire,
  url: string,
  timeoutMs: number,
  fields: Fields | null = null,
): Promise<Visit> {
  const answer = await wire({
    method: fields === null ? 'GET' : 'POST',
    url,
    headers: {
      'user-agent': 'Mozilla/5.0',
      'accept-language': 'es-CL,es;q=0.9',
      ...(fields === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: fields === null ? null : encodeFormLegacy(fields),
    timeoutMs,
    maxBytes: MAX_BYTES,
    freshConnection: false,
  })
  if (answer.kind === 'failed') return answer
  const type = answer.headers['content-type']
  const contentType = (Array.isArray(type) ? type[0] : type) ?? ''
  const text = decodeAnswer(answer.body, contentType)
  const { status, body } = answer
  const page: Page = { url, status, contentType, bytes: body, text, movedTo: null }
  return { kind: 'page', page }
}

/** `notFound` for what isn't published; a page that can't be read has changed, unless it shows trouble. */
export function answerFrom<T>(
  visit: Visit,
  what: string,
  read: (text: string) => T | null,
  step: 'reads' | 'judged' = 'reads',
): Answer<T> {
  if (visit.kind !== 'page') return diagnose(visit)
  if (visit.page.status === 404) return { kind: 'notFound', text: 'HTTP 404' }
  const value = visit.page.status === 200 ? read(visit.page.text) : null
  if (value !== null) return { kind: 'ok', value }
  const failure = diagnose(visit, step)
  const isUnknown = failure.kind === 'unavailable' && failure.cause === 'unknownPage'
  return isUnknown && visit.page.status === 200 ? portalChanged(what) : failure
}

export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
