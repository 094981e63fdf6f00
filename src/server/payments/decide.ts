import { knownDay, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { excessClp } from '#domain/receivable.ts'
import { NotFound } from '../http/errors.ts'
import { insertPayment, lockedReceivable, type By, type Needs } from './record.ts'
import { closeDeclaration } from './owed/close-declaration.ts'
import type { Db } from './owed/receivable.ts'
import { mailPaymentReceived } from './receipt/mail-payment-received.ts'

export interface Decision {
  id: number
  word: 'confirm' | 'reject'
  /** As the person who decides saw them. */
  seen: { amountClp: number; day: Day }
  /** What that person agreed to be too much of the document's money. */
  excessClp: number
}
export type Outcome =
  | { id: number; outcome: 'confirmed' | 'rejected' | 'already' | 'changed' }
  | { id: number; outcome: 'tooMuch'; excess: number }

/** Each in a transaction of its own: one that somebody decided already holds up no other. */
export async function decideDeclarations(
  { db, clock }: Needs,
  by: Pick<By, 'organisationId' | 'userId'>,
  decisions: readonly Decision[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const decision of decisions) {
    outcomes.push(await db.transaction().execute((trx) => decide({ db: trx, clock }, by, decision)))
  }
  return outcomes
}

async function decide(
  { db: trx, clock }: Needs,
  { organisationId, userId }: Pick<By, 'organisationId' | 'userId'>,
  { id, word, seen, excessClp: agreedClp }: Decision,
): Promise<Outcome> {
  const documentId = await documentOf(trx, organisationId, id)
  const by = { organisationId, userId, documentId }
  // Its lock keeps others from deciding the same meanwhile.
  const receivable = await lockedReceivable(trx, by)
  const said = await declarationOf(trx, organisationId, id)
  if (said.state === 'replaced') return { id, outcome: 'changed' }
  if (said.state !== 'open') return { id, outcome: 'already' }
  const amountClp = said.amount_clp
  const day = knownDay(said.day)
  if (amountClp !== seen.amountClp || day !== seen.day) return { id, outcome: 'changed' }
  if (word === 'reject') {
    await closeDeclaration(trx, clock, by, id, { outcome: 'rejected', paymentId: null })
    return { id, outcome: 'rejected' }
  }
  const excess = excessClp({ ...receivable, paidClp: clp(receivable.paidClp + amountClp) })
  if (excess > agreedClp) return { id, outcome: 'tooMuch', excess }
  const paymentId = await insertPayment(trx, clock, by, {
    day,
    amountClp,
    note: said.note,
    way: 'transfer',
    source: 'declaration',
    companyId: receivable.companyId,
  })
  await closeDeclaration(trx, clock, by, id, { outcome: 'confirmed', paymentId })
  const told = { organisationId, documentIds: [documentId], amountClp, day }
  await mailPaymentReceived(trx, clock, { ...told, way: 'transfer', provider: null })
  return { id, outcome: 'confirmed' }
}

function declarationOf(trx: Db, organisationId: number, id: number) {
  return trx
    .selectFrom('payment_declaration')
    .select(['state', 'amount_clp', 'day', 'note'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

async function documentOf(trx: Db, organisationId: number, id: number): Promise<number> {
  const row = await trx
    .selectFrom('payment_declaration')
    .select('document_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  return row.document_id
}
