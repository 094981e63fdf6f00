import type { Rut } from '#domain/rut.ts'
import { rutBody, rutDv } from '#domain/rut.ts'
import { HOME, LOGIN, LOGIN_PAGE } from '../http/addresses.ts'
import type { Cookies } from '../http/cookies.ts'
import { classOf } from '../http/answer-class.ts'
import { diagnoseOutside, unavailable } from '../http/diagnosis.ts'
import { describe, excerpt, singleAlert, wordsOf } from '../http/page-words.ts'
import { tellsTrouble } from '../http/sentences.ts'
import { findForm, withValues } from '../pages/forms.ts'
import { plain, visibleText } from '../pages/html.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import { linkNamed, liveAlerts, scriptedTarget } from '../pages/scripts.ts'
import { withoutSecret } from '../pages/secrets.ts'
import type { LoginRefusal, LoginUnavailable, Unavailable } from '../interface/portal.ts'
import { isHome, readProfile } from './profile.ts'

export type Entered = { kind: 'ok' } | LoginRefusal | LoginUnavailable

/**
 * One attempt with the clave, as the login page's own script posts it (portal 1.1). Success is decided by
 * the session's cookies, never by the page. The clave never appears in what is answered, and doesn't leave when
 * `checkpoint` says no.
 */
export async function login(
  browser: Browser,
  person: Rut,
  clave: string,
  nowMs: number,
  checkpoint: () => boolean = () => true,
): Promise<Entered> {
  const outcome = await attempt(browser, person, clave, nowMs, checkpoint)
  if (outcome.kind === 'ok') return outcome
  return { ...outcome, text: withoutSecret(outcome.text, clave) }
}

export function hasSession(cookies: Cookies): boolean {
  return ['TOKEN', 'CSESSIONID'].some((name) => (cookies.value(name) ?? '') !== '')
}

async function attempt(
  browser: Browser,
  person: Rut,
  clave: string,
  nowMs: number,
  checkpoint: () => boolean,
): Promise<Entered> {
  const address = `${LOGIN_PAGE}?${HOME}`
  const opening = await browser.get(address)
  if (opening.kind !== 'page') return diagnoseOutside(opening)
  if (isThrottled(opening.page)) return refusal('loginThrottled', opening.page)
  const form = findForm(opening.page.text, 'myform')
  if (form === null) return diagnoseOutside(opening)
  const answer = await browser.post(
    LOGIN,
    withValues(form.fields, [
      ['rut', String(rutBody(person))],
      ['dv', rutDv(person)],
      ['referencia', HOME],
      ['411', ''],
      ['rutcntr', person],
      ['clave', clave],
    ]),
    { referer: address, checkpoint },
  )
  // Else it was the checkpoint, and who gave it knows.
  if (answer.kind === 'notSent') return unavailable('breakerOpen', '')
  if (answer.kind !== 'page') return diagnoseOutside(answer)
  if (isThrottled(answer.page)) return refusal('loginThrottled', answer.page)
  if (!hasSession(browser.cookies)) {
    return afterClave(refused(await landing(browser, answer.page)))
  }
  markAlive(browser.cookies, nowMs)
  return afterClave(await arrive(browser, person, answer.page))
}

function afterClave(entered: Entered): Entered {
  return entered.kind === 'unavailable' ? { ...entered, isClaveSent: true } : entered
}

/** What the pages' scripts write into the jar themselves; some parts of the portal look for it (portal 1.2). */
function markAlive(cookies: Cookies, nowMs: number): void {
  cookies.put('NETSCAPE_LIVEWIRE.locexp', encodeURIComponent(utcText(nowMs + SESSION_LIFE_MS)))
  cookies.put('usa_firma_central', 'true')
}

const SESSION_LIFE_MS = 2 * 60 * 60 * 1000
const MAX_STEPS = 5

/**
 * The clave was right: follows where the browser would be sent, through "ESCOJA COMO DESEA INGRESAR", until
 * the person's own page. An unreachable home doesn't undo a login that the cookies prove.
 */
async function arrive(browser: Browser, person: Rut, first: Page): Promise<Entered> {
  let page = first
  let wentHome = false
  for (let step = 0; step < MAX_STEPS && !isHome(page.text); step += 1) {
    const onward: string | null = nextAddress(browser, page)
    if (onward === null && wentHome) break
    const target: string = onward ?? HOME
    wentHome = wentHome || target === HOME
    const visit = await browser.get(target, { referer: page.url })
    if (visit.kind !== 'page' || visit.page.status >= 500) return { kind: 'ok' }
    if (isThrottled(visit.page)) return refusal('loginThrottled', visit.page)
    page = visit.page
  }
  if (!isHome(page.text)) return notHome(page)
  const isSomebodyElse = readProfile(page.text)?.rut !== person
  return isSomebodyElse ? unavailable('unknownPage', describe(page)) : { kind: 'ok' }
}

/**
 * Trouble of the portal's before the home page says nothing against the session; the login page does. Only a page
 * that asks something of the person is a notice: any other is tried again.
 */
function notHome(page: Page): Entered {
  const visit = { kind: 'page', page } as const
  const found = classOf(visit)
  if (SAYS_NOTHING_OF_THE_SESSION.has(found)) return { kind: 'ok' }
  const mayAsk = found === 'otherPage' || found === 'refusal' || found === 'alert'
  return mayAsk && asksThePerson(page) ? refusal('interstitial', page) : diagnoseOutside(visit)
}

const SAYS_NOTHING_OF_THE_SESSION: ReadonlySet<string> = new Set([
  'waitingRoom',
  'maintenance',
  'serverError',
  'errorPage',
])

/** To change, confirm or accept something: what such pages look like is unknown, but not what they are for (portal 1.2). */
function asksThePerson(page: Page): boolean {
  const said = plain(`${wordsOf(page)} ${singleAlert(page) ?? ''}`)
  return /\b(debe|debera|deben|necesita|recuerde|es necesario|es obligatorio|le solicitamos|para continuar|antes de continuar|por favor)\b[^.]{0,120}\b(cambi(ar|e)|actuali(zar|ce)|modifi(car|que)|acept(ar|e)|confirm(ar|e)|complet(ar|e)|verifi(car|que)|ingres(ar|e)|cre(ar|e)|regulari(zar|ce)|declar(ar|e)|seleccion(ar|e)|esco(ja|ger)|autori(zar|ce))\b/.test(
    said,
  )
}

function nextAddress(browser: Browser, page: Page): string | null {
  if (page.movedTo?.kind === 'inside') return page.movedTo.url
  const target = isChoice(page) ? linkNamed(page.text, 'Continuar') : scriptedTarget(page.text)
  return target === null ? null : browser.resolve(page.url, target)
}

function isChoice(page: Page): boolean {
  return /escoja como desea ingresar/.test(wordsOf(page))
}

/** After too many logins the SII shows a public help page instead of refusing (portal 1.3). */
function isThrottled(page: Page): boolean {
  const target = page.movedTo?.kind === 'inside' ? page.movedTo.url : scriptedTarget(page.text)
  return /servicios_online\/1943/.test(`${page.url} ${target ?? ''}`)
}

async function landing(browser: Browser, page: Page): Promise<Visit> {
  if (page.movedTo?.kind !== 'inside') return { kind: 'page', page }
  return browser.get(page.movedTo.url, { referer: page.url })
}

function refused(visit: Visit): LoginRefusal | Unavailable {
  if (visit.kind !== 'page') return diagnoseOutside(visit)
  const { page } = visit
  if (isThrottled(page)) return refusal('loginThrottled', page)
  const lines = [...visibleText(page.text).split('\n'), ...liveAlerts(page.text)].filter(
    (line) => line !== '',
  )
  const words = plain(lines.join('\n'))
  const text = excerpt(sentenceOf(lines))
  const code = /01\.01\.\d{1,6}\.500\.\d{1,6}(?:\.(\d{1,3}))?/.exec(words)
  const reason = code?.[1]
  if (/superado el maximo de sesiones/.test(words) || reason === '27') {
    return { kind: 'tooManySessions', text }
  }
  const front = diagnoseOutside(visit)
  // Every refusal of a log-in has its code (portal 1.3): a page without it is trouble, whatever it says; and the form
  // shown again speaks of blocked and wrong claves to everybody.
  const isJudged = code !== null && page.status === 200
  if (!isJudged) return front
  if (reason === '20' || /clave tributaria ingresada no es correcta/.test(words)) {
    return { kind: 'invalidCredentials', text }
  }
  const isForm = findForm(page.text, 'myform') !== null
  if (!isForm && /bloquead/.test(words)) return { kind: 'accountBlocked', text }
  const isRefusal = front.cause === 'unknownPage' && !tellsTrouble(words)
  return isRefusal ? { kind: 'loginRejected', text } : front
}

/** The human cause is the line before the one with the message's code (portal 1.3). */
function sentenceOf(lines: string[]): string {
  const code = lines.findIndex((line) => /el codigo de este mensaje/.test(plain(line)))
  return code > 0 ? (lines[code - 1] ?? '') : lines.join('\n')
}

function refusal(kind: LoginRefusal['kind'], page: Page): LoginRefusal {
  return { kind, text: describe(page) }
}

const utcClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  hourCycle: 'h23',
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** 'Fri, 20 Nov 2026 12:00:00 GMT', as the page's own script writes it. */
function utcText(instantMs: number): string {
  const parts = new Map(utcClock.formatToParts(instantMs).map((part) => [part.type, part.value]))
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const date = `${at('weekday')}, ${at('day')} ${at('month')} ${at('year')}`
  return `${date} ${at('hour')}:${at('minute')}:${at('second')} GMT`
}
