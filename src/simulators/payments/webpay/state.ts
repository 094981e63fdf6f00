import { json, type Answer } from '../common/answer.ts'
import type { Random } from '../common/random.ts'
import type { WebpayMerchant } from './merchants.ts'
import type { Transaction } from './transaction.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const STATUS_WINDOW_MS = 7 * DAY_MS
export const REVERSAL_WINDOW_MS = 3 * HOUR_MS
export const NULLIFY_WINDOW_MS = 90 * DAY_MS

/** What the documents disagree on or don't say; each can be switched. */
export interface WebpaySettings {
  /** For paying on the form: five minutes in one place, ten in another. */
  formLimitMs: number
  /** For committing after the payer's answer; past it the sale is aborted, and reversed at the bank [guess]. */
  commitLimitMs: number
  /** How the payer comes back: by POST in integration and by GET in production, or always one way. */
  returnMethod: 'byMode' | 'GET' | 'POST'
  /** The documents ask for a unique buy order and don't say what becomes of another [guess]. */
  repeatedBuyOrder: 'refused' | 'accepted'
  /** One sentence of the documents writes two S. */
  sessionField: 'TBK_ID_SESION' | 'TBK_ID_SESSION'
}

export function defaultSettings(): WebpaySettings {
  return {
    formLimitMs: 10 * MINUTE_MS,
    commitLimitMs: 10 * MINUTE_MS,
    returnMethod: 'byMode',
    repeatedBuyOrder: 'refused',
    sessionField: 'TBK_ID_SESION',
  }
}

export interface Webpay {
  merchants: readonly WebpayMerchant[]
  settings: WebpaySettings
  transactions: Map<string, Transaction>
  random: Random
  now: () => number
  url: string
}

export function refused(status: number, message: string): Answer {
  return json(status, { error_message: message })
}

export function invalidParameter(name: string): Answer {
  return refused(422, `Invalid value for parameter: ${name}`)
}
