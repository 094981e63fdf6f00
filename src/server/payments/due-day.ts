import { addDays, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { openClp, reopenedUntil, OPEN_DAYS } from '#domain/receivable.ts'
import { audit } from '../audit.ts'
import { InvalidInput, Refused } from '../http/errors.ts'
import { lockedReceivable, type By, type Needs } from './record.ts'
import type { At, Db } from './owed/receivable.ts'
import { keepOpenUntil } from './owed/keep-open.ts'

/** Moves the due day; the page takes payments until 60 days after it, or as long as it did. */
export async function moveDueDay({ db, clock }: Needs, by: By, dueDay: Day): Promise<void> {
  const { organisationId, documentId, userId } = by
  await db.transaction().execute(async (trx) => {
    await lockedReceivable(trx, by)
    await requireAllowed(trx, by, dueDay)
    await trx
      .updateTable('receivable')
      .set({ due_day: dueDay })
      .where('organisation_id', '=', organisationId)
      .where('document_id', '=', documentId)
      .execute()
    await keepOpenUntil(trx, by, addDays(dueDay, OPEN_DAYS))
    const event = { kind: 'paymentDayMoved', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { day: dueDay } })
  })
}

/** Its page takes payments for 60 days more (docs/decisions/0020). */
export async function reopenPayment({ db, clock }: Needs, by: By): Promise<void> {
  const { organisationId, documentId, userId } = by
  await db.transaction().execute(async (trx) => {
    const receivable = await lockedReceivable(trx, by)
    if (openClp(receivable) === 0) throw new Refused(409, 'nothingToPay')
    const until = reopenedUntil(dayInChile(clock.now()))
    if (!(await keepOpenUntil(trx, by, until))) return
    const event = { kind: 'paymentReopened', subject: `document:${documentId}` } as const
    await audit(trx, clock, { organisationId, userId }, { ...event, data: { day: until } })
  })
}

/** Two years: a later one is a slip of the hand. */
const MAX_DUE_DAYS = 731

/** Not before the document itself, nor years after it. */
async function requireAllowed(trx: Db, { organisationId, documentId }: At, dueDay: Day) {
  const { issue_day } = await trx
    .selectFrom('document')
    .select('issue_day')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', documentId)
    .executeTakeFirstOrThrow()
  if (issue_day === null) return
  if (dueDay < knownDay(issue_day)) throw new InvalidInput({ due_day: ['dueDayTooEarly'] })
  if (dueDay > addDays(knownDay(issue_day), MAX_DUE_DAYS)) {
    throw new InvalidInput({ due_day: ['dueDayTooLate'] })
  }
}
