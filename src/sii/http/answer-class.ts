import { plain, titleOf } from '../pages/html.ts'
import { describe, excerpt, isLoginPage, leadsTo, singleAlert, wordsOf } from './page-words.ts'
import {
  isMaintenance,
  statesRefusal,
  tellsError,
  tellsLostSession,
  tellsTrouble,
} from './sentences.ts'
import type { Page, Visit } from './visit.ts'

/**
 * What an answer can be apart from the page that a step expects (portal 8 and 9). `diagnosis.ts` says what
 * each means where; a page is of the first class here that fits it.
 */
export const ANSWER_CLASSES = {
  notSent: 'nothing left',
  network: 'the connection was refused, cut or lost',
  timeout: 'no answer in time',
  breakerOpen: 'nothing was asked: the host has failed too often lately',
  companyNotSelected: 'the portal has lost the chosen company',
  loginPage: 'the login page in any of its disguises',
  waitingRoom: 'a place in the queue, or asked too often',
  maintenance: 'the site says that it is closed for a while',
  serverError: 'status 5xx',
  missingPage: 'status 4xx',
  errorPage: 'the portal tells trouble of its own, mostly with status 200',
  refusal: 'one sentence that says what is wrong with what was given, and one step back',
  alert: 'one sentence to the user that says anything else',
  publicHome: 'sent to the public site, outside the portal',
  captcha: 'a proof is wanted that only a person before a browser has',
  blank: 'nothing to read: empty, or drawn by a script',
  otherPage: 'anything else',
} as const

export type AnswerClass = keyof typeof ANSWER_CLASSES

/** Asked only after the expected page wasn't recognised. */
export function classOf(visit: Visit): AnswerClass {
  if (visit.kind === 'notSent') return 'notSent'
  if (visit.kind === 'failed') return visit.code === BREAKER_OPEN ? 'breakerOpen' : visit.cause
  const { page } = visit
  const words = wordsOf(page)
  if (isCompanyLost(words)) return 'companyNotSelected'
  const alert = plain(singleAlert(page) ?? '')
  if (isLoginPage(page, words) || tellsLostSession(alert)) return 'loginPage'
  return frontOf(page, words) ?? portalsOwn(page, words)
}

/** Whether a page that looks like the expected one tells trouble or a session that is gone: then it says nothing else. */
export function isTroubled(visit: Visit): boolean {
  return !UNTROUBLED.has(classOf(visit))
}

/**
 * Whether a page that carries what was looked for tells an error or a session that is gone. A closing that it
 * announces beside that says nothing of what it carries.
 */
export function isBroken(page: Page): boolean {
  const words = wordsOf(page)
  const alert = plain(singleAlert(page) ?? '')
  const isGone = isCompanyLost(words) || isLoginPage(page, words) || tellsLostSession(alert)
  return isGone || hasErrorMark(page, words) || tellsError(words) || tellsError(alert)
}

const UNTROUBLED: ReadonlySet<AnswerClass> = new Set([
  'refusal',
  'alert',
  'otherPage',
  'captcha',
  'blank',
])

/** As `classOf`, where the login page is the one asked for: what stands before it, if anything does. */
export function classOutside(visit: Visit): AnswerClass {
  const found = classOf(visit)
  if (found !== 'loginPage' || visit.kind !== 'page') return found
  return frontOf(visit.page, wordsOf(visit.page)) ?? found
}

/** The code of a request that the breaker kept from leaving. */
export const BREAKER_OPEN = 'BREAKER_OPEN'

/** What a person would be told by it; of a lost connection its code. */
export function textOf(visit: Visit): string {
  if (visit.kind === 'notSent') return ''
  if (visit.kind === 'failed') return visit.code === BREAKER_OPEN ? '' : visit.code
  return excerpt(singleAlert(visit.page) ?? describe(visit.page))
}

/** What stands between us and the portal: the waiting room, maintenance, a broken server. */
function frontOf(page: Page, words: string): AnswerClass | null {
  const outside = page.movedTo?.kind === 'outside' ? page.movedTo.text : ''
  const isQueue = /queue-?it\b/i.test(outside) || /sala de espera|fila virtual|queue-it/.test(words)
  // Asking too often is answered alike: come back later, and slower.
  if (isQueue || page.status === 429 || /superado el limite|error 429/.test(words)) {
    return 'waitingRoom'
  }
  if (isMaintenance(words)) return 'maintenance'
  if (page.status >= 500) return 'serverError'
  return page.status >= 400 ? 'missingPage' : null
}

function portalsOwn(page: Page, words: string): AnswerClass {
  const alert = singleAlert(page)
  const isError = hasErrorMark(page, words) || tellsTrouble(words) || tellsTrouble(alert ?? '')
  if (isError) return 'errorPage'
  if (alert !== null) return statesRefusal(alert) ? 'refusal' : 'alert'
  if (isPublicSite(page.url) || isPublicSite(leadsTo(page))) return 'publicHome'
  if (asksForAPerson(page)) return 'captcha'
  return words.trim() === '' ? 'blank' : 'otherPage'
}

/** A title that says so, or the number under which the portal keeps what went wrong; the log-in has its own. */
function hasErrorMark(page: Page, words: string): boolean {
  if (/^\s?error\b/.test(plain(titleOf(page.text)))) return true
  // 'CODIGO: 02.35.209.-1.148.10', not the code of an activity.
  const hasCode = /\bcodigo\s?:\s?\d{1,6}(?:\.-?\d{1,6})+/.test(words)
  return hasCode || words.includes('error al contribuyente')
}

function isCompanyLost(words: string): boolean {
  return /no ha seleccionado una empresa/.test(words)
}

/** Some pages carry its empty field without asking for anything (portal 8). */
function asksForAPerson({ text }: Page): boolean {
  return /recaptcha(?!-response)/i.test(text)
}

/** The public site, whose tables by year and help pages are asked for as themselves. */
function isPublicSite(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && /^(www|homer)\.sii\.cl$|^sii\.cl$/.test(url.hostname)
}
