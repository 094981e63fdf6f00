import { knownDay } from '#domain/day.ts'
import { audit } from '../audit.ts'
import { instantText } from '../clock.ts'
import { NotFound } from '../http/errors.ts'
import { insertPayment, lockedReceivable, type By, type Needs } from './record.ts'
import type { Db } from './store.ts'

export type Decision = { id: number; word: 'confirm' | 'reject' }
export type Outcome = { id: number; outcome: 'confirmed' | 'rejected' | 'already' }

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
  { id, word }: Decision,
): Promise<Outcome> {
  const documentId = await documentOf(trx, organisationId, id)
  const by = { organisationId, userId, documentId }
  // The receivable first, as everybody does who adds to it.
  const { companyId } = await lockedReceivable(trx, by)
  const said = await trx
    .selectFrom('payment_declaration')
    .select(['state', 'amount_clp', 'day', 'note'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (said.state !== 'open') return { id, outcome: 'already' }
  const movement = { day: knownDay(said.day), amountClp: said.amount_clp, note: said.note }
  const paymentId =
    word === 'reject'
      ? null
      : await insertPayment(trx, clock, by, {
          ...movement,
          way: 'transfer',
          source: 'declaration',
          companyId,
        })
  const outcome = word === 'confirm' ? 'confirmed' : 'rejected'
  await trx
    .updateTable('payment_declaration')
    .set({
      state: outcome,
      payment_id: paymentId,
      decided_at: instantText(clock.now()),
      decided_by: userId,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const kind = word === 'confirm' ? 'declarationConfirmed' : 'declarationRejected'
  await audit(trx, clock, { organisationId, userId }, { kind, subject: `document:${documentId}` })
  return { id, outcome }
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
