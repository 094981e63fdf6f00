import { z } from 'zod'
import { json, type Answer } from '../common/answer.ts'
import { check } from '../common/fields.ts'
import { refusal } from './create.ts'
import { invalidParameter, refused, type Webpay } from './state.ts'
import { partOf, statusOf, type Transaction } from './transaction.ts'

const wanted = z.strictObject({
  buy_order: z.string(),
  authorization_code: z.string().max(6),
  capture_amount: z.number().int().positive(),
  commerce_code: z.string().optional(),
})

/** For deferred commerce codes only, once, and no more than was authorised. */
export function capture({ now, random }: Webpay, transaction: Transaction, body: unknown): Answer {
  const read = check(wanted, body)
  if (read.kind === 'faults') return refusal(read.faults)
  const { merchant, token } = transaction
  if (merchant.isDeferred !== true) return refused(422, '308: Operation not allowed')
  const part = partOf(transaction, read.value)
  if (part === undefined) return invalidParameter('buy_order')
  if (statusOf(transaction, part) !== 'AUTHORIZED') {
    return refused(422, '292: Transaction is not authorized')
  }
  if (part.authorizationCode !== read.value.authorization_code) {
    return invalidParameter('authorization_code')
  }
  const amount = read.value.capture_amount
  if (amount > part.amount) return invalidParameter('capture_amount')
  part.captured = { amount, atMs: now() }
  return json(200, {
    token,
    authorization_code: random.digits(6),
    authorization_date: new Date(now()).toISOString(),
    captured_amount: amount,
    response_code: 0,
  })
}
