import { z } from 'zod'
import type { Answer } from '../http/answer.ts'
import { page, utf8Json } from '../http/answer.ts'
import { personOf } from '../state/portal.ts'
import { sessionLost } from '../http/login-form.ts'
import type { PersonVisit, Visit } from '../http/visit.ts'
import { decodeUtf8 } from '../http/windows-1252.ts'

/** What the JSON services of www4 share: an envelope around every question, a code with every answer. */
export interface FacadeVisit extends PersonVisit {
  method: string
  data: Record<string, unknown>
}

export type Fact = Record<string, unknown>

const envelope = z.object({
  metaData: z.object({
    namespace: z.string(),
    conversationId: z.string(),
    transactionId: z.string().min(1),
  }),
  data: z.record(z.string(), z.unknown()),
})

/** Opens the envelope; an incomplete one is refused as if it were about permissions, which it isn't. */
export function openEnvelope(
  visit: Visit,
  { method, service }: { method: string; service: string },
  answer: (asked: FacadeVisit) => Answer,
): Answer {
  if (visit.request.headers['accept'] === 'application/json') return notAcceptable()
  const opened = envelope.safeParse(parsed(visit))
  if (!opened.success || opened.data.metaData.namespace !== `${service}/${method}`) {
    return utf8Json({ errorMsg: 'Acceso no autorizado!' })
  }
  const { session } = visit
  const person = session && personOf(visit.portal, session.personRut)
  if (!session || !person) return facadeSessionLost(visit)
  return answer({ ...visit, session, person, method, data: opened.data.data })
}

export function textOf({ data }: FacadeVisit, name: string): string {
  const value = data[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The code 0 is well, 3 without movements, anything else a refusal with its text. */
export function said(
  asked: Pick<FacadeVisit, 'method'>,
  { code = 0, message = null, ...facts }: { code?: number; message?: string | null } & Fact,
): Answer {
  return utf8Json({
    ...facts,
    metaData: { namespace: asked.method, conversationId: '', transactionId: '', page: null },
    respEstado: {
      codRespuesta: code,
      msgeRespuesta: message,
      codError: code === 0 ? null : String(code),
    },
  })
}

/** GET where only POST is served. */
export function methodNotAllowed(): Answer {
  return { ...page('Error', 'HTTP Status 405 - Method Not Allowed'), status: 405 }
}

/** The application's first page, which gives nothing but itself. */
export function application(): Answer {
  return page('SII', '<div ui-view></div>')
}

/** HTML in place of JSON, or the code that sends one back to the login. */
function facadeSessionLost(visit: Visit): Answer {
  return visit.portal.variants.facadeSessionLost === 'html'
    ? sessionLost(visit)
    : said({ method: '' }, { code: 98, message: 'Sesion no valida', data: null })
}

/** The service behind knows plain `application/json` only as an error. */
function notAcceptable(): Answer {
  return {
    ...page('Error', 'org.jboss.resteasy.spi.NotAcceptableException: RESTEASY001530'),
    status: 500,
  }
}

function parsed({ request }: Visit): unknown {
  try {
    return JSON.parse(decodeUtf8(request.body))
  } catch {
    return null
  }
}
