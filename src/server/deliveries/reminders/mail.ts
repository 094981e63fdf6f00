import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import { reopenedUntil } from '#domain/receivable.ts'
import { isReminderTime } from '#domain/reminders.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { lockReceivable } from '../../payments/owed/receivable.ts'
import { keepOpenUntil } from '../../payments/owed/keep-open.ts'
import { readOwing, type Owing } from './owing.ts'
import { reminderText } from './text.ts'

type Db = Kysely<Schema>
type Row = Selectable<Schema['delivery']>

/** What such a mail reminds of and is still to be reminded of; none when its company switched reminders off. */
export async function remindedBy(db: Db, delivery: Row): Promise<{ day: Day; owing: Owing[] }> {
  const { organisation_id: organisationId } = delivery
  const mail = await db
    .selectFrom('reminder_mail as mail')
    .leftJoin('reminder_setting as setting', (join) =>
      join
        .onRef('setting.organisation_id', '=', 'mail.organisation_id')
        .onRef('setting.company_id', '=', 'mail.company_id'),
    )
    .select(['mail.company_id', 'mail.day', 'setting.first_due_day'])
    .where('mail.organisation_id', '=', organisationId)
    .where('mail.delivery_id', '=', delivery.id)
    .executeTakeFirstOrThrow()
  const day = knownDay(mail.day)
  if (mail.first_due_day === null) return { day, owing: [] }
  const dueDays = await dueDaysOf(db, delivery)
  const at = { organisationId, companyId: mail.company_id }
  const from = knownDay(mail.first_due_day)
  const owing = await readOwing(db, at, { from, documentIds: [...dueDays.keys()] })
  // A document whose due day was moved since has steps of its own.
  return { day, owing: owing.filter((one) => dueDays.get(one.documentId) === one.dueDay) }
}

async function dueDaysOf(db: Db, delivery: Row): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('reminder')
    .select(['document_id', 'due_day'])
    .where('organisation_id', '=', delivery.organisation_id)
    .where('delivery_id', '=', delivery.id)
    .orderBy('document_id')
    .execute()
  return new Map(rows.map(({ document_id, due_day }) => [document_id, due_day]))
}

/**
 * What a reminder becomes in place of leaving; null when it may leave, and its documents' pages then take payments for
 * 60 days more (docs/decisions/0027). Each document is locked against money, declarations and its annulment before it
 * is judged. Where what it says is no longer so, it is written again, unless a provider may have it already.
 */
export async function holdReminder(
  trx: Transaction<Schema>,
  clock: Clock,
  delivery: Row,
): Promise<Updateable<Schema['delivery']> | null> {
  const { organisation_id: organisationId } = delivery
  const documentIds = [...(await dueDaysOf(trx, delivery)).keys()]
  await trx
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', documentIds)
    .orderBy('id')
    .forShare()
    .execute()
  for (const documentId of documentIds) await lockReceivable(trx, { organisationId, documentId })
  const { day, owing } = await remindedBy(trx, delivery)
  const now = clock.now()
  if (!isReminderTime(now) || dayInChile(now) !== day) return ended('late')
  if (owing.length === 0) return ended('notDue')
  const { signature } = await trx
    .selectFrom('email_account')
    .select('signature')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', delivery.email_account_id ?? 0)
    .executeTakeFirstOrThrow()
  const { subject, bodyHtml } = reminderText(owing, day, { signature })
  if (subject !== delivery.subject || bodyHtml !== delivery.body_html) {
    if (delivery.place !== null) return ended('notDue')
    return { ...UNWRITTEN, next_try_at: instantText(now) }
  }
  for (const { documentId } of owing) {
    await keepOpenUntil(trx, { organisationId, documentId }, reopenedUntil(day))
  }
  return null
}

const UNWRITTEN = { composed_at: null, message_id: null, subject: null, body_html: null } as const

function ended(reason: 'late' | 'notDue') {
  return { state: 'failed', reason, next_try_at: null } as const
}
