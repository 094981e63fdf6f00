import type { Fields } from '../pages/charset.ts'
import { decodeAnswer, encodeFormLegacy, encodeFormUtf8 } from '../pages/charset.ts'
import type { Breaker, CallOutcome } from './breaker.ts'
import type { Cookies } from './cookies.ts'
import { BREAKER_OPEN } from './answer-class.ts'
import { isClosedPage } from './page-words.ts'
import { createMutex } from './mutex.ts'
import type { SiiOrigins } from './origins.ts'
import { hostNamed, isAskedAtHome, resolveTarget, toAsked } from './origins.ts'
import type { Page, Visit } from './visit.ts'
import type { Wire, WireAnswer } from './wire.ts'

export type { Page, Visit } from './visit.ts'

/** One person's way of asking the SII's pages: one request at a time, paced, with that person's cookies. */
export interface Browser {
  readonly cookies: Cookies
  /** Follows redirects by hand, at most five, and only within the SII's hosts. */
  get(address: string, options?: GetOptions): Promise<Visit>
  /** Never follows: a POST is sent once and its answer handed back as it is. */
  post(address: string, fields: Fields, options?: PostOptions): Promise<Visit>
  /** For the pages that answer JSON to JSON, which only tell. Always UTF-8. */
  postJson(address: string, value: unknown, options?: GetOptions): Promise<Visit>
  resolve(from: string, target: string): string | null
  /** Nothing is asked any more. */
  end(): void
}

export interface GetOptions {
  referer?: string
  timeoutMs?: number
  maxBytes?: number
}

export interface PostOptions extends GetOptions {
  charset?: 'legacy' | 'utf8'
  /** As if a frame of the page asked: the one page that looks demands it (portal 3.7). */
  fromFrame?: boolean
  freshConnection?: boolean
  /** It changes nothing at the SII that lasts: where such a POST comes first, it tries whether the host is well again. */
  reads?: boolean
  /** Runs when nothing stands between it and the network any more; false sends nothing. */
  checkpoint?: () => boolean
}

export interface BrowserSettings {
  origins: SiiOrigins
  wire: Wire
  userAgent: string
  /** Usual and slow pages: the form, its preview, signing and sending take long (portal 0.8). */
  timeouts: Timeouts
  /** The shortest time between two requests of one person. */
  paceMs: number
  nowMs: () => number
  wait: (ms: number) => Promise<void>
  breaker?: Breaker
}

export interface Timeouts {
  usualMs: number
  slowMs: number
}

const MAX_REDIRECTS = 5
/** The largest known page has 50 KB; a list of a hundred rows some more. */
const MAX_PAGE_BYTES = 1_000_000

export function createBrowser(settings: BrowserSettings, cookies: Cookies): Browser {
  const oneAtATime = createMutex()
  let ended = false
  let lastAskedMs = Number.NEGATIVE_INFINITY

  async function ask(method: 'GET' | 'POST', address: string, options: AskOptions): Promise<Visit> {
    const url = toAsked(settings.origins, address)
    if (url === null) throw new Error('An address outside the SII was about to be asked')
    await settings.wait(Math.max(0, lastAskedMs + settings.paceMs - settings.nowMs()))
    if (ended) return { kind: 'notSent' }
    const host = hostNamed(address)
    const does = method === 'GET' || options.reads === true ? 'reads' : 'acts'
    const isAdmitted = host === null || (settings.breaker?.admits(host, does) ?? true)
    // Before the checkpoint: what it lets through must leave.
    if (!isAdmitted) return refusedByBreaker(options)
    if (options.checkpoint?.() === false) return { kind: 'notSent' }
    lastAskedMs = settings.nowMs()
    const answer = await settings.wire({
      method,
      url,
      headers: headersFor(settings, cookies, address, options),
      body: options.body ?? null,
      timeoutMs: options.timeoutMs ?? settings.timeouts.usualMs,
      maxBytes: options.maxBytes ?? MAX_PAGE_BYTES,
      freshConnection: options.freshConnection ?? false,
    })
    const visit = take(settings, cookies, address, answer)
    if (host !== null) settings.breaker?.report(host, outcomeOf(visit))
    return visit
  }

  async function follow(address: string, options: GetOptions): Promise<Visit> {
    let visit = await ask('GET', address, options)
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      if (visit.kind !== 'page' || visit.page.movedTo?.kind !== 'inside') return visit
      visit = await ask('GET', visit.page.movedTo.url, { ...options, referer: visit.page.url })
    }
    return visit
  }

  return {
    cookies,
    get: (address, options = {}) => oneAtATime(() => follow(address, options)),
    post: (address, fields, options = {}) =>
      oneAtATime(() => {
        const isUtf8 = options.charset === 'utf8'
        const body = isUtf8 ? encodeFormUtf8(fields) : encodeFormLegacy(fields)
        const bodyType = isUtf8 ? `${FORM_TYPE}; charset=UTF-8` : FORM_TYPE
        return ask('POST', address, { ...options, body, bodyType })
      }),
    postJson: (address, value, options = {}) =>
      oneAtATime(() => {
        const body = JSON.stringify(value)
        return ask('POST', address, { ...options, body, bodyType: 'application/json', reads: true })
      }),
    resolve: (from, target) => resolveTarget(settings.origins, from, target),
    end: () => {
      ended = true
    },
  }
}

/** Of a step that can't be taken back, nothing left. */
function refusedByBreaker({ checkpoint }: AskOptions): Visit {
  if (checkpoint !== undefined) return { kind: 'notSent' }
  return { kind: 'failed', cause: 'network', code: BREAKER_OPEN }
}

function outcomeOf(visit: Visit): CallOutcome {
  if (visit.kind !== 'page') return 'failed'
  if (isClosedPage(visit.page)) return 'closed'
  return visit.page.status >= 500 ? 'failed' : 'answered'
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

interface AskOptions extends PostOptions {
  body?: string
  bodyType?: string
}

function headersFor(
  settings: BrowserSettings,
  cookies: Cookies,
  address: string,
  options: AskOptions,
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': settings.userAgent,
    accept:
      options.bodyType === 'application/json'
        ? 'application/json, text/plain, */*'
        : 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'es-CL,es;q=0.9',
  }
  const cookie = cookies.header(address)
  if (cookie !== '') headers['cookie'] = cookie
  if (options.referer !== undefined) headers['referer'] = options.referer
  if (options.fromFrame) headers['sec-fetch-dest'] = 'iframe'
  if (options.bodyType === undefined) return headers
  headers['content-type'] = options.bodyType
  headers['origin'] = new URL(address).origin
  return headers
}

function take(
  settings: BrowserSettings,
  cookies: Cookies,
  address: string,
  answer: WireAnswer,
): Visit {
  if (answer.kind === 'failed') return answer
  const { origins, nowMs } = settings
  const lines = asList(answer.headers['set-cookie'])
  cookies.take(lines, address, isAskedAtHome(origins, address), nowMs())
  const contentType = asList(answer.headers['content-type'])[0] ?? ''
  const location = asList(answer.headers['location'])[0]
  const isMoved = answer.status >= 300 && answer.status < 400 && location !== undefined
  let text: string | null = null
  const page: Page = {
    url: address,
    status: answer.status,
    contentType,
    bytes: answer.body,
    // Of a PDF nobody asks for it.
    get text() {
      return (text ??= decodeAnswer(answer.body, contentType))
    },
    movedTo: isMoved ? targetOf(origins, address, location) : null,
  }
  return { kind: 'page', page }
}

function targetOf(origins: SiiOrigins, from: string, location: string): Page['movedTo'] {
  const url = resolveTarget(origins, from, location)
  return url === null ? { kind: 'outside', text: location.slice(0, 500) } : { kind: 'inside', url }
}

function asList(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}
