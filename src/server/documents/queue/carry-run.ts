import { sql, type Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from '../trail/trail.ts'

/**
 * A document leaves a day whose many documents nobody has approved (plan/unusual-runs.ts): the day it goes to asks too,
 * and asks again where it was approved already, because an approval was for what was there.
 */
export async function carryRun(
  trx: Kysely<Schema>,
  clock: Clock,
  { organisation_id, company_id, issue_day, rule_id }: DocumentRow,
  to: Day,
): Promise<void> {
  if (issue_day === null || rule_id === null) return
  await sql`insert into unusual_run (organisation_id, company_id, day, documents, usual, decided_at)
    select organisation_id, company_id, ${to}::date, documents, usual, ${instantText(clock.now())}::timestamptz
    from unusual_run
    where organisation_id = ${organisation_id} and company_id = ${company_id}
      and day = ${issue_day}::date and approved_at is null
    on conflict (organisation_id, company_id, day) do update
    set documents = greatest(unusual_run.documents, excluded.documents), usual = excluded.usual,
      decided_at = excluded.decided_at, approved_at = null, approved_by = null`.execute(trx)
}
