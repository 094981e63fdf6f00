import type { Browser, BrowserSettings } from './http.ts'
import { createBrowser } from './http.ts'
import { openCookies } from './cookies.ts'
import { siiOrigins } from './origins.ts'
import type { Page, Visit } from './visit.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

export type Reply = string | Answered | null

interface Answered {
  status?: number
  body?: string | Uint8Array
  headers?: Record<string, string>
}

/** The client's browser before pages given by hand; null loses the connection. Nothing leaves. */
export function browserBefore(
  reply: (request: WireRequest, name: string, index: number) => Reply,
  settings: Partial<BrowserSettings> = {},
): { browser: Browser; asked: WireRequest[]; names: () => string[] } {
  const asked: WireRequest[] = []
  const browser = createBrowser(
    {
      origins: siiOrigins(),
      wire: async (request) => {
        asked.push(request)
        return answerOf(reply(request, nameOf(request.url), asked.length - 1))
      },
      userAgent: 'Agent',
      timeouts: { usualMs: 1000, slowMs: 1000 },
      paceMs: 0,
      nowMs: () => 0,
      wait: async () => undefined,
      ...settings,
    },
    openCookies(),
  )
  browser.cookies.put('TOKEN', 'tok1')
  return { browser, asked, names: () => asked.map(({ url }) => nameOf(url)) }
}

/** Last part of the path. */
export function nameOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

export function postedTo(asked: WireRequest[], name: string): Record<string, string> {
  const request = asked.findLast(({ url, method }) => method === 'POST' && nameOf(url) === name)
  return Object.fromEntries(new URLSearchParams(request?.body ?? ''))
}

export function visitOf(text: string, changes: Partial<Page> = {}): Visit & { kind: 'page' } {
  const url = 'https://loa.sii.cl/cgi_IMT/TMBECN_BoletaHonorariosElectronica.cgi'
  const bytes = Buffer.from(text, 'latin1')
  const page = {
    url,
    status: 200,
    contentType: 'text/html',
    bytes,
    text,
    movedTo: null,
    ...changes,
  }
  return { kind: 'page', page }
}

function answerOf(reply: Reply): WireAnswer {
  if (reply === null) return { kind: 'failed', cause: 'network', code: 'ECONNRESET' }
  const {
    status = 200,
    body = '',
    headers = {},
  } = typeof reply === 'string' ? { body: reply } : reply
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  return {
    kind: 'answered',
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body: bytes,
  }
}
