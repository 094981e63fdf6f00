import type { Kysely } from 'kysely'
import { formatDay, knownDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import type { Schema } from '../db/schema.ts'

/** What the mail about a document in doubt names; a count of nothing is left out. */
export async function uncertainValues(
  db: Kysely<Schema>,
  { organisationId, documentId }: { organisationId: number; documentId: number },
): Promise<Record<string, string>> {
  const row = await db
    .selectFrom('document')
    .leftJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id')
        .on('rule.request_key', 'is', null),
    )
    .select([
      'document.id',
      'document.recipient_name',
      'document.total_clp',
      'document.issue_day',
      'document.emission_day',
      'rule.name as rule_name',
    ])
    .select(({ selectFrom }) =>
      selectFrom('document as behind')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('behind.organisation_id', '=', 'document.organisation_id')
        .whereRef('behind.person_rut', '=', 'document.person_rut')
        .where('behind.state', '=', 'queued')
        .where('behind.reason', '=', 'behindUncertain')
        .as('behind'),
    )
    .where('document.organisation_id', '=', organisationId)
    .where('document.id', '=', documentId)
    .executeTakeFirstOrThrow()
  return {
    documentId: String(row.id),
    recipient: row.recipient_name,
    total: row.total_clp === null ? '' : formatClp(clp(row.total_clp)),
    day: formatDay(knownDay(row.issue_day ?? row.emission_day)),
    rule: row.rule_name ?? '',
    behind: row.behind === null || row.behind === 0 ? '' : String(row.behind),
  }
}
