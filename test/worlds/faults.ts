import { faultKinds, type FaultKind } from '#simulators/world-trouble.ts'

/** Faults that do harm only together: what happens in each is in histories.ts. */
export const HISTORY_NAMES = [
  'a late answer meets a later attempt',
  'a dead session is dropped while another is in use',
  'two claim one lease',
  'superseded when about to send',
  'skipped when about to be sent',
  'frozen anew when about to be sent',
  'left out while the portal fails',
  'left out when it is on its way',
  'the preview says something else',
  'taken over with a request on its way',
  'a session opened late meets another in use',
  'superseded when about to log in',
  'one like it is issued by hand when it is lost',
] as const
export type HistoryName = (typeof HISTORY_NAMES)[number]

/** What can happen to a worker at a place where it stops. */
const WORKER_FAULTS = ['killed-before', 'killed-after', 'paused-before', 'paused-after'] as const
export type WorkerFault = (typeof WORKER_FAULTS)[number]

/** 'killed-in-flight': the request is on its way and arrives; who sent it never hears of it. */
export type PortalFault = FaultKind | WorkerFault | 'killed-in-flight'
export type DatabaseFault =
  | 'database-lost-before'
  | 'database-lost-after'
  | Exclude<WorkerFault, 'paused-before'>
export type BoundaryFault = 'killed' | 'paused'
export type Fault = PortalFault | DatabaseFault | BoundaryFault

/** Of a boleta de honorarios: issued, listed, fetched, annulled. */
export const BOLETA_STEPS = [
  'TMBECN_ValidaTimbrajeContrib.cgi',
  'TMBECN_PresentaDatosBoleta.cgi',
  'TMBECN_ConfirmaTimbrajeContrib.cgi',
  'TMBECN_BoletaHonorariosElectronica.cgi',
  'TMBCOC_InformeMensualBhe.cgi',
  'TMBCOT_ConsultaBoletaPdf.cgi',
] as const

/** Of annulling one. */
export const ANNULMENT_STEPS = [
  'TMBANU_PrevalidaAnulacion.cgi',
  'TMBANU_ConfirmarAnulacion.cgi',
  'TMBANU_RecepcionAnulacion.cgi',
] as const

/** The requests of the client that issuing makes, by the last part of their path. */
export const PORTAL_STEPS = [
  'IngresoRutClave.html',
  'CAutInicio.cgi',
  'siihome.cgi',
  'mipeSelEmpresa.cgi',
  'mipeGenFacEx.cgi',
  'mipeAdminDocsEmi.cgi',
  'mipeDisplayPreView.cgi',
  'mipeGenXMLFirma.cgi',
  'getCertDigital.cgi',
  'postFirmaDigital.cgi',
  'mipeSendXML.cgi',
  'autTermino.cgi',
  'mipeDisplayPDF.cgi',
  'auth.cgi',
  'lista_documentos.cgi',
  'download.cgi',
  ...BOLETA_STEPS,
  ...ANNULMENT_STEPS,
] as const
export type PortalStep = (typeof PORTAL_STEPS)[number]

export const DATABASE_STEPS = [
  'read',
  'persons due',
  'claim',
  'renew',
  'release',
  'next try',
  'secret opened',
  'log-in mark',
  'pause mark',
  'clave refused',
  'certificate password',
  'session',
  'setback again',
  'event planned',
  'event waiting',
  'event queued',
  'event held',
  'event intent',
  'event notSent',
  'event issued',
  'event failed',
  'event uncertain',
  'event fenced',
  'event looked',
  'event decisionNeeded',
  'event filed',
  'event fileRejected',
  'event annulmentIntent',
  'event annulmentUncertain',
  'event annulled',
] as const

export const BOUNDARY_STEPS = [
  'beforePreview',
  'beforeSign',
  'beforeIntent',
  'afterIntent',
  'afterSend',
  'beforeLook',
  'afterFence',
  'beforeFiling',
] as const

export const PORTAL_FAULTS: readonly PortalFault[] = [
  ...Object.keys(faultKinds).filter(isPortalKind),
  ...WORKER_FAULTS,
  'killed-in-flight',
]
export const DATABASE_FAULTS: readonly DatabaseFault[] = [
  'database-lost-before',
  'database-lost-after',
  'killed-before',
  'killed-after',
  'paused-after',
]
export const BOUNDARY_FAULTS: readonly BoundaryFault[] = ['killed', 'paused']

export interface Pair {
  place: 'portal' | 'database' | 'boundary'
  step: string
  fault: Fault
}

/** Every fault at every step where it can happen: each must have fired before a run means anything. */
export const PAIRS: readonly Pair[] = [
  ...cross('portal', PORTAL_STEPS, PORTAL_FAULTS).filter(canHappen),
  ...cross('database', DATABASE_STEPS, DATABASE_FAULTS),
  ...cross('boundary', BOUNDARY_STEPS, BOUNDARY_FAULTS),
]

/** What a world is about: a fault at a step, or a history of several. */
export type Aim = Pair | HistoryName

/** Most histories twice: a place to stop at is not all that they need. */
const AIMS: readonly Aim[] = [...PAIRS, ...HISTORY_NAMES, ...HISTORY_NAMES.slice(2)]

/** What a world of this seed aims at: neighbouring seeds aim at neighbouring pairs. */
export function aimOf(seed: number): Aim | undefined {
  return AIMS[seed % AIMS.length]
}

const FAR_AWAY = 1_000_000

/** A seed with that aim, another one for each round. */
export function seedAimedAt(aim: Aim, round: number): number {
  return (FAR_AWAY + round) * AIMS.length + AIMS.indexOf(aim)
}

/** So many seeds that aim at these in turn: a history, 'step' with each fault of its own, or 'step fault'. */
export function* seedsAimedAt(places: readonly string[], count: number): Generator<number> {
  const aims = [...PAIRS, ...HISTORY_NAMES].filter((aim) => isAmong(aim, places))
  if (aims.length === 0) throw new Error(`No such places: ${places.join(', ')}`)
  for (let left = count, round = 1; left > 0; round += 1) {
    for (const aim of aims.slice(0, left)) yield seedAimedAt(aim, round)
    left -= aims.length
  }
}

/** Whether a world of this seed aims at one of these: a history, 'step' with any fault, or 'step fault'. */
export function isAimedAt(seed: number, places: readonly string[]): boolean {
  const aim = aimOf(seed)
  return aim !== undefined && isAmong(aim, places)
}

function isAmong(aim: Aim, places: readonly string[]): boolean {
  return typeof aim === 'string'
    ? places.includes(aim)
    : places.includes(aim.step) || places.includes(`${aim.step} ${aim.fault}`)
}

function cross(place: Pair['place'], steps: readonly string[], faults: readonly Fault[]): Pair[] {
  return steps.flatMap((step) => faults.map((fault) => ({ place, step, fault })))
}

/** Only what issues can be listed late. */
export function canHappen({ step, fault }: Pick<Pair, 'step' | 'fault'>): boolean {
  return (
    fault !== 'list-lag' ||
    step === 'mipeSendXML.cgi' ||
    step === 'TMBECN_BoletaHonorariosElectronica.cgi'
  )
}

function isPortalKind(name: string): name is FaultKind {
  return Object.hasOwn(faultKinds, name)
}
