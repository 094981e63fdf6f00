import type { Rut } from '#domain/rut.ts'

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
  cause:
    | 'network'
    | 'timeout'
    | 'serverError'
    | 'maintenance'
    | 'waitingRoom'
    | 'unknownPage'
    /** Nothing was asked: the host has failed too often lately (`breaker.ts`). */
    | 'breakerOpen'
  text: string
}

/** `isClaveSent`: what followed the clave itself, which may have been a refusal that nobody knows. */
export type LoginUnavailable = Unavailable & { isClaveSent?: true }

export type Answer<T> = { kind: 'ok'; value: T } | SiiFailure

export type SiiFailure =
  | Unavailable
  | { kind: 'sessionExpired' }
  | { kind: 'companyNotAuthorized'; company: Rut }
  | { kind: 'companyNotSelected' }
  | { kind: 'validationRejected'; text: string }
  /** A sentence of the SII's about what it was given, which may be a refusal in new words or passing trouble. */
  | { kind: 'unclear'; text: string }
  | { kind: 'noCentralCertificate' }
  | { kind: 'certificatePasswordRejected'; text: string }
  | { kind: 'notFound'; text: string }
  /** The person has no second-category activity, or isn't authorised to issue boletas. */
  | { kind: 'boletasNotEnabled'; text: string }
  /** The register wants a proof that only a browser with a person before it has. */
  | { kind: 'recaptchaRequired'; text: string }
  /** More documents than one download carries, whichever way they are asked for. */
  | { kind: 'tooManyDocuments' }
  /** Logged in, but a form or field the client relies on is missing. */
  | { kind: 'portalChanged'; text: string }

/** `code` is what its PDF is asked by: the portal's number of a factura, the bar code of a boleta. */
export type SendOutcome =
  | { kind: 'issued'; folio: number; code: string | null; page: string }
  | { kind: 'refused'; text: string }
  | { kind: 'notSent' }
  | { kind: 'uncertain'; cause: UncertainCause; page: string | null }

export type UncertainCause =
  | 'timeout'
  | 'connectionLost'
  | 'serverError'
  | 'loginPage'
  | 'unrecognisedPage'
  | 'mismatch'
