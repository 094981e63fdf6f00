import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Admin } from './admin.ts'
import { isReceiverEventCode } from './state/document-states.ts'
import { faultKinds, isFaultKind } from '../world-trouble.ts'
import { isScenarioName, scenarioNames } from '../world-trouble.ts'
import type { Arrival } from '../server.ts'
import { isVariantChange, variantChoices } from './state/variants.ts'

const scenario = z.object({
  name: z.string().refine(isScenarioName),
  rut: z.string().optional(),
  times: z.number().int().positive().nullable().optional(),
  detail: z.string().optional(),
})

const fault = z.object({
  kind: z.string().refine(isFaultKind),
  cgi: z.string(),
  method: z.enum(['GET', 'POST']).optional(),
  rut: z.string().optional(),
  times: z.number().int().positive().optional(),
  skip: z.number().int().nonnegative().optional(),
  status: z.number().int().min(500).max(599).optional(),
  delayMs: z.number().int().nonnegative().optional(),
})

const seededFaults = z.object({
  seed: z.number().int(),
  outOf: z.number().int().positive(),
  cgis: z.array(z.string()).optional(),
  kinds: z.array(z.string().refine(isFaultKind)).min(1).optional(),
})

const variants = z.record(z.string(), z.string()).refine(isVariantChange)

const limits = z
  .object({
    openSessions: z.number().int().positive(),
    loginsPerHour: z.number().int().positive(),
    wrongClaves: z.number().int().positive(),
    registerCalls: z.number().int().positive(),
  })
  .partial()

const factura = z.object({
  issuerRut: z.string(),
  receiverRut: z.string(),
  sentByRut: z.string(),
  lines: z
    .array(
      z.object({
        name: z.string().min(1),
        description: z.string().default(''),
        quantity: z.number().int().positive(),
        unitClp: z.number().int().positive(),
      }),
    )
    .min(1)
    .max(10),
})

const boleta = z.object({
  issuerRut: z.string(),
  receiverRut: z.string(),
  text: z.string().min(1),
  grossClp: z.number().int().positive(),
  withholder: z.enum(['recipient', 'issuer']),
})

const boletaAnnulment = z.object({
  issuerRut: z.string(),
  folio: z.number().int().positive(),
  cause: z.number().int().min(1).max(3),
})

const documentState = z.object({ code: z.string(), state: z.string() })

const reaction = z.object({ code: z.string(), event: z.string().refine(isReceiverEventCode) })

const clock = z.object({ now: z.iso.datetime({ offset: true }).nullable() })

type Call = (admin: Admin, body: unknown, query: URLSearchParams) => unknown

const calls: Record<string, Call> = {
  'GET /_admin': () => Object.keys(calls),
  'GET /_admin/ledger': (admin) => admin.ledger(),
  'GET /_admin/sends': (admin) => admin.sends(),
  'GET /_admin/requests': (admin) => admin.requests(),
  'GET /_admin/sessions': (admin) => admin.sessions(),
  'DELETE /_admin/sessions': (admin, _, query) =>
    admin.expireSessions(query.get('rut') ?? undefined),
  'GET /_admin/passwords': (admin) => ({
    wrongClaves: admin.wrongClaves(),
    wrongCertificatePasswords: admin.wrongCertificatePasswords(),
  }),
  'GET /_admin/scenarios': (admin) => ({ active: admin.scenarios.list(), known: scenarioNames }),
  'POST /_admin/scenarios': (admin, body) => admin.scenarios.set(scenario.parse(body)),
  'DELETE /_admin/scenarios': (admin, _, query) => {
    const name = query.get('name') ?? undefined
    const rut = query.get('rut') ?? undefined
    admin.scenarios.clear({ name: name && isScenarioName(name) ? name : undefined, rut })
  },
  'GET /_admin/faults': (admin) => ({
    pending: admin.faults.pending(),
    struck: admin.faults.struck(),
    known: faultKinds,
  }),
  'POST /_admin/faults': (admin, body) => admin.faults.add(fault.parse(body)),
  'POST /_admin/faults/seed': (admin, body) => admin.faults.sow(seededFaults.parse(body)),
  'DELETE /_admin/faults': (admin) => admin.faults.clear(),
  'POST /_admin/release': (admin) => ({ released: admin.release() }),
  'GET /_admin/variants': (admin) => ({ active: admin.variants(), known: variantChoices }),
  'POST /_admin/variants': (admin, body) => admin.setVariants(variants.parse(body)),
  'GET /_admin/limits': (admin) => admin.limits(),
  'POST /_admin/limits': (admin, body) => admin.setLimits(limits.parse(body)),
  'GET /_admin/clock': (admin) => ({ nowMs: admin.now() }),
  'POST /_admin/clock': (admin, body) => {
    const { now } = clock.parse(body)
    admin.setClock(now === null ? null : Date.parse(now))
  },
  'POST /_admin/document-state': (admin, body) => {
    const { code, state } = documentState.parse(body)
    admin.setDocumentState(code, state)
  },
  'POST /_admin/reactions': (admin, body) => {
    const { code, event } = reaction.parse(body)
    admin.react(code, event)
  },
  'POST /_admin/facturas': (admin, body) => admin.issueByHand(factura.parse(body)),
  'GET /_admin/boletas': (admin) => admin.boletas(),
  'POST /_admin/boletas': (admin, body) => admin.issueBoletaByHand(boleta.parse(body)),
  'POST /_admin/boletas/annul': (admin, body) => {
    const { issuerRut, folio, cause } = boletaAnnulment.parse(body)
    admin.annulBoletaByHand(issuerRut, folio, cause)
  },
  'POST /_admin/reset': (admin) => admin.reset(),
  /** So that a verifier elsewhere can prove what was stamped here. */
  'GET /_admin/authority': (admin) => {
    const { idk, publicKey } = admin.authority()
    return { idk, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }) }
  },
}

/** JSON in, JSON out; 204 when there is nothing to say, 400 for what isn't known. */
export function answerAdmin(admin: Admin, arrival: Arrival, response: ServerResponse): void {
  const call = calls[`${arrival.method} ${arrival.path.replace(/\/$/, '')}`]
  if (!call) return writeJson(response, 404, { error: 'no such call', known: Object.keys(calls) })
  try {
    const text = Buffer.from(arrival.body).toString('utf8')
    const body: unknown = text === '' ? {} : JSON.parse(text)
    const said = call(admin, body, new URLSearchParams(arrival.query))
    if (said === undefined) response.writeHead(204).end()
    else writeJson(response, 200, said)
  } catch (mistake) {
    writeJson(response, 400, { error: String(mistake) })
  }
}

function writeJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}
