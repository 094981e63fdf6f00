import type { Answer } from './http/answer.ts'
import { contributorError, maintenance, noCompanyChosen, page } from './http/answer.ts'
import type { Fault } from '../world-trouble.ts'
import { asFromHost, atHost, namedHost } from './http/named-host.ts'
import { parseFields } from './http/form.ts'
import type { LoggedRequest, Portal } from './state/portal.ts'
import { companyOf, personOf, scenarioFor } from './state/portal.ts'
import { routeFor, withPrefix } from './routes.ts'
import { isFinalStep, noteSend, whatIsSent } from './documents/sends.ts'
import { closeSession, sessionOf } from './state/sessions.ts'
import type { Session } from './state/state.ts'
import type { SiiRequest, Visit } from './http/visit.ts'
import { sessionLost } from './http/login-form.ts'
import { decodeUtf8, decodeWindows1252, encodeWindows1252 } from './http/windows-1252.ts'

/** What the asker gets to see. `cut` carries half of the bytes; `hung` never ends. */
export type Outcome =
  | { kind: 'answered'; status: number; headers: Answer['headers']; body: Uint8Array }
  | {
      kind: 'cut'
      status: number
      headers: Answer['headers']
      body: Uint8Array
      fullLength: number
    }
  | { kind: 'dropped' }
  | { kind: 'hung' }

const MOST_REQUESTS_KEPT = 10_000
const DEFAULT_LAG_MS = 10 * 60 * 1000

/** One request from arrival to answer, through whatever fault is planned for it. */
export async function handle(portal: Portal, arrived: SiiRequest): Promise<Outcome> {
  const named = namedHost(arrived)
  const request = { ...arrived, path: withPrefix(atHost(named, arrived.path)) }
  const session = sessionIn(portal, request)
  const cgi = request.path.split('/').at(-1) ?? ''
  if (portal.faults.releases()) portal.held.splice(0).forEach((go) => go())
  const fault = portal.faults.take({
    cgi,
    method: request.method,
    personRut: session?.personRut ?? null,
  })
  const logged = log(portal, request, session, fault)
  if (isFinalStep(cgi) && fault && !runsPage(fault)) noteLostSend(portal, request, fault)
  try {
    const outcome = await struck(portal, request, fault)
    logged.status = 'status' in outcome ? outcome.status : null
    if (!('headers' in outcome)) return outcome
    return { ...outcome, headers: asFromHost(named, outcome.headers) }
  } finally {
    logged.endedAs = nextNumber(portal)
    portal.save()
  }
}

async function struck(portal: Portal, request: SiiRequest, fault: Fault | null): Promise<Outcome> {
  const run = (lagMs = 0) => runPage(portal, request, sessionIn(portal, request), lagMs)
  const failure = { status: fault?.status ?? 503, headers: {}, body: 'Service Unavailable' }
  switch (fault?.kind) {
    case undefined:
      return bytesOf(portal, await run())
    case 'drop-request':
      return { kind: 'dropped' }
    case 'drop-answer':
      await run()
      return { kind: 'dropped' }
    case 'hang-request':
      return { kind: 'hung' }
    case 'hang-answer':
      await run()
      return { kind: 'hung' }
    case 'cut-answer':
      return cut(bytesOf(portal, await run()))
    case 'error-before':
      return bytesOf(portal, failure)
    case 'error-after':
      await run()
      return bytesOf(portal, failure)
    case 'html-before':
      return bytesOf(portal, unexpectedError())
    case 'html-after':
      await run()
      return bytesOf(portal, unexpectedError())
    case 'slow-commit': {
      // Closing the session no longer stops it: it was let in on arrival.
      const arrivedIn = sessionIn(portal, request)
      const session = arrivedIn && { ...arrivedIn }
      const late = () => runPage(portal, request, session, 0).then(() => portal.save())
      portal.held.push(() => void late())
      return { kind: 'dropped' }
    }
    case 'late-arrival':
      portal.held.push(() => void run().then(() => portal.save()))
      return { kind: 'dropped' }
    case 'slow-answer':
      await new Promise<void>((release) => void portal.held.push(release))
      return bytesOf(portal, await run())
    case 'list-lag':
      return bytesOf(portal, await run(fault.delayMs ?? DEFAULT_LAG_MS))
    case 'expire-before':
      endSession(portal, request)
      return bytesOf(portal, await run())
    case 'expire-after': {
      const answer = await run()
      endSession(portal, request)
      return bytesOf(portal, answer)
    }
    case 'maintenance':
      return bytesOf(portal, maintenance())
    case 'duplicate-first': {
      const first = await run()
      await run()
      return bytesOf(portal, first)
    }
    case 'duplicate-second':
      await run()
      return bytesOf(portal, await run())
  }
}

async function runPage(
  portal: Portal,
  request: SiiRequest,
  session: Session | null,
  listLagMs: number,
): Promise<Answer> {
  const route = routeFor(request.method, request.path)
  if (!route) return { ...page('404', '<h1>Not Found</h1>'), status: 404 }
  const decode = route.bodyCharset === 'utf-8' ? decodeUtf8 : decodeWindows1252
  const visit: Visit = {
    portal,
    request,
    query: parseFields(request.query, decodeWindows1252),
    form: parseFields(Buffer.from(request.body).toString('latin1'), decode),
    session,
    listLagMs,
  }
  if (scenarioFor(portal, 'maintenance', session?.personRut ?? null)) return maintenance()
  if (route.needs === 'nothing') return route.page(visit)
  const person = session && personOf(portal, session.personRut)
  if (!session || !person) return sessionLost(visit)
  if (route.needs === 'session') return route.page({ ...visit, session, person })
  const company = companyOf(portal, session.companyRut)
  return company ? route.page({ ...visit, session, person, company }) : noCompanyChosen()
}

function bytesOf(portal: Portal, answer: Answer): Outcome {
  const encode =
    portal.variants.answerCharset === 'utf-8'
      ? (text: string) => Buffer.from(text, 'utf8')
      : encodeWindows1252
  const body = typeof answer.body === 'string' ? encode(answer.body) : answer.body
  return { kind: 'answered', status: answer.status, headers: answer.headers, body }
}

function cut(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answered') return outcome
  const { body } = outcome
  const half = body.subarray(0, Math.floor(body.length / 2))
  return { ...outcome, kind: 'cut', body: half, fullLength: body.length }
}

function unexpectedError(): Answer {
  return contributorError(
    'Error inesperado, por favor intente m&aacute;s tarde',
    '02.35.209.-1.148.500',
  )
}

function sessionIn(portal: Portal, request: SiiRequest): Session | null {
  return sessionOf(portal, request.headers['cookie'] ?? '')
}

function endSession(portal: Portal, request: SiiRequest): void {
  const session = sessionIn(portal, request)
  if (session) closeSession(portal, session)
}

/** Faults of which the page knows nothing; of the others it keeps account itself. */
function runsPage(fault: Fault): boolean {
  return ![
    'drop-request',
    'hang-request',
    'error-before',
    'html-before',
    'expire-before',
    'maintenance',
  ].includes(fault.kind)
}

function noteLostSend(portal: Portal, request: SiiRequest, fault: Fault): void {
  const form = parseFields(Buffer.from(request.body).toString('latin1'), decodeWindows1252)
  noteSend(portal, sessionIn(portal, request), {
    ...whatIsSent(form),
    outcome: `lost: ${fault.kind}`,
  })
}

function log(
  portal: Portal,
  request: SiiRequest,
  session: Session | null,
  fault: Fault | null,
): LoggedRequest {
  const logged: LoggedRequest = {
    startedAs: nextNumber(portal),
    endedAs: null,
    atMs: portal.now(),
    method: request.method,
    path: request.path,
    personRut: session?.personRut ?? null,
    sessionToken: session?.token ?? null,
    fault: fault?.kind ?? null,
    status: null,
  }
  portal.requests.push(logged)
  if (portal.requests.length > MOST_REQUESTS_KEPT) portal.requests.shift()
  return logged
}

function nextNumber(portal: Portal): number {
  portal.lastNumber += 1
  return portal.lastNumber
}
