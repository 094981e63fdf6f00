import { plain, titleOf, visibleText } from '../pages/html.ts'
import { liveAlerts, scriptedTarget } from '../pages/scripts.ts'
import { tellsLostSession } from './sentences.ts'
import type { Page } from './visit.ts'

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

/** The login page in any of its disguises: its address, its title, a redirect to it, or its apology. */
export function isLoginPage(page: Page, words = wordsOf(page)): boolean {
  if (IS_LOGIN_ADDRESS.test(page.url) || IS_LOGIN_ADDRESS.test(leadsTo(page))) return true
  if (/autenticacion/.test(plain(titleOf(page.text)))) return true
  return tellsLostSession(words)
}

const IS_LOGIN_ADDRESS = /IngresoRutClave|IngresoCertificado|CAutInicio/

/** Where a page sends the browser on to, by a redirect not followed or by its script; empty for nowhere. */
export function leadsTo(page: Page): string {
  if (page.movedTo === null) return scriptedTarget(page.text) ?? ''
  return page.movedTo.kind === 'inside' ? page.movedTo.url : page.movedTo.text
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

const MAX_EXCERPT_LENGTH = 500
const MAX_VERDICT_PAGE_LENGTH = 8000
const MOST_BYTES_OF_A_CHARACTER = 4
