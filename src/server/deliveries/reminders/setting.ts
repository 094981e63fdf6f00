import { sql, type Kysely } from 'kysely'
import { dayInChile, knownDay, type Day } from '#domain/day.ts'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { CompanyAt } from './owing.ts'
import { previewReminders, type Preview } from './preview.ts'

type Db = Kysely<Schema>
type Needs = { db: Db; clock: Clock }

export interface Reminders extends Preview {
  company: { id: number; rut: string; name: string }
  setting: { firstDueDay: Day; enabledAt: string } | null
}

/** Whether a company reminds its clients, and what of. 404 for a company that is not the organisation's. */
export async function readReminders(needs: Needs, at: CompanyAt): Promise<Reminders> {
  const { db, clock } = needs
  const company = await db
    .selectFrom('company')
    .select(['id', 'rut', 'name'])
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.companyId)
    .executeTakeFirst()
  if (company === undefined) throw new NotFound()
  const setting = await readSetting(db, at)
  const from = setting?.firstDueDay ?? dayInChile(clock.now())
  return { company, setting, ...(await previewReminders(needs, at, from)) }
}

export async function readSetting(
  db: Db,
  { organisationId, companyId }: CompanyAt,
): Promise<Reminders['setting']> {
  const row = await db
    .selectFrom('reminder_setting')
    .select(['first_due_day', 'enabled_at'])
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (row === undefined) return null
  return { firstDueDay: knownDay(row.first_due_day), enabledAt: row.enabled_at }
}

/**
 * Switches a company's reminders on, from today's due days on, by somebody who saw the very list of what would be sent;
 * or off, which stops what is queued, too. Twice is once.
 */
export function switchReminders(
  { db, clock }: Needs,
  { userId, ...at }: CompanyAt & { userId: number },
  { on, seen }: { on: boolean; seen: string },
): Promise<Reminders> {
  const { organisationId, companyId } = at
  const subject = `company:${companyId}`
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reminders ${organisationId} ${companyId}`}, 0))`.execute(
      trx,
    )
    const needs = { db: trx, clock }
    const before = await readReminders(needs, at)
    if (on === (before.setting !== null)) return before
    if (on) {
      if (seen !== before.digest) throw new Refused(409, 'remindersChanged')
      await trx
        .insertInto('reminder_setting')
        .values({
          organisation_id: organisationId,
          company_id: companyId,
          first_due_day: dayInChile(clock.now()),
          enabled_at: instantText(clock.now()),
          enabled_by: userId,
        })
        .execute()
    } else {
      await trx
        .deleteFrom('reminder_setting')
        .where('organisation_id', '=', organisationId)
        .where('company_id', '=', companyId)
        .execute()
    }
    const kind = on ? 'remindersSwitchedOn' : 'remindersSwitchedOff'
    await audit(trx, clock, { organisationId, userId }, { kind, subject })
    return readReminders(needs, at)
  })
}
