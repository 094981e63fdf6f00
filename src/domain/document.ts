import type { Day, Month } from './day.ts'
import type { Clp } from './money.ts'
import type { DocumentReason } from './reason.ts'
import type { Withholder } from './retention.ts'
import type { Rut } from './rut.ts'
import type { Quantity, Uf } from './uf.ts'

/** What rules make. Ours, not the SII's: 33 and 39 stand for these on our HTTP API only. */
export type RuleKind = 'factura' | 'boletaHonorarios'
/** A nota de crédito takes back of a factura what a person says. */
export type DocumentKind = RuleKind | 'notaCredito'

export interface FrozenLine {
  name: string
  description: string
  code: string
  quantity: Quantity
  /** As the user wrote it: whole pesos, or UF with the rate that turned it into pesos. */
  price:
    | { currency: 'CLP'; unitClp: Clp }
    | { currency: 'UF'; unitUf: Uf; rateClp: Uf; rateDay: Day }
  /** quantity × price in pesos, rounded half up once. */
  amountClp: Clp
}

/** Everything a factura will say, frozen when it becomes due. Later edits of its rule don't reach it. */
export interface FacturaContent {
  kind: 'factura'
  issueDate: Day
  serviceMonth: Month
  issuer: {
    rut: Rut
    name: string
    address: { street: string; commune: string; city: string; branchCode: string }
    activity: { code: string; description: string }
    email: string
  }
  recipient: {
    rut: Rut
    name: string
    giro: string
    address: { street: string; commune: string; city: string }
    contactName: string
    contactRut: Rut | null
  }
  lines: FrozenLine[]
  netoClp: Clp
  ivaClp: Clp
  totalClp: Clp
  /** SII FmaPago: 1 contado, 2 crédito. */
  paymentForm: 1 | 2
}

/** Everything a nota de crédito will say: a factura's own parties, and what of it is taken back. */
export interface NotaContent extends Omit<FacturaContent, 'kind'> {
  kind: 'notaCredito'
  reference: {
    folio: number
    issueDate: Day
    /** Of the factura, not of the nota. */
    totalClp: Clp
    code: NotaCode
    reason: string
  }
}

/** CodRef: 1 annuls the whole factura, 2 corrects what it says, 3 lowers its amounts. */
export type NotaCode = 1 | 2 | 3

/** What goes through the portal's form of facturas and is signed with a certificate. */
export type SignedContent = FacturaContent | NotaContent

/** The portal's form has four lines, of gross pesos. */
export const MAX_BOLETA_LINES = 4
/** What fits in a line for sure; the form's own limit is unknown (portal 4.2). */
export const BOLETA_LINE_LENGTH = 60

/** Everything a boleta de honorarios will say, frozen when it becomes due. */
export interface BoletaContent {
  kind: 'boletaHonorarios'
  issueDate: Day
  serviceMonth: Month
  /** The person who signs in at the SII: nobody else can issue it. */
  issuer: {
    rut: Rut
    name: string
    /** The SII's number of one of the issuer's addresses; null takes the form's first. */
    addressId: string | null
  }
  withholder: Withholder
  recipient: {
    rut: Rut
    name: string
    /** Region and commune in the SII's own numbers, of `communes.ts`. */
    address: { street: string; region: number; communeCode: number; commune: string }
  }
  lines: { description: string; grossClp: Clp }[]
  grossClp: Clp
  /** Ours, by the year's rate; the SII's own figure at the preview wins. */
  retentionClp: Clp
  liquidoClp: Clp
}

/** What a document says, frozen: of either kind. */
export type DocumentContent = SignedContent | BoletaContent

/** The whole amount: a boleta's is gross, its retention part of it; a nota's is what it takes back. */
export function contentTotal(content: DocumentContent): Clp {
  return content.kind === 'boletaHonorarios' ? content.grossClp : content.totalClp
}

/** States of issuing; delivery and payment are axes of their own. */
export type DocumentState =
  | 'planned'
  | 'waiting'
  | 'needs_data'
  | 'queued'
  | 'issuing'
  | 'uncertain'
  | 'issued'
  | 'failed'
  | 'skipped'
  | 'annulled'

/**
 * Others that a document was ordered beside, looking the same: ours by key and revision, which they have before they are
 * made, and by folio those that the SII's list alone has.
 */
export interface Besides {
  keys: readonly string[]
  folios: readonly number[]
}

/** What happened to a document. Its state is what these replay to, in order; nothing else sets it. */
export type DocumentEvent =
  /**
   * `why`: its client came to the rule after the rule's emission was planned, and nothing more is said by that; or a
   * person ordered it alone. `besides`: what its person saw that it looks like and said that it is not.
   */
  | { kind: 'planned'; emissionDay: Day; why?: 'clientAdded' | 'ordered'; besides?: Besides }
  /** Content frozen; it can still be stopped until `until`. */
  | { kind: 'waiting'; until: string; totalClp: Clp; digest: string }
  | { kind: 'needsData'; reason: DocumentReason }
  /** Nothing changes but the reason it stays where it is. */
  | { kind: 'held'; reason: DocumentReason; tries: number }
  | { kind: 'skipped'; reason: DocumentReason }
  | { kind: 'queued'; by: 'undoWindow' | 'user' }
  /** The user asks for another try: content is frozen anew, from the rule as corrected. */
  | { kind: 'retried' }
  /** Its rule was changed, and the user wants that said already: content is frozen anew. */
  | { kind: 'renewed' }
  /** It was stopped, and a person wants it after all, or its client came back to the rule: content is frozen anew. */
  | { kind: 'restored'; why?: 'clientAdded' }
  /** What held it is over: it takes its turn again. */
  | { kind: 'released' }
  /** A person says that it is another than these: documents of ours, and numbers on the SII's list alone. */
  | { kind: 'alikeAccepted'; documents: number[]; folios: number[] }
  /** Its date went by before a single try: it asks before it carries another one. */
  | { kind: 'missed' }
  /** A missed emission: the user says to issue it that day after all; or its client came back to the rule. */
  | { kind: 'rescheduled'; issueDay: Day; why?: 'clientAdded' }
  /** The intent is on record before the request leaves: from here only looking is allowed. */
  | { kind: 'intent'; attempt: number; highestFolio: number; signedFolio: number | null }
  | { kind: 'notSent'; attempt: number }
  | { kind: 'uncertain'; attempt: number; cause: string }
  | { kind: 'fenced'; attempt: number }
  | { kind: 'looked'; attempt: number; candidates: number }
  | { kind: 'decisionNeeded'; reason: DocumentReason }
  /** A person says which number it got; the SII's list is asked for it. */
  | { kind: 'pointed'; folio: number }
  | { kind: 'issued'; folio: number; how: 'answered' | 'reconciled' | 'person'; late: boolean }
  | { kind: 'failed'; reason: DocumentReason }
  /** `digest`: from now on the document says what the SII's XML does, and that is the digest of it. */
  | { kind: 'filed'; xmlSha256: string | null; pdfSha256: string; digest?: string }
  | { kind: 'fileRejected'; detail: string }
  /** A person has seen these differences between the SII's XML and what was frozen, and takes the SII's. */
  | { kind: 'fileAccepted'; detail: string }
  /** Made at the portal by hand and taken for this one: what differs from what was frozen. */
  | { kind: 'takenOver'; folio: number; detail: string }
  /** A second folio answered for a document that already has one: somebody must look at once. */
  | { kind: 'twin'; folio: number }
  /** That one is annulled at the SII, or turned out to be a document of ours. */
  | { kind: 'twinGone'; folio: number }
  /** A person says that these are other services, and that all are right. */
  | { kind: 'twinAccepted'; folios: number[] }
  /** The SII says so, on which day when it tells; a factura by the nota that takes it back whole. */
  | { kind: 'annulled'; on: Day | null; notaFolio?: number }
  /** A nota took back part of it. */
  | { kind: 'corrected'; notaFolio: number; totalClp: Clp }
  /** A person says it was made at the portal by hand: the SII's list and its XML are asked for that number. */
  | { kind: 'told'; folio: number }
  /** Its issuer wants it annulled, by that cause of the SII's form. */
  | { kind: 'annulmentAsked'; cause: number }
  /** As `intent`: on record before the request that annuls leaves. */
  | { kind: 'annulmentIntent'; attempt: number }
  | { kind: 'annulmentNotSent' }
  | { kind: 'annulmentUncertain'; cause: string }
  /** The SII's report shows it valid after all: it may be sent again. */
  | { kind: 'annulmentAbsent' }
  /** It stays issued, until somebody asks again. */
  | { kind: 'annulmentStopped'; reason: DocumentReason }
  /** A person leaves it valid after that. */
  | { kind: 'keptValid' }

export type DocumentEventKind = DocumentEvent['kind']

/** From which states an event may come, and where it leads; null leads nowhere else. */
const MOVES: Record<
  DocumentEventKind,
  { from: readonly DocumentState[]; to: DocumentState | null }
> = {
  planned: { from: [], to: 'planned' },
  waiting: { from: ['planned', 'needs_data'], to: 'waiting' },
  // Of the queue only what nobody has in hand, because it waits for that word.
  retried: { from: ['failed', 'queued'], to: 'planned' },
  // Never from the queue: who has it in hand may have shown the old content to the portal already.
  renewed: { from: ['waiting'], to: 'planned' },
  restored: { from: ['skipped'], to: 'planned' },
  released: { from: ['waiting', 'queued', 'issued'], to: null },
  alikeAccepted: { from: ['waiting', 'queued', 'uncertain'], to: null },
  missed: { from: ['waiting', 'queued'], to: 'planned' },
  rescheduled: { from: ['planned', 'needs_data'], to: null },
  needsData: { from: ['planned', 'needs_data'], to: 'needs_data' },
  held: {
    from: ['planned', 'waiting', 'needs_data', 'queued', 'issuing', 'uncertain', 'issued'],
    to: null,
  },
  skipped: {
    from: ['planned', 'waiting', 'needs_data', 'queued', 'uncertain', 'failed'],
    to: 'skipped',
  },
  queued: { from: ['waiting', 'uncertain'], to: 'queued' },
  intent: { from: ['queued'], to: 'issuing' },
  notSent: { from: ['issuing'], to: 'queued' },
  uncertain: { from: ['issuing'], to: 'uncertain' },
  fenced: { from: ['uncertain'], to: null },
  looked: { from: ['uncertain'], to: null },
  decisionNeeded: { from: ['uncertain'], to: null },
  pointed: { from: ['uncertain'], to: null },
  // A late answer is always taken, wherever the document has gone meanwhile.
  issued: {
    from: [
      'issuing',
      'uncertain',
      'queued',
      'planned',
      'needs_data',
      'waiting',
      'failed',
      'skipped',
    ],
    to: 'issued',
  },
  failed: { from: ['planned', 'queued', 'issuing', 'uncertain'], to: 'failed' },
  filed: { from: ['issued', 'annulled'], to: null },
  fileRejected: { from: ['issued', 'annulled'], to: null },
  fileAccepted: { from: ['issued'], to: null },
  takenOver: { from: ['queued'], to: null },
  twin: { from: ['issued', 'annulled'], to: null },
  twinGone: { from: ['issued'], to: null },
  twinAccepted: { from: ['issued'], to: null },
  annulled: { from: ['issued'], to: 'annulled' },
  corrected: { from: ['issued'], to: null },
  told: { from: ['waiting', 'queued'], to: 'queued' },
  annulmentAsked: { from: ['issued'], to: null },
  annulmentIntent: { from: ['issued'], to: null },
  annulmentNotSent: { from: ['issued'], to: null },
  annulmentUncertain: { from: ['issued'], to: null },
  annulmentAbsent: { from: ['issued'], to: null },
  annulmentStopped: { from: ['issued'], to: null },
  keptValid: { from: ['issued'], to: null },
}

/** Null when the event can't happen to a document in that state. `state` null: it doesn't exist yet. */
export function stateAfter(
  state: DocumentState | null,
  event: { kind: DocumentEventKind },
): DocumentState | null {
  const move = MOVES[event.kind]
  if (state === null) return move.from.length === 0 ? move.to : null
  return move.from.includes(state) ? (move.to ?? state) : null
}

/** What the events lead to, in order. Throws at the first that can't happen there: history is broken. */
export function replay(events: readonly { kind: DocumentEventKind }[]): DocumentState | null {
  return events.reduce<DocumentState | null>((state, event) => {
    const next = stateAfter(state, event)
    if (next === null) throw new Error(`A document that is ${state} can't be ${event.kind}`)
    return next
  }, null)
}

export function isDocumentEventKind(text: string): text is DocumentEventKind {
  return Object.hasOwn(MOVES, text)
}

/** The one thing to do next about a document, whoever looks at it and whenever. */
export type Step =
  | 'freeze'
  | 'confirm'
  | 'enqueue'
  | 'issue'
  | 'reconcile'
  | 'file'
  | 'annul'
  | 'rest'

export function nextStep(document: {
  state: DocumentState
  filesState: 'none' | 'wanted' | 'stored'
  annulment: 'wanted' | 'sent' | null
  /** The number a person says it got at the portal. */
  toldFolio: number | null
}): Step {
  switch (document.state) {
    case 'planned':
    case 'needs_data':
      return 'freeze'
    case 'waiting':
      return 'enqueue'
    case 'queued':
      return document.toldFolio === null ? 'issue' : 'confirm'
    case 'issuing':
    case 'uncertain':
      return 'reconcile'
    case 'issued':
      if (document.annulment !== null) return 'annul'
      return document.filesState === 'wanted' ? 'file' : 'rest'
    case 'failed':
    case 'skipped':
    case 'annulled':
      return 'rest'
  }
}
