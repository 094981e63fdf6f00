import { sql } from 'kysely'
import { addDays, compare, firstDayOf, lastDayOf, monthOf, type Day } from '#domain/day.ts'
import type { UploadDocument } from './judge/result.ts'
import type { Db, OfCompany } from './store.ts'

/** A document to the same client about this time: ours already, or one that a rule will make. */
export interface LikeDocument {
  /** Null: a rule's, which isn't made yet. */
  documentId: number | null
  folio: number | null
  ruleId: number | null
  rut: string
  kind: string
  day: Day
  totalClp: number | null
}

/** Before and after today, beyond the month: on the first of a month, what was issued on the last of another counts. */
const DAYS_NEAR = 15
/** Of the documents to 500 clients about this time; more are not compared. */
const MOST_LIKE = 5_000

/** By client and kind, for documents that may be issued twice; those that were stopped or annulled are none. */
export async function readLikes(
  db: Db,
  { organisationId, companyId }: OfCompany,
  documents: readonly UploadDocument[],
  today: Day,
): Promise<Map<string, LikeDocument[]>> {
  const ruts = [...new Set(documents.flatMap(({ rut }) => (rut === null ? [] : [rut])))]
  const [from, to] = timeAbout(today)
  const { rows } = await sql<LikeDocument>`select id as "documentId", folio, rule_id as "ruleId",
      recipient_rut as rut, kind, coalesce(issue_day, emission_day) as day, total_clp as "totalClp"
    from document where organisation_id = ${organisationId} and company_id = ${companyId}
      and recipient_rut = any(${ruts}::text[]) and kind <> 'notaCredito'
      and state not in ('skipped', 'failed', 'annulled')
      and coalesce(issue_day, emission_day) between ${from} and ${to}
    union all
    select null, null, rule.id, client.rut, rule.kind, rule.next_emission_day, null
    from invoice_rule rule
      join rule_client on rule_client.organisation_id = rule.organisation_id and rule_client.rule_id = rule.id
      join client on client.organisation_id = rule.organisation_id and client.id = rule_client.client_id
    where rule.organisation_id = ${organisationId} and rule.company_id = ${companyId}
      and rule.deleted_at is null and not rule.is_paused and client.rut = any(${ruts}::text[])
      and rule.next_emission_day between ${today} and ${to}
    order by 6 desc, 1 limit ${MOST_LIKE}`.execute(db)
  const likes = new Map<string, LikeDocument[]>()
  for (const row of rows) {
    const key = `${row.kind} ${row.rut}`
    const others = likes.get(key)
    if (others === undefined) likes.set(key, [row])
    else others.push(row)
  }
  return likes
}

/** This month, and at least so many days before and after today. */
function timeAbout(today: Day): [from: Day, to: Day] {
  const month = monthOf(today)
  const [from, to] = [addDays(today, -DAYS_NEAR), addDays(today, DAYS_NEAR)]
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  return [compare(from, first) < 0 ? from : first, compare(to, last) > 0 ? to : last]
}

/** So many are named of one document. */
const MOST_NAMED = 5

export function likesOf(
  likes: ReadonlyMap<string, LikeDocument[]>,
  { kind, rut }: UploadDocument,
): LikeDocument[] {
  if (kind === null || rut === null) return []
  return (likes.get(`${kind} ${rut}`) ?? []).slice(0, MOST_NAMED)
}
