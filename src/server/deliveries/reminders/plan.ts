import { sql, type Kysely } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import { dueDaysAround, isReminderTime, stepOn, type ReminderStep } from '#domain/reminders.ts'
import { instantText, type Clock } from '../../clock.ts'
import { notBlocked } from '../../db/not-blocked.ts'
import type { Schema } from '../../db/schema.ts'
import { mailsOf, type ReminderMail } from './group.ts'
import { readOwing, type CompanyAt, type Owing } from './owing.ts'

type Db = Kysely<Schema>
type Needs = { db: Db; clock: Clock }
export type Stepped = Owing & { step: ReminderStep }

/**
 * Queues today's reminders of every company that switched them on, once: in business hours of a business day, one mail
 * for each client, or more where its documents are too many for one. Returns how many mails were queued. A day that goes by
 * without it is not made up for.
 */
export async function planReminders(
  needs: Needs,
  onFailure: (companyId: number, error: unknown) => void,
): Promise<number> {
  if (!isReminderTime(needs.clock.now())) return 0
  const settings = await needs.db
    .selectFrom('reminder_setting')
    .select(['organisation_id', 'company_id'])
    .where(notBlocked('reminder_setting.organisation_id'))
    .orderBy('company_id')
    .execute()
  let planned = 0
  for (const { organisation_id: organisationId, company_id: companyId } of settings) {
    try {
      planned += await planCompany(needs, { organisationId, companyId })
    } catch (error) {
      onFailure(companyId, error)
    }
  }
  return planned
}

/** Under the setting's lock, so that another worker's plan and a person who switches it off wait. */
function planCompany({ db, clock }: Needs, at: CompanyAt): Promise<number> {
  const today = dayInChile(clock.now())
  return db.transaction().execute(async (trx) => {
    const setting = await trx
      .selectFrom('reminder_setting')
      .select('first_due_day')
      .where('organisation_id', '=', at.organisationId)
      .where('company_id', '=', at.companyId)
      .forUpdate()
      .executeTakeFirst()
    if (setting === undefined) return 0
    const due = await dueOn(trx, at, { from: knownDay(setting.first_due_day), day: today })
    const mailed = await mailedOn(trx, at, today)
    let planned = 0
    for (const mail of await mailsOf(trx, at, due)) {
      if (mail.people.length === 0 || mail.accountId === null) continue
      if (mailed.has(mail.clientKey)) continue
      await queue(trx, at, { mail, day: today, now: instantText(clock.now()) })
      planned += 1
    }
    return planned
  })
}

/** The documents with a step on that day that was not taken yet. */
async function dueOn(
  trx: Db,
  at: CompanyAt,
  { from, day }: { from: Day; day: Day },
): Promise<Stepped[]> {
  const { first, last } = dueDaysAround(day)
  const owing = await readOwing(trx, at, { from: first > from ? first : from })
  const stepped = owing
    .filter(({ dueDay }) => dueDay <= last)
    .flatMap((one) => {
      const step = stepOn(one.dueDay, day)
      return step === null ? [] : [{ ...one, step }]
    })
  return withoutTaken(trx, at, stepped)
}

/** Each step of a document's due day comes once. */
export async function withoutTaken<Of extends Stepped>(
  db: Db,
  { organisationId }: CompanyAt,
  stepped: readonly Of[],
): Promise<Of[]> {
  if (stepped.length === 0) return []
  const taken = await db
    .selectFrom('reminder')
    .select(['document_id', 'due_day', 'step'])
    .where('organisation_id', '=', organisationId)
    .where(
      sql<boolean>`document_id = any(${stepped.map(({ documentId }) => documentId)}::bigint[])`,
    )
    .execute()
  const keys = new Set(taken.map((one) => `${one.document_id} ${one.due_day} ${one.step}`))
  return stepped.filter((one) => !keys.has(`${one.documentId} ${one.dueDay} ${one.step}`))
}

/** The clients that were written to on that day. */
export async function mailedOn(
  db: Db,
  { organisationId, companyId }: CompanyAt,
  day: Day,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('reminder_mail')
    .select('client_key')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .where('day', '=', day)
    .execute()
  return new Set(rows.map(({ client_key }) => client_key))
}

async function queue(
  trx: Db,
  { organisationId: organisation_id, companyId: company_id }: CompanyAt,
  { mail, day, now }: { mail: ReminderMail<Stepped>; day: Day; now: string },
): Promise<void> {
  const [first] = mail.documents
  if (first === undefined) throw new Error('A reminder is of a document')
  const { id: delivery_id } = await trx
    .insertInto('delivery')
    .values({
      organisation_id,
      document_id: first.documentId,
      purpose: 'reminder',
      nth: sql<number>`1 + coalesce((select max(other.nth) from delivery other
        where other.organisation_id = ${organisation_id} and other.document_id = ${first.documentId}
          and other.purpose = 'reminder'), 0)`,
      is_last: false,
      email_account_id: mail.accountId,
      subject_template: '',
      body_template: '',
      recipients: JSON.stringify(mail.people),
      next_try_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('reminder_mail')
    .values({
      organisation_id,
      company_id,
      client_rut: mail.clientRut,
      client_key: mail.clientKey,
      part: mail.part,
      day,
      delivery_id,
    })
    .execute()
  await trx
    .insertInto('reminder')
    .values(
      mail.documents.map(({ documentId, dueDay, step }) => ({
        organisation_id,
        document_id: documentId,
        due_day: dueDay,
        step,
        delivery_id,
      })),
    )
    .execute()
}
