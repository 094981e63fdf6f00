import { z } from 'zod'

const session = z.object({
  token: z.string(),
  personRut: z.string(),
  /** Held on the server's side only: no cookie and no parameter carries it. */
  companyRut: z.string().nullable(),
  openedAtMs: z.number(),
  closedAtMs: z.number().nullable(),
})

const tipoDte = z.union([z.literal(33), z.literal(34), z.literal(56), z.literal(61)])

/** A document proposed with a folio and not sent yet. */
const proposal = z.object({
  id: z.string(),
  tipoDte: tipoDte.default(33),
  companyRut: z.string(),
  personRut: z.string(),
  sessionToken: z.string(),
  folio: z.number(),
  /** The unsigned DTE as shown in the form. */
  xml: z.string(),
  warnings: z.array(z.string()),
  proposedAtMs: z.number(),
})

const storedDocument = z.object({
  /** DHDR_CODIGO. */
  code: z.string(),
  tipoDte,
  folio: z.number(),
  issuerRut: z.string(),
  receiverRut: z.string(),
  receiverName: z.string(),
  issueDay: z.string(),
  netoClp: z.number(),
  ivaClp: z.number(),
  totalClp: z.number(),
  /** The signed `<DTE>…</DTE>`. */
  xml: z.string(),
  /** A code of the list's ESTADO filter. */
  state: z.string(),
  /** When the receiver accepted or claimed; null as long as nothing was said. */
  reactedAtMs: z.number().nullable().default(null),
  /** The event of the register of acceptance and claim, where it says more than the state. */
  eventCode: z.string().nullable().default(null),
  sentByRut: z.string(),
  /** '' for documents that exist before the story begins. */
  sessionToken: z.string(),
  storedAtMs: z.number(),
  listedFromMs: z.number(),
  /** What a person should look at, such as amounts that don't add up: the portal takes them as sent. */
  warnings: z.array(z.string()),
})

/** Every arrival of a final step, stored or not. */
const sendAttempt = z.object({
  atMs: z.number(),
  personRut: z.string().nullable(),
  companyRut: z.string().nullable(),
  sessionToken: z.string().nullable(),
  /** Null for a boleta de honorarios, which has no type of DTE. */
  tipoDte: z.number().nullable().default(33),
  /** For a boleta the one it got, 0 when it got none: its form carries no folio. */
  folio: z.number(),
  /** For a boleta to whom, how much and for which day: what tells two arrivals apart. */
  content: z.string().default(''),
  outcome: z.string(),
})

const draft = z.object({
  id: z.string(),
  companyRut: z.string(),
  fields: z.record(z.string(), z.string()),
  savedAtMs: z.number(),
})

/** A boleta de honorarios. `receiverRut` is '' for one without receiver. */
const boleta = z.object({
  barCode: z.string(),
  folio: z.number(),
  issuerRut: z.string(),
  issuerName: z.string(),
  issuerAddress: z.string(),
  /** '' when it isn't printed. */
  activity: z.string(),
  receiverRut: z.string(),
  receiverName: z.string(),
  receiverAddress: z.string(),
  receiverCommune: z.string(),
  issueDay: z.string(),
  withholder: z.enum(['recipient', 'issuer']),
  lines: z.array(z.object({ text: z.string(), grossClp: z.number() })),
  grossClp: z.number(),
  rateBasisPoints: z.number(),
  retentionClp: z.number(),
  /** The `tiempo` its form carried. */
  time: z.string(),
  sessionToken: z.string(),
  storedAtMs: z.number(),
  listedFromMs: z.number(),
  annulledAtMs: z.number().nullable(),
  annulledFor: z.number().nullable(),
  mailedTo: z.array(z.string()),
  warnings: z.array(z.string()),
})

/** What a later version added has a default, so that an older file is read all the same. */
const stateSchema = z.object({
  version: z.literal(1),
  /** The day of the first start: what happened before is told by the world. */
  startedOn: z.string().default(''),
  sessions: z.array(session),
  loginTimesMs: z.record(z.string(), z.array(z.number())),
  wrongClaves: z.record(z.string(), z.number()),
  wrongCertificatePasswords: z.record(z.string(), z.number()),
  lastFolio: z.record(z.string(), z.number()),
  lastCode: z.number(),
  proposals: z.array(proposal),
  documents: z.array(storedDocument),
  sends: z.array(sendAttempt),
  drafts: z.array(draft).default([]),
  boletas: z.array(boleta).default([]),
  lastBoleta: z.record(z.string(), z.number()).default({}),
  /** The signed XML of suppliers' documents that somebody asked for, by code. */
  suppliedXml: z.record(z.string(), z.string()).default({}),
  /** PEM of the test key with which this "SII" signs its CAFs. */
  authorityKeyPem: z.string(),
  /** CAF files as latin1 text, by company, oldest first. */
  cafs: z.record(z.string(), z.array(z.string())),
  /** A person's test key (PEM) and certificate (DER, base64). */
  signers: z.record(z.string(), z.object({ keyPem: z.string(), certificate: z.string() })),
})

export type Session = z.infer<typeof session>
export type Proposal = z.infer<typeof proposal>
export type StoredDocument = z.infer<typeof storedDocument>
export type SendAttempt = z.infer<typeof sendAttempt>
export type Draft = z.infer<typeof draft>
export type StoredBoleta = z.infer<typeof boleta>
export type State = z.infer<typeof stateSchema>

export function emptyState(authorityKeyPem: string): State {
  return {
    version: 1,
    startedOn: '',
    sessions: [],
    loginTimesMs: {},
    wrongClaves: {},
    wrongCertificatePasswords: {},
    lastFolio: {},
    lastCode: 99_000_000,
    proposals: [],
    documents: [],
    sends: [],
    drafts: [],
    boletas: [],
    lastBoleta: {},
    suppliedXml: {},
    authorityKeyPem,
    cafs: {},
    signers: {},
  }
}

export function parseState(text: string): State {
  return stateSchema.parse(JSON.parse(text))
}
