import type { Day, Month } from '#domain/day.ts'
import type { FacturaContent } from '#domain/document.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/**
 * The whole face of the SII's website. Every ending is a value; only mistakes of ours are thrown.
 * Nothing here retries: who calls decides, because only the caller knows what may be repeated.
 */
export interface Sii {
  /**
   * One attempt with the clave, never two: repeated wrong claves block the account. From `earlier`, the
   * person's last session, only the front's cookies are taken (firewall, place in the waiting room).
   */
  login(credentials: { rut: Rut; clave: string; earlier?: StoredSession }): Promise<LoginOutcome>
  /** Continues a stored session without asking the SII; the first page asked tells if it still lives. */
  resume(stored: StoredSession): PortalSession
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
  /** Steps 1–4 of the chain: fills the form, asks for the preview, reads back what the SII made of it. */
  previewFactura(content: FacturaContent): Promise<Answer<PreviewedFactura>>
  pdf(code: string): Promise<Answer<Uint8Array>>
  /** The signed DTE of one folio, cut out of the portal's set, bytes untouched (ISO-8859-1). */
  xml(document: { tipoDte: number; folio: number; issueDate: Day }): Promise<Answer<Uint8Array>>
}

export interface PreviewedFactura {
  /** What the SII will issue, to be compared with what was frozen before going on. */
  seen: { tipoDte: number; recipient: Rut; netoClp: Clp; ivaClp: Clp; totalClp: Clp }
  /** Steps 5–7. Issues nothing, but burns a folio number even when it fails: a second call throws. */
  sign(certificatePassword: string): Promise<Answer<SignedFactura>>
}

export interface SignedFactura {
  /** The number in the signed XML. It proves nothing until the document is sent. */
  folio: number
  /**
   * Step 8, irreversible. `checkpoint` runs right before the request leaves; when it answers false
   * nothing is sent. A second call throws: `uncertain` means look at the issued list, never send again.
   */
  send(checkpoint: () => boolean): Promise<SendOutcome>
}

export type SendOutcome =
  | { kind: 'issued'; folio: number; code: string | null; page: string }
  | { kind: 'refused'; text: string }
  | { kind: 'notSent' }
  | { kind: 'uncertain'; cause: UncertainCause; page: string | null }

export type UncertainCause =
  'timeout' | 'connectionLost' | 'serverError' | 'loginPage' | 'unrecognisedPage' | 'mismatch'

export type LoginOutcome = { kind: 'ok'; value: PortalSession } | LoginRefusal | Unavailable

/** `text` is the SII's own sentence, shown verbatim in a detail fold. */
export type LoginRefusal = {
  kind:
    | 'invalidCredentials'
    | 'tooManySessions'
    | 'loginThrottled'
    | 'accountBlocked'
    | 'loginRejected'
    | 'interstitial'
  text: string
}

export type Unavailable = {
  kind: 'unavailable'
  cause: 'network' | 'timeout' | 'serverError' | 'maintenance' | 'waitingRoom' | 'unknownPage'
  text: string
}

export type Answer<T> = { kind: 'ok'; value: T } | SiiFailure

export type SiiFailure =
  | Unavailable
  | { kind: 'sessionExpired' }
  | { kind: 'companyNotAuthorized'; company: Rut }
  | { kind: 'companyNotSelected' }
  | { kind: 'validationRejected'; text: string }
  | { kind: 'noCentralCertificate' }
  | { kind: 'certificatePasswordRejected'; text: string }
  | { kind: 'notFound'; text: string }
  /** Logged in, but a form or field the client relies on is missing. */
  | { kind: 'portalChanged'; text: string }

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

/** A month of the SII's registers, `YYYYMM` on its wire. */
export type Period = Month
