import { dayInChile } from '#domain/day.ts'
import { json, type Answer } from '../common/answer.ts'
import { isMall } from './merchants.ts'
import { chargedAmount, statusOf, type Part, type Transaction } from './transaction.ts'

/** What commit and status answer, which is the same; what the bank hasn't said yet is missing. */
export function shape(transaction: Transaction): Answer {
  const { merchant, buyOrder, sessionId, parts } = transaction
  const [only] = parts
  const common = { buy_order: buyOrder, session_id: sessionId, ...ofTheCard(transaction) }
  if (isMall(merchant) || only === undefined) {
    const details = parts.map((part) => ({
      ...ofPart(transaction, part),
      commerce_code: part.commerceCode,
      buy_order: part.buyOrder,
    }))
    return json(200, { ...common, details })
  }
  return json(200, { ...common, ...ofPart(transaction, only) })
}

function ofTheCard({ answer, committedAtMs, createdAtMs, parts }: Transaction): object {
  const atMs = answer?.atMs ?? createdAtMs
  const dates = {
    // MMDD, by the day in Chile.
    accounting_date: dayInChile(atMs).slice(5).replace('-', ''),
    transaction_date: new Date(atMs).toISOString(),
  }
  if (answer === null || committedAtMs === null) return dates
  const isApproved = parts.some(({ responseCode }) => responseCode === 0)
  return {
    vci: isApproved ? 'TSY' : 'TSN',
    card_detail: { card_number: answer.cardNumber.slice(-4) },
    ...dates,
  }
}

function ofPart(transaction: Transaction, part: Part): object {
  const { answer, committedAtMs } = transaction
  const status = statusOf(transaction, part)
  if (answer === null || committedAtMs === null) {
    return { amount: part.amount, status, installments_number: 0 }
  }
  const { instalments, paymentType } = answer
  const isApproved = part.responseCode === 0
  return {
    amount: part.amount,
    status,
    ...(isApproved ? { authorization_code: part.authorizationCode } : {}),
    payment_type_code: paymentType,
    response_code: part.responseCode,
    ...(instalments > 0 ? { installments_amount: Math.ceil(part.amount / instalments) } : {}),
    installments_number: instalments,
    ...(part.nullifiedAmount > 0 ? { balance: chargedAmount(part) - part.nullifiedAmount } : {}),
  }
}
