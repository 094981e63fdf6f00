import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import type { Connection, Mode } from './connection.ts'

/**
 * A payment provider, through a thin client of ours. Nothing here repeats a request, writes a row or a log, or
 * believes a browser: a payment is proved by `settle` or `fetchState` alone, judged by `judgePayment`.
 */
export interface PaymentProvider<C extends Connection = Connection> {
  name: C['provider']
  capabilities: Capabilities
  /** Where a form of our page may go, for browsers that ask: origins. None where payers are led by GET. */
  formTargets: readonly string[]
  createCheckout(connection: C, order: CheckoutOrder): Promise<Checkout>
  /**
   * What the browser brought to our return URL, from its query and its form. Written by the payer: no proof, and its
   * names are used only where they are those of our own row.
   */
  readReturn(query: Fields, form: Fields): BrowserReturn
  /**
   * Does what makes the payment final, where that is ours to do, and reads the result. Call it after a `normal`
   * return only, one call at a time for each attempt; it may be repeated. Elsewhere the same as `fetchState`.
   */
  settle(connection: C, refs: PaymentRefs): Promise<StateReading>
  /** Changes nothing at the provider. */
  fetchState(connection: C, refs: PaymentRefs): Promise<StateReading>
  /** Never throws, whatever was sent. `rawBody` as it arrived: the signature is over these bytes. */
  verifyNotification(connection: C, notice: IncomingNotice, nowMs: number): Notification
  refund(connection: C, refs: PaymentRefs, order: RefundOrder): Promise<Refund>
  /** How a refund that was `pending` ended; null where none ever is. */
  fetchRefund: ((connection: C, refs: PaymentRefs, refundRef: string) => Promise<Refund>) | null
  /** Whether the credentials are taken and are of this account. Moves no money and makes no checkout. */
  testConnection(connection: C): Promise<ConnectionTest>
}

export interface Capabilities {
  /** What payers choose by on our page. */
  method: 'card' | 'transfer'
  redirect: 'GET' | 'POST'
  /** False: only the return and polling say how a payment went. */
  notifies: boolean
  /** Whether `settle` must be called before any money moves. */
  needsSettling: boolean
  /** Whether every state says live or test, or a test at most is recognised as one. */
  tellsMode: 'always' | 'testOnly'
  /** Whether `createCheckout` for the same attempt gives the same checkout, so that `unknown` may be repeated. */
  createIsIdempotent: boolean
  /** Whether one checkout can be paid more than once. Its state without a payment's name says which payments there are. */
  canBePaidAgain: boolean
  refund: {
    /** Whether a part can be refunded. Payments by some methods can't even so. */
    isPartialPossible: boolean
    /** Whether the same `refundId` refunds once, so that `unknown` may be repeated. */
    isIdempotent: boolean
    /** Whether a payment's state says that a part of it was given back. */
    isPartTold: boolean
  }
  /** For how long a state can be read. Null: no limit known. */
  readableDays: number | null
}

export interface CheckoutOrder {
  /** Ours, random, of this attempt alone: letters, digits, hyphen and underscore, at most 61. */
  attemptId: string
  /** Ours, unique, of this attempt alone: letters, digits, hyphen and underscore, at most 26. */
  buyOrder: string
  amountClp: Clp
  /** Shown to the payer. Cut to what the provider takes. */
  subject: string
  payer: { name: string | null; email: string | null; rut: Rut | null }
  returnUrl: string
  cancelUrl: string
  notifyUrl: string
  /** Where the provider takes one: an attempt may still be paid after it. */
  expiresAtMs: number
}

export type Checkout =
  | { kind: 'created'; providerRef: string; redirect: Redirect }
  /** Repeating it changes nothing: the provider says what is wrong with it. */
  | { kind: 'refused'; status: number; detail: string }
  | { kind: 'unauthorised' }
  /** Nothing was made. */
  | { kind: 'unavailable'; cause: string }
  /** It may have been made, and nobody can pay it, because its address was lost with the answer. */
  | { kind: 'unknown'; cause: string }

export interface Redirect {
  method: 'GET' | 'POST'
  url: string
  fields: Readonly<Record<string, string>>
}

/** By what a payment is found: each name the provider or we have for it, as far as they are known. */
export interface PaymentRefs {
  /** The checkout, as `createCheckout` gave it. */
  providerRef: string | null
  /** The payment itself, where the provider names it apart from the checkout. */
  paymentRef: string | null
  buyOrder: string | null
}

export const NO_REFS: PaymentRefs = { providerRef: null, paymentRef: null, buyOrder: null }

export type Fields = Readonly<Record<string, unknown>>

/** `invalid`: nothing that this provider's pages send. The others say how the payer left them, no more. */
export type BrowserReturn =
  | { kind: 'normal' | 'annulled' | 'timedOut' | 'formError'; refs: PaymentRefs }
  | { kind: 'invalid' }

/** `expired` and `failed` aren't the end everywhere: a later payment is still money received. */
export type PaymentStatus =
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired'
  /** The company says at the provider's site that it was paid: no money came by the provider, and none will. */
  | 'markedPaid'
  | 'refunded'
  | 'partiallyRefunded'
  /** Taken back by the provider as if it had never been, the same day. */
  | 'reversed'
  | 'disputed'
  /** The payer's bank took it back after a dispute: the company lost the money. */
  | 'chargedBack'

/** Every null is something that the provider's answer didn't say, or not in a form that can be trusted. */
export interface PaymentState {
  kind: 'found'
  status: PaymentStatus
  /** Of a pending one: its payer has paid or authorised it, and the provider has not decided yet. */
  isVerifying: boolean
  /** The provider's own word, for people. */
  providerStatus: string
  refs: PaymentRefs
  attemptId: string | null
  amountClp: Clp | null
  refundedClp: Clp | null
  /** When the last of it was given back, where the answer says so. */
  refundedAtMs: number | null
  /** ISO 4217, upper case. */
  currency: string | null
  /** As `receiverOf` names it. */
  receiver: string | null
  mode: Mode | null
  /** When it was paid or, if it wasn't, last changed. */
  atMs: number | null
  method: MethodDetails
  /** Whether a part that the provider answers apart, as refunds, could not be read: the rest counts, and it is read again. */
  isIncomplete: boolean
  /** What the provider knows its dispute by, lost or not: another name is another matter. Null: it isn't disputed. */
  disputeRef: string | null
  /** Other payments of the same checkout on which money came, by name: nothing is proved of them until each is read. */
  alsoPaid: readonly string[]
  /** The answer as it came, without full card numbers and tokens. */
  raw: unknown
}

export interface MethodDetails {
  kind: 'creditCard' | 'debitCard' | 'prepaidCard' | 'transfer' | 'other' | null
  cardLast4: string | null
  /** 0 and 1 are both one payment. */
  instalments: number | null
  authorisationCode: string | null
  payerRut: Rut | null
  bank: string | null
}

export type StateReading =
  | PaymentState
  /** `tooOld`: it may exist, but the provider says nothing about it any more. */
  | { kind: 'notFound'; reason: 'absent' | 'tooOld' }
  | { kind: 'unauthorised' }
  | { kind: 'unavailable'; cause: string }

export interface IncomingNotice {
  rawBody: Buffer
  /** Names in lower case. */
  headers: Fields
  query: Fields
}

export type Notification =
  | {
      kind: 'authentic'
      /** The same for a repetition of the same notice. */
      eventKey: string
      refs: PaymentRefs
      /** Signed outside of the time window: neither fresh nor forged, so the state is read before it is believed. */
      isStale: boolean
    }
  /** Rightly signed, about nothing that we have here. */
  | { kind: 'irrelevant'; eventKey: string }
  | { kind: 'forged' }
  /** Rightly signed, and nothing we can read. */
  | { kind: 'unreadable' }

export interface RefundOrder {
  /** Ours, of this refund alone. */
  refundId: string
  amountClp: Clp
  /** What was paid: whether a part is meant depends on it. */
  paidClp: Clp
}

export type RefundReason =
  | 'alreadyRefunded'
  | 'amount'
  | 'balance'
  | 'method'
  | 'notAllowed'
  | 'notPaid'
  | 'tooLate'
  | 'rejected'
  | 'other'

export type Refund =
  /** Nothing of the payment is left. */
  | { kind: 'done'; refundedClp: Clp }
  | { kind: 'partly'; refundedClp: Clp }
  /** Taken by the provider; `fetchRefund` says how it ends. */
  | { kind: 'pending'; refundRef: string }
  | { kind: 'notPossible'; reason: RefundReason; detail: string | null }
  | { kind: 'unauthorised' }
  /** Nothing was done. */
  | { kind: 'unavailable'; cause: string }
  /** It may have been done: read the state, or repeat it where that is idempotent. */
  | { kind: 'unknown'; cause: string }

export type ConnectionTest =
  /** `holderRut`: whose account it is, where the provider says it. */
  | { kind: 'works'; account: string | null; mode: Mode | null; holderRut: Rut | null }
  /** The credentials are taken, and are of another account, mode or country than this connection says. */
  | { kind: 'misconfigured'; reason: 'account' | 'mode' | 'country' }
  | { kind: 'unauthorised' }
  | { kind: 'unavailable'; cause: string }

export interface ProviderSettings {
  environment: 'demonstration' | 'real'
  /** Null: the provider's own hosts, in a real installation only. Else everything lies under this address. */
  baseUrl: string | null
  nowMs: () => number
  timeoutMs?: number
}
