import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import { NotFound } from '../../http/errors.ts'
import { changeAttempt, readAttempt, sharesOf, type Db } from './store.ts'

/** Its owner looked into it at the provider. Twice is once. */
export function answerAttempt(
  { db, clock }: { db: Db; clock: Clock },
  by: { organisationId: number; userId: number; documentId: number },
  attemptId: number,
): Promise<void> {
  const { organisationId, userId, documentId } = by
  const at = { organisationId, attemptId }
  return db.transaction().execute(async (trx) => {
    const attempt = await readAttempt(trx, at, true)
    const shares = attempt === null ? [] : await sharesOf(trx, at)
    if (!shares.some(({ document_id: document }) => document === documentId)) throw new NotFound()
    if (attempt === null || attempt.question === null || attempt.answered_at !== null) return
    await changeAttempt(trx, at, {
      answered_at: instantText(clock.now()),
      answered_by: userId,
    })
    const event = { kind: 'attemptAnswered', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { attempt: attemptId } })
  })
}
