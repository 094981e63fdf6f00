import type { Admin } from '#simulators/sii/admin.ts'
import type { FaultKind } from '#simulators/world-trouble.ts'
import type { Outcome } from '#simulators/sii/handle.ts'
import type { SendAttempt } from '#simulators/sii/state/state.ts'
import { newAuthorityKeyPem } from '#simulators/sii/state/keys.ts'
import { createSiiSimulator, type SiiSimulator } from '#simulators/sii/simulator.ts'
import type { VerifyOptions } from '#dte/verify.ts'
import { createSii, siiOrigins } from '#sii/sii.ts'
import type { Sii, Wire, WireAnswer, WireRequest } from '#sii/sii.ts'
import { EMISSION_DAY, worldOfCasts } from './cast.ts'
import { PORTAL_STEPS, type PortalStep } from './faults.ts'
import type { Network } from './network.ts'
import type { Chance } from './chance.ts'
import type { Stage } from './stage.ts'

/** The SII of one world: what workers ask of it, and what really happened there. */
export interface WorldPortal {
  siiFor(worker: string, network: Network): Sii
  keys: VerifyOptions
  documents(): PortalDocument[]
  sends(): PortalSend[]
  logins(): PortalLogin[]
  /** The session in which that folio was proposed. */
  tokenOf(company: string, folio: number): string | null
  isOpen(token: string): boolean
  /** What the list shows to a person who looks now. */
  listed(company: string): PortalDocument[]
  issueByHand(factura: ByHand): number
  /** Only what the worlds of pairs do. */
  admin: Admin
  expireSessions(person: string): void
  /** What the SII is like for a while: `null` is as always. */
  setMood(mood: Mood | null): void
}

/** What the SII itself does differently for a while, whoever asks, and the scenario that plays it. */
const MOODS = {
  refusesSignature: 'signature-not-recognized',
  changesPreview: 'preview-changes-total',
  maintenance: 'maintenance',
  throttles: 'login-throttled',
  noPdf: 'pdf-not-ready',
  slowList: 'list-lag',
} as const

export type Mood = keyof typeof MOODS

interface ByHand {
  person: string
  company: string
  recipient: string
  totalClp: number
}

export interface PortalDocument {
  kind: 'factura' | 'boletaHonorarios'
  company: string
  folio: number
  recipient: string
  totalClp: number
  /** The first line's text: whose it is, for sure; anything else was issued by hand. */
  mark: string
  /** What else that line says. */
  description: string
  issueDay: string
  storedAtMs: number
  listedFromMs: number
  /** Only boletas can be. */
  isAnnulled: boolean
}

export interface PortalSend {
  person: string
  company: string
  token: string
  folio: number
  /** When it was let in. */
  arrivedAtMs: number
  /** When it took effect; null when it didn't. */
  issuedAtMs: number | null
}

export interface PortalLogin {
  worker: string
  person: string
  clave: string
  atMs: number
  isRefused: boolean
}

interface PortalNeeds {
  stage: Stage
  chance: Chance
  /** Whether the key behind the SII's stamps is known; else no XML can be proved, and none is kept. */
  hasProvableXml: boolean
}

interface Scene {
  stage: Stage
  chance: Chance
  simulator: SiiSimulator
  logins: PortalLogin[]
}

/** One "SII" and one sheet for all the worlds of a process: making them costs more than the rest of a world. */
const authorityKeyPem = newAuthorityKeyPem()
const SHEET = Buffer.from('%PDF-1.4\n% Documento\n%%EOF\n')

/** The simulated SII with the real client in front of it: pages, charsets and all. */
export function openPortal({ stage, chance, hasProvableXml }: PortalNeeds): WorldPortal {
  let tokens = 0
  const simulator = createSiiSimulator({
    world: worldOfCasts,
    now: () => stage.now(),
    newToken: () => {
      tokens += 1
      return `SESSION${String(tokens).padStart(13, '0')}`
    },
    authorityKeyPem,
    sheet: SHEET,
  })
  const { admin } = simulator
  // Where the same form may issue twice, a POST that the network repeats is two boletas: nobody can help that.
  admin.setVariants({ boletaTime: 'once' })
  const { documents, sends } = portalFacts(admin)
  const scene: Scene = { stage, chance, simulator, logins: [] }
  const { idk, publicKey } = admin.authority()

  return {
    admin,
    keys: { extraSiiKeys: new Map(hasProvableXml ? [[idk, publicKey]] : []) },
    siiFor: (worker, network) =>
      createSii({
        origins: siiOrigins('http://sii.simulated'),
        nowMs: () => stage.now(),
        paceMs: 0,
        wait: async () => undefined,
        wire: wireThrough(scene, worker, network),
      }),
    documents,
    logins: () => scene.logins,
    sends,
    tokenOf: (company, folio) =>
      admin.sends().find((send) => send.companyRut === company && send.folio === folio)
        ?.sessionToken ?? null,
    isOpen: (token) => admin.sessions().some((one) => one.token === token && one.open),
    listed: (company) =>
      documents().filter((one) => one.company === company && one.listedFromMs <= stage.now()),
    issueByHand: ({ person, company, recipient, totalClp }) =>
      admin.issueByHand({
        issuerRut: company,
        receiverRut: recipient,
        sentByRut: person,
        lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: totalClp / 1.19 }],
      }).folio,
    expireSessions: (person) => admin.expireSessions(person),
    setMood: (mood) => {
      admin.scenarios.clear()
      if (mood !== null) admin.scenarios.set(scenarioOf(mood, chance))
    },
  }
}

/** What was issued on the one day of a world, and every request that meant to. */
export function portalFacts(admin: Admin): Pick<WorldPortal, 'documents' | 'sends'> {
  return {
    documents: () => [
      ...admin
        .ledger()
        // Notas are made by hand alone; their numbers are a series of their own.
        .filter(({ issueDay, tipoDte }) => issueDay >= EMISSION_DAY && tipoDte !== 61)
        .map((one) => ({
          kind: 'factura' as const,
          company: one.issuerRut,
          folio: one.folio,
          recipient: one.receiverRut,
          totalClp: one.totalClp,
          mark: /<NmbItem>(Servicio \d+[^<]*)<\/NmbItem>/.exec(one.xml)?.[1] ?? '',
          description: /<DscItem>([^<]*)<\/DscItem>/.exec(one.xml)?.[1] ?? '',
          issueDay: one.issueDay,
          storedAtMs: one.storedAtMs,
          listedFromMs: one.listedFromMs,
          isAnnulled: false,
        })),
      ...admin
        .boletas()
        .filter(({ issueDay }) => issueDay >= EMISSION_DAY)
        .map((one) => ({
          kind: 'boletaHonorarios' as const,
          company: one.issuerRut,
          folio: one.folio,
          recipient: one.receiverRut,
          totalClp: one.grossClp,
          mark: /^Servicio/.test(one.lines[0]?.text ?? '') ? (one.lines[0]?.text ?? '') : '',
          description: one.lines[0]?.text ?? '',
          issueDay: one.issueDay,
          storedAtMs: one.storedAtMs,
          listedFromMs: one.listedFromMs,
          isAnnulled: one.annulledAtMs !== null,
        })),
    ],
    sends: () =>
      admin.sends().map((send) => ({
        person: send.personRut ?? '',
        // Whoever sends a boleta is its issuer.
        company: send.companyRut ?? send.personRut ?? '',
        token: send.sessionToken ?? '',
        folio: send.folio,
        arrivedAtMs: letInAt(admin, send),
        issuedAtMs: send.outcome.startsWith('issued') ? send.atMs : null,
      })),
  }
}

/** What takes effect slowly was let in before: from then on closing its session doesn't stop it. */
function letInAt(admin: Admin, { atMs, sessionToken }: SendAttempt): number {
  const slow = admin
    .requests()
    .find(
      (one) =>
        one.fault === 'slow-commit' &&
        one.sessionToken === sessionToken &&
        /\/(mipeSendXML|TMBECN_BoletaHonorariosElectronica)\.cgi$/.test(one.path) &&
        one.atMs <= atMs,
    )
  return slow?.atMs ?? atMs
}

function scenarioOf(mood: Mood, chance: Chance) {
  return { name: MOODS[mood], detail: String(chance.between(5, 100) * 60_000) }
}

function wireThrough(scene: Scene, worker: string, network: Network): Wire {
  return async (request) => {
    const step = stepOf(request)
    return network<WireAnswer>(step, {
      serve: (fault) => serve(scene, worker, step, request, fault),
      lost: (cause) => ({ kind: 'failed', cause, code: cause.toUpperCase() }),
    })
  }
}

function stepOf({ url }: WireRequest): PortalStep {
  // The SII's home, to which a log-out leads, is part of the log-out.
  const name = new URL(url).pathname.split('/').at(-1) || 'autTermino.cgi'
  const step = PORTAL_STEPS.find((known) => known === name)
  if (step === undefined) throw new Error(`A request that no step names: ${name}`)
  return step
}

const HELD = { 'slow-commit': [1_000, 110_000], 'late-arrival': [1_000, 7_200_000] } as const

async function serve(
  scene: Scene,
  worker: string,
  step: PortalStep,
  request: WireRequest,
  fault: FaultKind | null,
): Promise<WireAnswer> {
  const { stage, chance, simulator } = scene
  const { admin } = simulator
  if (fault !== null) {
    admin.faults.add({ kind: fault, cgi: step, delayMs: chance.between(30_000, 3_300_000) })
  }
  const form = new URLSearchParams(request.body ?? '')
  const person = `${form.get('rut') ?? ''}-${form.get('dv') ?? ''}`
  const wrongBefore = admin.wrongClaves()[person] ?? 0
  if (fault === 'slow-commit' || fault === 'late-arrival') {
    const [least, most] = HELD[fault]
    stage.later(chance.between(least, most), `${step} goes on`, () => void admin.release())
  }
  const { pathname, search } = new URL(request.url)
  const outcome = await simulator.handle({
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: request.headers,
    body: Buffer.from(request.body ?? ''),
  })
  if (step === 'CAutInicio.cgi') {
    const isRefused = (admin.wrongClaves()[person] ?? 0) > wrongBefore
    const clave = form.get('clave') ?? ''
    scene.logins.push({ worker, person, clave, atMs: stage.now(), isRefused })
  }
  return answerOf(outcome)
}

function answerOf(outcome: Outcome): WireAnswer {
  if (outcome.kind === 'answered') return outcome
  const cause = outcome.kind === 'hung' ? 'timeout' : 'network'
  return { kind: 'failed', cause, code: outcome.kind.toUpperCase() }
}
