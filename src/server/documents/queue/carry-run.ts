import type { Kysely } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { decideRuns } from './decide-runs.ts'

/**
 * A document has left a day whose many documents nobody has approved (plan/unusual-runs.ts): the day it went to is
 * decided about too. `before`: as it was on the day that it left.
 */
export async function carryRun(
  trx: Kysely<Schema>,
  clock: Clock,
  before: DocumentRow,
  to: Day,
): Promise<void> {
  const { organisation_id: organisationId, company_id: companyId, issue_day, rule_id } = before
  if (issue_day === null || rule_id === null) return
  const from = knownDay(issue_day)
  if (!(await isOpen(trx, before, from))) return
  await decideRuns(trx, [{ organisationId, companyId }], {
    now: instantText(clock.now()),
    day: to,
    from,
  })
}

function isOpen(
  trx: Kysely<Schema>,
  { organisation_id, company_id }: DocumentRow,
  day: Day,
): Promise<boolean> {
  return finds(
    trx
      .selectFrom('unusual_run')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('company_id', '=', company_id)
      .where('day', '=', day)
      .where('approved_at', 'is', null),
  )
}
