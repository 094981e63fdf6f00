import { z } from 'zod'
import { json, type Answer } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { check } from '../common/fields.ts'
import { refusal } from './create.ts'
import { isMall } from './merchants.ts'
import { NULLIFY_WINDOW_MS, refused, REVERSAL_WINDOW_MS, type Webpay } from './state.ts'
import { chargedAmount, partOf, statusOf, type Part, type Transaction } from './transaction.ts'

const amount = z.number().int().positive()
const plain = z.strictObject({ amount })
const mall = z.strictObject({ buy_order: z.string(), commerce_code: z.string(), amount })

/**
 * The numbers are Transbank's list of refusals; the words and how the API carries the number are guesses. Clients go by
 * status 422.
 */
const REFUSALS = {
  notFound: '274: Transaction not found',
  notAllowed: '308: Operation not allowed',
  notAuthorized: '292: Transaction is not authorized',
  periodOver: '284: Period for nullifying exceeded',
  alreadyDone: '310: Transaction already nullified',
  overBalance: '311: Amount to nullify exceeds the available balance',
  noPartOfInstalments: '53: Transaction with installments does not allow partial nullification',
} as const

/** Whole and within three hours of the commit it is a reversal; later or in part, an annulment, for ninety days. */
export function refund(webpay: Webpay, transaction: Transaction, body: unknown): Answer {
  const isOfMall = isMall(transaction.merchant)
  const read = check<Wanted>(isOfMall ? mall : plain, body)
  if (read.kind === 'faults') return refusal(read.faults)
  const part = partOf(transaction, read.value)
  if (part === undefined) return refused(422, REFUSALS.notFound)
  const problem = problemOf(webpay, transaction, part, read.value.amount)
  if (problem !== null) return refused(422, REFUSALS[problem])
  return carryOut(webpay, transaction, part, read.value.amount)
}

/** The same by a person in the portal, of a transaction with one store. */
export function annulInPortal(webpay: Webpay, transaction: Transaction, amount: number): void {
  const [part] = transaction.parts
  const problem = part === undefined ? 'notFound' : problemOf(webpay, transaction, part, amount)
  if (part === undefined || problem !== null) throw new WrongOrder(REFUSALS[problem ?? 'notFound'])
  carryOut(webpay, transaction, part, amount)
}

interface Wanted {
  amount: number
  buy_order?: string
  commerce_code?: string
}

function problemOf(
  { now }: Webpay,
  transaction: Transaction,
  part: Part,
  wanted: number,
): keyof typeof REFUSALS | null {
  const { answer, committedAtMs, merchant } = transaction
  const status = statusOf(transaction, part)
  if (status === 'REVERSED' || status === 'NULLIFIED') return 'alreadyDone'
  if (answer === null || committedAtMs === null || status === 'FAILED') return 'notAuthorized'
  if (now() - committedAtMs > NULLIFY_WINDOW_MS) return 'periodOver'
  // An authorisation that nothing was captured of can only be given up whole.
  const isAuthorisation = merchant.isDeferred === true && part.captured === null
  if (wanted > chargedAmount(part) - part.nullifiedAmount) return 'overBalance'
  const isPartial = wanted < chargedAmount(part)
  if (!isPartial) return null
  if (isAuthorisation || ['VD', 'VP'].includes(answer.paymentType)) return 'notAllowed'
  return answer.instalments > 0 ? 'noPartOfInstalments' : null
}

function carryOut(
  { now, random }: Webpay,
  transaction: Transaction,
  part: Part,
  wanted: number,
): Answer {
  const isFresh = now() - (transaction.committedAtMs ?? 0) <= REVERSAL_WINDOW_MS
  if (isFresh && wanted === chargedAmount(part) && part.nullifiedAmount === 0) {
    part.isReversed = true
    return json(200, { type: 'REVERSED' })
  }
  part.nullifiedAmount += wanted
  return json(200, {
    type: 'NULLIFIED',
    authorization_code: random.digits(6),
    authorization_date: new Date(now()).toISOString(),
    nullified_amount: wanted,
    balance: chargedAmount(part) - part.nullifiedAmount,
    response_code: 0,
  })
}
