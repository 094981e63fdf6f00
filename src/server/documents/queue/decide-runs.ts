import { sql, type Kysely } from 'kysely'
import { FEW_DOCUMENTS, isUnusualRun } from '#domain/brakes.ts'
import { addDays, type Day } from '#domain/day.ts'
import type { Schema } from '../../db/schema.ts'
import { IS_ONE_OFF } from '../trail/origin.ts'

/** How far back the fullest day is looked for. */
const DAYS_BACK = 400

interface CompanyAt {
  organisationId: number
  companyId: number
}

/**
 * Decides, in the transaction that gave documents that day, for which of these companies it is unusually full. What comes
 * to the same day later is decided about again: an approval was for what was there. `from`: another day, whose planned
 * documents are on their way to this one.
 */
export async function decideRuns(
  trx: Kysely<Schema>,
  companies: readonly CompanyAt[],
  { now, day, from = null }: { now: string; day: Day; from?: Day | null },
): Promise<void> {
  const known = new Map(companies.map((one) => [`${one.organisationId} ${one.companyId}`, one]))
  const asked = [...known.values()]
  await takeTurns(trx, asked)
  const full = (await sizesOf(trx, asked, { day, from })).filter((run) =>
    isUnusualRun(run.documents, run.usual),
  )
  for (const { organisation_id, company_id, documents, usual } of full) {
    await trx
      .insertInto('unusual_run')
      .values({ organisation_id, company_id, day, documents, usual, decided_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'company_id', 'day'])
          .doUpdateSet({ documents, usual, decided_at: now, approved_at: null, approved_by: null })
          .where('unusual_run.documents', '<', documents),
      )
      .execute()
  }
}

/** Before any row of a day is locked. Whoever plans for the same company at the same time is waited for, or neither would count all of the day's. */
async function takeTurns(trx: Kysely<Schema>, companies: readonly CompanyAt[]): Promise<void> {
  await sql`select from company
    where (organisation_id, id) in (
      select * from unnest(${companies.map((one) => one.organisationId)}::bigint[],
        ${companies.map((one) => one.companyId)}::bigint[]))
    order by organisation_id, id
    for no key update`.execute(trx)
}

/**
 * What carries the day's date already or will; and the most that was ever issued on one day before. What persons ordered
 * one by one makes no day unusual, and no later one usual.
 */
async function sizesOf(
  trx: Kysely<Schema>,
  companies: readonly CompanyAt[],
  { day, from }: { day: Day; from: Day | null },
) {
  const { rows } = await sql<{
    organisation_id: number
    company_id: number
    documents: number
    usual: number
  }>`
    select due.*, coalesce((select max(count) from (
        select count(*) from document d
        where d.organisation_id = due.organisation_id and d.company_id = due.company_id
          and d.state = 'issued' and not ${IS_ONE_OFF} and d.issue_day < ${day}::date
          and d.issue_day >= ${addDays(day, -DAYS_BACK)}::date
        group by d.issue_day) days), 0)::int as usual
    from (
      select asked.organisation_id, asked.company_id, count(*)::int as documents
      from unnest(${companies.map((one) => one.organisationId)}::bigint[],
        ${companies.map((one) => one.companyId)}::bigint[]) as asked(organisation_id, company_id)
      join document d on d.organisation_id = asked.organisation_id
        and d.company_id = asked.company_id
        and (d.issue_day = ${day}::date or (d.issue_day = ${from}::date and d.state = 'planned'))
        and d.rule_id is not null and not ${IS_ONE_OFF} and d.state not in ('skipped', 'failed', 'annulled')
      group by asked.organisation_id, asked.company_id
      having count(*) > ${FEW_DOCUMENTS}
    ) due
    order by due.organisation_id, due.company_id`.execute(trx)
  return rows
}
