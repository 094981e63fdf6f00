import { sql, type Kysely } from 'kysely'
import { formatDay, knownDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { isDocumentReason, whoActs } from '#domain/reason.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { tellOnce } from '../mailer/tell-once.ts'

const MOST = 200

/** Uncertain documents that only a person can decide about, each told once. Answers how many. */
export async function tellUncertain(needs: { db: Kysely<Schema>; clock: Clock }): Promise<number> {
  const rows = await needs.db
    .selectFrom('document')
    .leftJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'document.organisation_id')
        .onRef('rule.id', '=', 'document.rule_id'),
    )
    .select([
      'document.organisation_id',
      'document.id',
      'document.reason',
      'document.recipient_name',
      'document.total_clp',
      'document.issue_day',
      'document.emission_day',
      'rule.name as rule_name',
    ])
    .where('document.state', '=', 'uncertain')
    .where('document.reason', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notice')
            .whereRef('notice.organisation_id', '=', 'document.organisation_id')
            .where('notice.key', '=', sql<string>`${KEY} || document.id`)
            .select('notice.key'),
        ),
      ),
    )
    .orderBy('document.updated_at', 'desc')
    .limit(MOST)
    .execute()
  const asking = rows.filter(({ reason }) => isAsked(reason))
  for (const row of asking) {
    await tellOnce(needs, row.organisation_id, {
      template: 'documentUncertain',
      key: `${KEY}${row.id}`,
      content: () => ({
        values: {
          documentId: String(row.id),
          recipient: row.recipient_name,
          total: row.total_clp === null ? '' : formatClp(clp(row.total_clp)),
          day: formatDay(knownDay(row.issue_day ?? row.emission_day)),
          rule: row.rule_name ?? '',
        },
      }),
    })
  }
  return asking.length
}

const KEY = 'uncertain:'

function isAsked(reason: string | null): boolean {
  return reason !== null && isDocumentReason(reason) && whoActs(reason) === 'user'
}
