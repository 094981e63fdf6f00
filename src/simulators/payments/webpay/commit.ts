import type { Answer } from '../common/answer.ts'
import { shape } from './shape.ts'
import { refused, type Webpay } from './state.ts'
import type { Transaction } from './transaction.ts'

/** Once; whoever commits again is told that somebody has, and reads the status. */
export function commit({ now, settings }: Webpay, transaction: Transaction): Answer {
  if (transaction.committedAtMs !== null) {
    return refused(422, 'Transaction already locked by another process')
  }
  const { answer, stage } = transaction
  if (stage === 'waiting') {
    return refused(
      422,
      "Invalid status '19' for transaction while authorizing. Commerce will be notified by webpay to authorize",
    )
  }
  const isLate = answer !== null && now() - answer.atMs > settings.commitLimitMs
  if (isLate) transaction.stage = 'aborted'
  if (stage !== 'answered' || isLate) {
    return refused(422, 'Transaction has an invalid finished state: aborted')
  }
  transaction.committedAtMs = now()
  return shape(transaction)
}
