import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { classOf } from '../http/answer-class.ts'
import { diagnose, failureOf, portalChanged, unavailable } from '../http/diagnosis.ts'
import { excerpt } from '../http/page-words.ts'
import { plain } from '../pages/html.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import type { Answer, SiiFailure } from '../interface/portal.ts'

/** One of the SII's newer applications: JSON in an envelope, by POST (portal 5.1). */
export interface Facade {
  ask(method: string, data: Readonly<Record<string, unknown>>): Promise<Answer<FacadeAnswer>>
}

export interface FacadeAnswer {
  /** What it answered beside its envelope; null when it says that there is nothing. */
  body: FacadeBody | null
}

const Body = z.object({
  data: z.unknown().optional(),
  dataResp: z.unknown().optional(),
  respEstado: z
    .object({
      codRespuesta: z.union([z.number(), z.string().max(10)]),
      msgeRespuesta: z.string().nullish(),
    })
    .nullish(),
  errorMsg: z.string().nullish(),
})
export type FacadeBody = z.infer<typeof Body>

export function createFacade(browser: Browser, app: { root: string; namespace: string }): Facade {
  let isSeeded = false
  return {
    async ask(method, data) {
      // As in a browser: its cookies may be needed. What the page itself says doesn't matter.
      if (!isSeeded) await browser.get(app.root)
      isSeeded = true
      const metaData = {
        namespace: `${app.namespace}/${method}`,
        conversationId: browser.cookies.value('TOKEN') ?? '',
        transactionId: randomUUID(),
        page: null,
      }
      const address = `${app.root}services/data/facadeService/${method}`
      const visit = await browser.postJson(address, { metaData, data }, { referer: app.root })
      return readFacade(visit, method)
    },
  }
}

export function readFacade(visit: Visit, method: string): Answer<FacadeAnswer> {
  const body = visit.kind === 'page' ? bodyOf(visit.page) : null
  if (visit.kind !== 'page') return diagnose(visit)
  const { status } = visit.page
  if (body === null) {
    const isGone = status === 404 || status === 405
    return isGone ? portalChanged(`${method} HTTP ${status}`) : withoutJson(visit, method)
  }
  // A format error of ours, although it speaks of permissions.
  if (body.errorMsg) return portalChanged(`${method} ${excerpt(body.errorMsg)}`)
  const code = body.respEstado == null ? null : Number(body.respEstado.codRespuesta)
  if (code === 0) return { kind: 'ok', value: { body } }
  if (code === 3) return { kind: 'ok', value: { body: null } }
  return failureByCode(code, excerpt(body.respEstado?.msgeRespuesta ?? ''), method)
}

/** Any code not known is a failure, never an empty month. */
function failureByCode(code: number | null, text: string, method: string): SiiFailure {
  if (code === 98) return { kind: 'sessionExpired' }
  if (code === 2) return unavailable('serverError', text)
  if (code !== 99) return unavailable('unknownPage', `${method} ${code ?? ''} ${text}`)
  return /token|captcha/.test(plain(text))
    ? { kind: 'recaptchaRequired', text }
    : { kind: 'validationRejected', text }
}

/**
 * HTML instead of JSON is how the newer applications say that the session has ended, unless it shows trouble or
 * of a place outside them.
 */
export function withoutJson(visit: Visit, method: string): SiiFailure {
  const found = classOf(visit)
  if (visit.kind !== 'page') return failureOf(found, visit, 'reads')
  const { status, text } = visit.page
  if (!MAY_BE_ITS_ANSWER.has(found)) return failureOf(found, visit, 'reads')
  if (/^\s*</.test(text)) return { kind: 'sessionExpired' }
  return unavailable('unknownPage', `${method} HTTP ${status}`)
}

/** Pages that no one but the application itself shows. */
const MAY_BE_ITS_ANSWER: ReadonlySet<string> = new Set([
  'otherPage',
  'blank',
  'refusal',
  'alert',
  'captcha',
])

function bodyOf({ text }: Page): FacadeBody | null {
  try {
    return Body.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
