import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import { closingOf, departureOf, type EmissionHours } from '#domain/departure.ts'
import { documentsThatFit, USUAL_DOCUMENT_SECONDS } from '#domain/pace.ts'
import type { Clock } from '../../clock.ts'
import type { Db, OfCompany } from '../store.ts'

/** How many documents more can be issued on a day, and how long they take. */
export interface DayPace {
  documentSeconds: number
  /** Of the same person, for that day and ordered before. */
  ahead: number
  /** Before the closing hour, behind those. */
  fits: number
  closesMs: number
}

/** By the pace at which the documents of the company's person are sent to the SII, one after the other. */
export async function paceOn(
  needs: EmissionHours & { db: Db; clock: Clock },
  of: OfCompany,
  day: Day,
): Promise<DayPace> {
  const documentSeconds = await documentSecondsOf(needs.db, of)
  const { queued, later } = await countAhead(needs.db, of, day)
  const nowMs = needs.clock.now()
  const closesMs = closingOf(needs.window, day)
  const readyMs = departureOf(needs, day, nowMs, of.companyId).atMs + needs.undoWindowMs
  const documentMs = documentSeconds * 1000
  // Those in the queue go on while the undo windows of the others are open.
  const fromMs = Math.max(readyMs, nowMs + queued * documentMs) + later * documentMs
  const fits = documentsThatFit({ fromMs, closesMs, documentSeconds })
  return { documentSeconds, ahead: queued + later, fits, closesMs }
}

/** Of the person's last documents; a pause between two of them says nothing of the portal. */
const MEASURED_DOCUMENTS = 30
const LONGEST_GAP_SECONDS = 300

/** The usual time between two documents of its person of which the second had its turn to wait for. */
export async function documentSecondsOf(db: Db, of: OfCompany): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`with last as (
      select issued_at, lag(issued_at) over (order by issued_at) as before,
        (select max(at) from document_event e where e.organisation_id = d.organisation_id
          and e.document_id = d.id and e.kind = 'queued') as queued_at
      from (select * from document where organisation_id = ${of.organisationId}
          and person_rut = ${personOf(of)} and issued_at is not null
        order by issued_at desc limit ${MEASURED_DOCUMENTS}) d
    ), gaps as (
      select extract(epoch from issued_at - before) as gap from last where queued_at <= before
    )
    select greatest(1, percentile_cont(0.5) within group (order by gap))::float8 as seconds
      from gaps where gap <= ${LONGEST_GAP_SECONDS} having count(*) > 0`.execute(db)
  return rows[0]?.seconds ?? USUAL_DOCUMENT_SECONDS
}

async function countAhead(
  db: Db,
  of: OfCompany,
  day: Day,
): Promise<{ queued: number; later: number }> {
  const { organisationId } = of
  const { rows } = await sql<{ queued: number; later: number }>`with open as (
      select state in ('queued', 'issuing') as is_queued from document
        where organisation_id = ${organisationId} and person_rut = ${personOf(of)}
          and issue_day = ${day} and next_try_at is not null
          and state in ('planned', 'needs_data', 'waiting', 'queued', 'issuing'))
    select (select count(*) from open where is_queued)::int as queued,
      (select count(*) from open where not is_queued)::int + (
      select count(*) from upload_order o join company c on c.organisation_id = o.organisation_id
          and c.id = o.company_id
        join facturator f on f.organisation_id = c.organisation_id and f.id = c.facturator_id
      where o.organisation_id = ${organisationId} and f.person_rut = ${personOf(of)}
        and o.state = 'ordering' and o.issue_day = ${day})::int as later`.execute(db)
  return rows[0] ?? { queued: 0, later: 0 }
}

/** Who signs in at the SII for the company. */
export function personOf({ organisationId, companyId }: OfCompany) {
  return sql`(select f.person_rut from company c join facturator f
      on f.organisation_id = c.organisation_id and f.id = c.facturator_id
    where c.organisation_id = ${organisationId} and c.id = ${companyId})`
}
