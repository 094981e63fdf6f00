import { dayInChile, type Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { openClp, reopenedUntil, undeclaredClp } from '#domain/receivable.ts'
import type { Clock } from '../clock.ts'
import { onlinePaymentOf } from './attempts/present.ts'
import { sharedPaymentToWire } from './present.ts'
import { readReceivable, receivableHas, type At, type Db } from './owed/receivable.ts'
import { isPayable } from './owed/is-payable.ts'
import { keepOpenUntil } from './owed/keep-open.ts'
import { readTerms } from './store.ts'

type Needs = { db: Db; clock: Clock }

/** A document's payment as its link shows it; null while its issuer takes none by it. */
export async function sharedPaymentOf({ db, clock }: Needs, at: At, reference: string) {
  const receivable = await readReceivable(db, at)
  if (receivable === null) return null
  const [terms] = await readTerms(db, at.organisationId, receivable.companyId)
  if (terms === undefined) return null
  const today = dayInChile(clock.now())
  const shown = sharedPaymentToWire(receivable, terms, { today, reference })
  return { ...shown, online: await onlinePaymentOf({ db, clock }, at, receivable.companyId) }
}

export interface Payable {
  /** What is open and nobody declared: who said that it was transferred is not asked for it again. */
  undeclaredClp: Clp
  dueDay: Day
  isOverdue: boolean
}

/**
 * What a mail of the document asks to be paid, in the transaction that takes the mail: null while nothing is open that
 * was not declared, or its issuer shows no account and offers no provider. While something is open, its page then takes payments for 60 days
 * at least (docs/decisions/0020).
 */
export async function payableByMail(trx: Db, clock: Clock, at: At): Promise<Payable | null> {
  const receivable = await readReceivable(trx, at, true)
  if (receivable === null || openClp(receivable) === 0) return null
  if (!(await receivableHas(trx, at, isPayable))) return null
  const today = dayInChile(clock.now())
  await keepOpenUntil(trx, at, reopenedUntil(today))
  const undeclared = undeclaredClp(receivable)
  if (undeclared === 0) return null
  const { dueDay } = receivable
  return { undeclaredClp: undeclared, dueDay, isOverdue: today > dueDay }
}
