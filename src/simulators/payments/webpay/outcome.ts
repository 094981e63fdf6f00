import { z } from 'zod'
import type { Redirect } from '../common/answer.ts'
import { WrongOrder } from '../common/control.ts'
import { instalmentsOf, LOWEST_REFUSAL, paymentTypes, testCards } from './cards.ts'
import type { Webpay } from './state.ts'
import type { Stage, Transaction } from './transaction.ts'

const refusalCode = z.number().int().min(LOWEST_REFUSAL).max(-1)

/** What the payer does on the form, and the bank with it. */
export const webpayOutcome = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('approve'),
    paymentType: z.enum(paymentTypes).optional(),
    instalments: z.number().int().positive().optional(),
    /** Stores of a mall that the bank refuses while it takes the others. */
    refusedStores: z.record(z.string(), refusalCode).optional(),
  }),
  z.strictObject({ kind: z.literal('refuse'), responseCode: refusalCode }),
  /** As the test card says. */
  z.strictObject({ kind: z.literal('payWith'), cardNumber: z.string() }),
  z.strictObject({ kind: z.literal('annul') }),
  z.strictObject({ kind: z.literal('timeOut') }),
  z.strictObject({ kind: z.literal('formError') }),
])

export type WebpayOutcome = z.infer<typeof webpayOutcome>

/** Carries it out and says how the payer's browser comes back. */
export function answerForm(
  webpay: Webpay,
  transaction: Transaction,
  outcome: WebpayOutcome,
): Redirect {
  if (transaction.stage !== 'waiting') throw new WrongOrder(`the payer is ${transaction.stage}`)
  const isLate = webpay.now() - transaction.createdAtMs > webpay.settings.formLimitMs
  const kind = isLate ? 'timeOut' : outcome.kind
  if (kind === 'timeOut') transaction.stage = 'timedOut'
  else if (kind === 'annul') transaction.stage = 'aborted'
  else if (kind === 'formError') transaction.stage = 'formError'
  else pay(webpay, transaction, outcome)
  return redirectOf(webpay, transaction)
}

function pay({ now, random }: Webpay, transaction: Transaction, outcome: WebpayOutcome): void {
  const { paymentType, cardNumber, code } = bankAnswer(outcome)
  const given = outcome.kind === 'approve' ? outcome.instalments : undefined
  const stores = outcome.kind === 'approve' ? outcome.refusedStores : undefined
  transaction.stage = 'answered'
  transaction.answer = {
    atMs: now(),
    cardNumber,
    paymentType,
    instalments: instalmentsOf(paymentType, given),
  }
  for (const part of transaction.parts) {
    part.responseCode = stores?.[part.commerceCode] ?? code
    if (part.responseCode === 0) part.authorizationCode = random.digits(6)
  }
}

function bankAnswer(outcome: WebpayOutcome) {
  if (outcome.kind === 'payWith') {
    const card = testCards.find(({ number }) => number === outcome.cardNumber)
    if (card === undefined) throw new WrongOrder('not a test card')
    const { number: cardNumber, paymentType, isApproved } = card
    return { cardNumber, paymentType, code: isApproved ? 0 : -1 }
  }
  const paymentType = outcome.kind === 'approve' ? (outcome.paymentType ?? 'VN') : 'VN'
  const isApproved = outcome.kind === 'approve'
  const card =
    testCards.find((one) => one.paymentType === paymentType && one.isApproved === isApproved) ??
    testCards[0]
  const code = outcome.kind === 'refuse' ? outcome.responseCode : 0
  return { cardNumber: card?.number ?? '', paymentType, code }
}

/** The return that belongs to how the form ended. */
export function redirectOf({ settings }: Webpay, transaction: Transaction): Redirect {
  const { token, buyOrder, sessionId, returnUrl, merchant, stage } = transaction
  const reference = { [settings.sessionField]: sessionId, TBK_ORDEN_COMPRA: buyOrder }
  const byMode = merchant.mode === 'integration' ? 'POST' : 'GET'
  const method = settings.returnMethod === 'byMode' ? byMode : settings.returnMethod
  const fields: Record<Stage, Record<string, string>> = {
    waiting: {},
    answered: { token_ws: token },
    aborted: { TBK_TOKEN: token, ...reference },
    timedOut: reference,
    formError: { token_ws: token, TBK_TOKEN: token, ...reference },
  }
  return { method, url: returnUrl, fields: fields[stage] }
}
