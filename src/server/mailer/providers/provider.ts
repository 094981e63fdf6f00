import type { Secret } from '../../vault/secret.ts'

export type ProviderName = 'google' | 'microsoft'

/** What is known of a message that was tried. */
export interface SentBefore {
  messageId: string
  place: string | null
  sizeBytes: number
}

/** Why a mailbox can't be used any more until its owner connects it again. */
export type DisconnectReason = 'revoked' | 'scopeMissing' | 'disabled'

/** A whole message as bytes, and what a provider must know of it besides. */
export interface Outgoing {
  messageId: string
  raw: Buffer
  /** The same in pieces, for a provider that takes no large message whole. */
  pieces?: { light: () => Promise<Buffer>; files: readonly OutgoingFile[] }
}

export interface OutgoingFile {
  name: string
  mediaType: string
  bytes: Uint8Array
}

/**
 * How an attempt to send ended. `unknown` means that the provider may have taken it: nothing is sent again
 * before looking. Every other one but `sent` means that it did not.
 */
export type SendOutcome =
  | { kind: 'sent'; providerId: string | null }
  | { kind: 'refused'; reason: 'recipient' | 'message' | 'tooLarge' | 'policy' }
  | { kind: 'later'; reason: 'rateLimited' | 'dailyLimit' | 'unavailable'; afterMs: number | null }
  | { kind: 'disconnected'; reason: DisconnectReason }
  /** The access token isn't taken: a fresh one may be, once. */
  | { kind: 'unauthorised' }
  | { kind: 'unknown'; cause: string }

/** `place`: where the message will be put, if the provider gives such a place; kept before sending. */
export type Prepared =
  | { kind: 'ready'; place: string | null }
  | Exclude<SendOutcome, { kind: 'sent' }>

/** `cannotLook`: no way to tell with what this mailbox allows; a person must. */
export type LookUp = 'sent' | 'absent' | 'cannotLook' | 'later' | 'unauthorised' | 'disconnected'

/** Whether a mail that was taken came back later. */
export type Return = 'returned' | 'none' | 'cannotLook' | 'later'

export interface Tokens {
  accessToken: Secret
  expiresInMs: number
}

export type Exchange =
  | (Tokens & {
      kind: 'connected'
      email: string
      name: string
      refreshToken: Secret
      scopes: string[]
    })
  | { kind: 'refused'; reason: 'code' }
  | { kind: 'refused'; reason: 'scopeMissing' | 'noRefreshToken' | 'identity'; granted: Granted }
  | { kind: 'misconfigured' | 'unavailable' }

/** What the provider gave and we don't take. */
export interface Granted {
  token: Secret
  /** Null: it can't be told whose mailbox it is of. */
  email: string | null
}

export type Refresh =
  | (Tokens & {
      kind: 'fresh'
      /** Null: the old one stays in force. */ refreshToken: Secret | null
    })
  | { kind: 'disconnected'; reason: DisconnectReason }
  | { kind: 'misconfigured' }
  | { kind: 'unavailable' }

export interface AuthorizeRequest {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** The mailbox to connect again. */
  hint: string | null
  /** Whether to ask for what large files need, where that is more than sending. */
  largeFiles?: boolean
}

/** A provider of mailboxes, through thin clients of ours: their own libraries hide what we branch on. */
export interface MailProvider {
  name: ProviderName
  authorizeUrl(request: AuthorizeRequest): string
  exchange(given: {
    code: string
    verifier: string
    nonce: string
    redirectUri: string
  }): Promise<Exchange>
  refresh(refreshToken: Secret): Promise<Refresh>
  /** False: the provider couldn't be told. What it doesn't know any more is as good as revoked. */
  revoke(refreshToken: Secret): Promise<boolean>
  prepare(access: Secret, message: Outgoing): Promise<Prepared>
  send(access: Secret, message: Outgoing, place: string | null): Promise<SendOutcome>
  lookUp(access: Secret, of: SentBefore): Promise<LookUp>
  /** Whether a place takes one message at most, so that a mail in doubt is sent to the place it had. */
  takesOnePerPlace: boolean
  /** Null where what comes back can't be seen with the rights we ask for: it is in its owner's inbox alone. */
  cameBack:
    | ((access: Secret, of: { messageId: string; sentAtMs: number }) => Promise<Return>)
    | null
}

export interface ClientSettings {
  clientId: string
  clientSecret: Secret
  /** Null: the provider's own hosts. Else everything lies under this address. */
  standIn: string | null
  nowMs: () => number
  timeoutMs?: number
}
