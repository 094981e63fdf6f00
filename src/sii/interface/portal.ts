import type { Day } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { Answer, LoginRefusal, LoginUnavailable, SendOutcome, SiiFailure } from './answers.ts'
import type { Boletas } from './boletas.ts'
import type { ReceiverReaction, Registers } from './registers.ts'

export type * from './answers.ts'
export type * from './boletas.ts'
export type * from './registers.ts'

/**
 * The whole face of the SII's website. Every ending is a value; only mistakes of ours are thrown.
 * Nothing here retries: who calls decides, because only the caller knows what may be repeated.
 */
export interface Sii {
  /**
   * One attempt with the clave, never two: repeated wrong claves block the account. From `earlier`, the
   * person's last session, only the front's cookies are taken (firewall, place in the waiting room). The clave
   * doesn't leave when `checkpoint`, asked right before, says no.
   */
  login(credentials: Credentials): Promise<LoginOutcome>
  /** Continues a stored session without asking the SII; the first page asked tells if it still lives. */
  resume(stored: StoredSession): PortalSession
}

export interface Credentials {
  rut: Rut
  clave: string
  earlier?: StoredSession
  checkpoint?: () => boolean
}

/** Cookies of one person's portal session. As good as the clave while it lives: seal it before storing. */
export interface StoredSession {
  person: Rut
  cookies: string
}

export interface PortalSession {
  readonly person: Rut
  store(): StoredSession
  isAlive(): Promise<Answer<boolean>>
  /**
   * Ends the session at the SII, so that a late request of a paused worker can't issue any more. `ok` only
   * when a request with the session's cookies isn't let in any more. Nothing can be asked on this object after.
   */
  logout(): Promise<Answer<null>>
  profile(): Promise<Answer<Profile>>
  /** The companies the SII lets this person issue for in the free portal, in any of its three page shapes. */
  companies(): Promise<Answer<CompanyRef[]>>
  certificate(): Promise<Answer<CertificateStatus>>
  /** Boletas de honorarios: their issuer is always this person; they need neither company nor certificate. */
  readonly boletas: Boletas
  /** The registers of purchases and sales (RCV), of every RUT this person may ask them for. */
  readonly registers: Registers
  /**
   * Selects the company (server-side state of the session) and runs `work` under the session's mutex.
   * Nothing of another company can run on this session until `work` ends. Throws when asked inside the work
   * of another, and when what `work` was given is used after it ended.
   */
  withCompany<T>(
    company: Rut,
    work: (portal: CompanyPortal) => Promise<Answer<T>>,
  ): Promise<Answer<T>>
}

export interface CompanyPortal {
  issuer(): Promise<Answer<IssuerData>>
  /** `ok` with null: the SII knows nobody by this RUT. City usually comes empty. */
  recipient(rut: Rut): Promise<Answer<RecipientData | null>>
  issuedDocuments(filter: IssuedFilter): Promise<Answer<IssuedRow[]>>
  receivedDocuments(filter: ReceivedFilter): Promise<Answer<ReceivedRow[]>>
  /** Null when the list hasn't it. A register that can't be read only leaves the reaction unknown. */
  documentStatus(document: ListedDocument): Promise<Answer<DocumentStatus | null>>
  /** Steps 1–4 of the chain: fills the form, asks for the preview, reads back what the SII made of it. */
  previewFactura(content: FacturaContent): Promise<Answer<PreviewedFactura>>
  /** A nota de crédito (61) by the same chain. That its form opens as the factura's does is a guess. */
  previewNota(content: FacturaContent, reference: NotaReference): Promise<Answer<PreviewedFactura>>
  drafts(): Promise<Answer<Draft[]>>
  /** A draft of the factura at the SII, or over an earlier one. Nothing is issued; its number isn't told. */
  saveDraft(content: FacturaContent, over: string | null): Promise<Answer<null>>
  /** `ok` only when the list of drafts hasn't it any more. */
  deleteDraft(id: string): Promise<Answer<null>>
  pdf(code: string): Promise<Answer<Uint8Array>>
  receivedPdf(code: string): Promise<Answer<Uint8Array>>
  /** The signed DTE of one folio, cut out of the portal's set, bytes untouched (ISO-8859-1). */
  xml(document: { tipoDte: number; folio: number; issueDate: Day }): Promise<Answer<Uint8Array>>
}

export interface PreviewedFactura {
  /** What the SII will issue, to be compared with what was frozen before going on. */
  seen: {
    tipoDte: number
    recipient: Rut
    /** Null when the page doesn't show it. */
    issueDate: Day | null
    netoClp: Clp
    ivaClp: Clp
    totalClp: Clp
  }
  /** The SII's own drawing of it, marked as not valid. */
  pdf(): Promise<Answer<Uint8Array>>
  /**
   * The certificate, then steps 5–7. Issues nothing, but from step 5 on a folio number is spent even when it
   * fails, which the failure says: a second call throws, and another preview to sign spends another number.
   */
  sign(certificatePassword: string): Promise<SignAnswer>
}

export type SignAnswer = Answer<SignedFactura> | (SiiFailure & { isNumberSpent: true })

export interface SignedFactura {
  /** The number in the signed XML. It proves nothing until the document is sent. */
  folio: number
  /**
   * Step 8, irreversible. `checkpoint` runs right before the request leaves; when it answers false
   * nothing is sent. A second call throws: `uncertain` means look at the issued list, never send again.
   */
  send(checkpoint: () => boolean): Promise<SendOutcome>
}

export type LoginOutcome = { kind: 'ok'; value: PortalSession } | LoginRefusal | LoginUnavailable

export interface Profile {
  rut: Rut
  name: string
  isNaturalPerson: boolean
  email: string | null
  addresses: { street: string; commune: string; city: string }[]
  activities: { code: string; description: string; category: 1 | 2 | null }[]
}

export interface CompanyRef {
  rut: Rut
  name: string
}

export type CertificateStatus =
  | { kind: 'centralized'; certificateId: string }
  | { kind: 'none' }
  /** The page answered something that isn't its JSON: never read as "no certificate". */
  | { kind: 'unknown' }

export interface IssuerData {
  name: string
  giro: string
  email: string
  addresses: { street: string; commune: string; city: string; branchCode: string }[]
  activities: { code: string; description: string }[]
}

export interface RecipientData {
  name: string
  giros: string[]
  addresses: { street: string; commune: string; city: string }[]
}

export interface IssuedFilter {
  recipient?: Rut
  folio?: number
  tipoDte?: number
  from?: Day
  to?: Day
}

export interface IssuedRow {
  code: string
  recipient: Rut
  recipientName: string
  tipoDte: number | null
  typeText: string
  folio: number
  issueDate: Day
  totalClp: Clp
  stateText: string
}

export interface ReceivedFilter extends Omit<IssuedFilter, 'recipient'> {
  issuer?: Rut
}

export interface ReceivedRow extends Omit<IssuedRow, 'recipient' | 'recipientName'> {
  issuer: Rut
  issuerName: string
}

export interface ListedDocument {
  tipoDte: number
  folio: number
  issueDate: Day
}

export interface DocumentStatus {
  row: IssuedRow
  /** The SII's code of its state (`EMI`, `RAC`, …) as far as the list's words allow; null else. */
  stateCode: string | null
  reaction: ReceiverReaction
}

/** What a nota says of the document it is about. 1 annuls it, 2 corrects a text, 3 corrects amounts. */
export interface NotaReference {
  tipoDte: number
  folio: number
  issueDate: Day
  code: 1 | 2 | 3
  reason: string
}

export interface Draft {
  id: string
  tipoDte: number
  savedOn: Day
  recipient: Rut | null
  recipientName: string
  totalClp: Clp
}
