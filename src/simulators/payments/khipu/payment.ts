import { json, type Answer } from '../common/answer.ts'
import type { Notifier } from '../common/notifier.ts'
import type { Random } from '../common/random.ts'
import type { KhipuAccount } from './accounts.ts'
import type { PaymentRequest } from './request.ts'

const HOUR_MS = 3_600_000

/** How long one attempt of a payer is waited for; then another may begin. */
const ATTEMPT_MS = 3 * HOUR_MS

export interface Payment {
  id: string
  account: KhipuAccount
  request: PaymentRequest
  createdAtMs: number
  status: 'pending' | 'verifying' | 'done'
  statusDetail: StatusDetail
  verifyingSinceMs: number | null
  conciliation: Conciliation | null
  refundedAmount: number
  isConfirmed: boolean
}

export type StatusDetail =
  | 'pending'
  | 'normal'
  | 'marked-paid-by-receiver'
  | 'rejected-by-payer'
  | 'marked-as-abuse'
  | 'reversed'

export interface Conciliation {
  atMs: number
  isOutOfDate: boolean
  payerName: string
  payerEmail: string
  /** '44.444.444-4'. */
  payerRut: string
  bankAccountNumber: string
}

/** What the documents leave open; each can be switched. */
export interface KhipuSettings {
  /** Errors have no described body in version 3: version 2's, a message alone, an error alone, or nothing. */
  errorShape: 'fields' | 'message' | 'error' | 'empty'
  /** Its plugins sign with the secret; one project of others with the API key. */
  signsWith: 'secret' | 'apiKey'
  /** Whether a retry is signed with the time of the retry. */
  signsAgain: boolean
  /** Third parties report 5 000 pesos at most in a developer's account. */
  developerCapClp: number | null
  /** Until when a payment that is collected at Khipu can be given back. */
  settlesAfterMs: number
  predicted:
    | 'ok'
    | 'max_amount_exceeded'
    | 'new_destinatary_amount_exceeded'
    | 'new_destinatary_cool_down'
    | 'not_available_account'
}

export function defaultSettings(): KhipuSettings {
  return {
    errorShape: 'fields',
    signsWith: 'secret',
    signsAgain: true,
    developerCapClp: null,
    settlesAfterMs: 24 * HOUR_MS,
    predicted: 'ok',
  }
}

export interface Khipu {
  accounts: KhipuAccount[]
  settings: KhipuSettings
  payments: Map<string, Payment>
  notifier: Notifier
  random: Random
  now: () => number
  url: string
}

/** An attempt that came to nothing lets the payer begin again [guess]. */
export function refreshed({ now }: Khipu, payment: Payment): Payment {
  const { status, verifyingSinceMs } = payment
  if (status === 'verifying' && now() - (verifyingSinceMs ?? 0) > ATTEMPT_MS) {
    payment.status = 'pending'
    payment.verifyingSinceMs = null
  }
  return payment
}

export function isExpired({ now }: Khipu, { request }: Payment): boolean {
  return request.expires_date !== undefined && now() > Date.parse(request.expires_date)
}

export function refused(
  { settings }: Pick<Khipu, 'settings'>,
  status: number,
  message: string,
  errors: { field: string; message: string }[] = [],
): Answer {
  switch (settings.errorShape) {
    case 'message':
      return json(status, { message })
    case 'error':
      return json(status, { error: message })
    case 'empty':
      return { status, headers: {}, body: '' }
    case 'fields':
      return json(status, { status, message, ...(errors.length > 0 ? { errors } : {}) })
  }
}
