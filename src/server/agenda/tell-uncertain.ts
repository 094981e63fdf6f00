import { sql, type Kysely } from 'kysely'
import { formatDay, knownDay } from '#domain/day.ts'
import { clp, formatClp } from '#domain/money.ts'
import { DOCUMENT_REASONS, isDocumentReason, whoActs } from '#domain/reason.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { eachOf } from '../jobs/each-of.ts'
import { tellOnce } from '../mailer/tell-once.ts'

const MOST = 200

/** Uncertain documents that only a person can decide about, each told once, the oldest first. Answers how many. */
export async function tellUncertain(
  needs: { db: Kysely<Schema>; clock: Clock },
  onFailure: (documentId: number, error: unknown) => void,
): Promise<number> {
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
    .where('document.state', '=', 'uncertain')
    .where('document.reason', 'in', ASKED)
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
    .orderBy('document.updated_at')
    .limit(MOST)
    .execute()
  const tell = async (row: (typeof rows)[number]) => {
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
          behind: row.behind === null || row.behind === 0 ? '' : String(row.behind),
        },
      }),
    })
  }
  return eachOf(rows, tell, ({ id }, error) => onFailure(id, error))
}

const KEY = 'uncertain:'

/** Reasons that only a user mends. */
const ASKED = Object.keys(DOCUMENT_REASONS).filter(
  (reason) => isDocumentReason(reason) && whoActs(reason) === 'user',
)
