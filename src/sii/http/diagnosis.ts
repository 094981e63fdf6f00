import { plain, titleOf, visibleText } from '../pages/html.ts'
import { liveAlerts, scriptedTarget } from '../pages/scripts.ts'
import type { SiiFailure, Unavailable } from '../interface/portal.ts'
import type { Page, Visit } from './visit.ts'

/**
 * What went wrong when an answer isn't the page that was expected. Only for steps that issue nothing: there
 * an alert is the portal's refusal of what was asked. Asked only after the expected page wasn't recognised.
 */
export function diagnose(visit: Visit): SiiFailure {
  const found = hindrance(visit)
  if (found !== null || visit.kind !== 'page') return found ?? { kind: 'sessionExpired' }
  const verdict = singleAlert(visit.page)
  if (verdict !== null) return { kind: 'validationRejected', text: excerpt(verdict) }
  if (asksForAPerson(visit.page)) return { kind: 'recaptchaRequired', text: describe(visit.page) }
  return unavailable('unknownPage', describe(visit.page))
}

/**
 * As `diagnose`, but null for a page that may be the portal's own answer: for pages whose alerts say nothing,
 * and for those that answer no HTML.
 */
export function hindrance(visit: Visit): SiiFailure | null {
  if (visit.kind === 'failed') return failedVisit(visit)
  if (visit.kind === 'notSent') return { kind: 'sessionExpired' }
  const { page } = visit
  const words = wordsOf(page)
  if (/no ha seleccionado una empresa/.test(words)) return { kind: 'companyNotSelected' }
  if (isLoginPage(page, words)) return { kind: 'sessionExpired' }
  return frontOf(page, words)
}

/** As `diagnose`, where there is no session yet and so none to have expired. */
export function diagnoseOutside(visit: Visit): Unavailable {
  if (visit.kind === 'failed') return failedVisit(visit)
  if (visit.kind === 'notSent') return unavailable('unknownPage', '')
  const { page } = visit
  return frontOf(page, wordsOf(page)) ?? unavailable('unknownPage', describe(page))
}

/** The login page in any of its disguises: its address, its title, a redirect to it, or its apology. */
export function isLoginPage(page: Page, words = wordsOf(page)): boolean {
  const target = page.movedTo?.kind === 'inside' ? page.movedTo.url : scriptedTarget(page.text)
  if (IS_LOGIN_ADDRESS.test(page.url) || IS_LOGIN_ADDRESS.test(target ?? '')) return true
  if (/autenticacion/.test(plain(titleOf(page.text)))) return true
  return /sesion (ha expirado|expirada|caducad|no valida)/.test(words)
}

/** Some pages carry its empty field without asking for anything (portal 8). */
function asksForAPerson({ text }: Page): boolean {
  return /recaptcha(?!-response)/i.test(text)
}

/** What the page says, in plain words. */
export function wordsOf(page: Page): string {
  const known = read.get(page)
  if (known !== undefined) return known
  const words = plain(visibleText(page.text))
  read.set(page, words)
  return words
}

/** Asked by several about one page. */
const read = new WeakMap<Page, string>()

/** The portal's one sentence to the user: a single live alert on a short page, else null. */
export function singleAlert(page: Page): string | null {
  if (page.text.length > MAX_VERDICT_PAGE_LENGTH) return null
  const alerts = liveAlerts(page.text)
  return alerts.length === 1 ? (alerts[0] ?? null) : null
}

/** Title, text and alerts of a page as a person would see them, cut to what is worth keeping. */
export function describe(page: Page): string {
  return excerpt([visibleText(page.text), ...liveAlerts(page.text)].join('\n').trim())
}

export function excerpt(text: string): string {
  return text.slice(0, MAX_EXCERPT_LENGTH)
}

export function unavailable(cause: Unavailable['cause'], text: string): Unavailable {
  return { kind: 'unavailable', cause, text }
}

/** The breaker's refusal to ask looks like a broken network to all but the reader of its cause. */
function failedVisit({ cause, code }: Visit & { kind: 'failed' }): Unavailable {
  return code === BREAKER_OPEN ? unavailable('breakerOpen', '') : unavailable(cause, code)
}

/** The code of a request that the breaker kept from leaving. */
export const BREAKER_OPEN = 'BREAKER_OPEN'

export function portalChanged(what: string): SiiFailure {
  return { kind: 'portalChanged', text: what }
}

const MAX_EXCERPT_LENGTH = 500
const MAX_VERDICT_PAGE_LENGTH = 8000
const MOST_BYTES_OF_A_CHARACTER = 4
const IS_LOGIN_ADDRESS = /IngresoRutClave|IngresoCertificado|CAutInicio/

/** What stands between us and the portal: the waiting room, maintenance, a broken server. */
function frontOf(page: Page, words: string): Unavailable | null {
  const outside = page.movedTo?.kind === 'outside' ? page.movedTo.text : ''
  const isQueue = /queue-?it\b/i.test(outside) || /sala de espera|fila virtual|queue-it/.test(words)
  // Asking too often is answered alike: come back later, and slower.
  if (isQueue || page.status === 429 || /superado el limite|error 429/.test(words)) {
    return unavailable('waitingRoom', describe(page))
  }
  if (IS_MAINTENANCE.test(words)) return unavailable('maintenance', describe(page))
  return page.status >= 500 ? unavailable('serverError', describe(page)) : null
}

/**
 * A short page that says nothing but that the site is closed, or a place in its queue. Narrower than what a
 * failed step calls maintenance: one document that "no está disponible" closes no host.
 */
export function isClosedPage(page: Page): boolean {
  const outside = page.movedTo?.kind === 'outside' ? page.movedTo.text : ''
  if (/queue-?it\b/i.test(outside) || page.status === 429) return true
  // No charset makes more characters than bytes, and few make so many fewer.
  if (page.bytes.length > MOST_BYTES_OF_A_CHARACTER * MAX_VERDICT_PAGE_LENGTH) return false
  if (page.text.length > MAX_VERDICT_PAGE_LENGTH || !MAY_SAY_CLOSED.test(page.text)) return false
  return /\b(en|por) (mantencion|mantenimiento)|mantencion programada|sala de espera|error 429/.test(
    wordsOf(page),
  )
}

/** Every page is asked, so most are let go at a glance: unless a reference may stand for an ASCII letter or digit. */
const MAY_SAY_CLOSED = /mant|sala|429|&#(?:x|0|[4-9]\d(?!\d)|1[012]\d(?!\d))/i

const IS_MAINTENANCE =
  /\b(en|por) (mantencion|mantenimiento)|mantencion programada|fuera de servicio|no (se encuentra|esta) disponible|temporalmente/
