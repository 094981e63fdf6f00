import { sql } from 'kysely'
import { instantText, msOf } from '#server/clock.ts'
import type { Database } from '#server/db/connect.ts'

/** What is to be seen of a run at one moment. */
export interface Look {
  /** How many documents are in each state; `later`: nobody can do anything for it now. */
  states: Record<string, number>
  /** Documents that somebody can do something for, of persons who never had to wait. */
  left: number
}

const DONE = 'issued stored'

/**
 * Looks at a run again and again. Who meets a fault, or loses the worker that had their portal session, waits as
 * the protocol says; when they go on is the protocol's time and not the pipeline's, and only counted as work.
 */
export function createLooks({ db }: Database) {
  const waited = new Set<string>()

  async function look(nowMs: number, workers: readonly string[]): Promise<Look> {
    const rows = await documentsByPerson(db, nowMs, workers)
    for (const { person, is_now: isNow } of rows) if (!isNow) waited.add(person)
    const states: Record<string, number> = {}
    for (const { name, is_now: isNow, count } of rows) {
      const told = isNow ? name : `${name} later`
      states[told] = (states[told] ?? 0) + count
    }
    const open = rows.filter(({ person, name }) => name !== DONE && !waited.has(person))
    return { states, left: sum(open) }
  }

  return { look, waited, doneMs: (sinceMs: number) => doneMs(db, waited, sinceMs) }
}

/** From an instant until so many are issued and filed, but for those of persons who had to wait. */
export interface DoneMs {
  half: number
  most: number
  all: number
}

const MOST = 0.95

/** By what is on record, a moment before it is there: how often somebody looked makes no difference. */
async function doneMs(
  db: Database['db'],
  waited: ReadonlySet<string>,
  sinceMs: number,
): Promise<DoneMs> {
  const { rows } = await sql<{ person: string; at: string }>`
    select person_rut as person, max(stored_at) as at
    from document join document_file of on of.organisation_id = document.organisation_id
      and of.document_id = document.id
    where files_state = 'stored' group by document.organisation_id, document.id`.execute(db)
  const passed = rows
    .filter(({ person }) => !waited.has(person))
    .map(({ at }) => msOf(at) - sinceMs)
    .toSorted((a, b) => a - b)
  const after = (share: number) => passed[Math.ceil(passed.length * share) - 1] ?? Infinity
  return { half: after(0.5), most: after(MOST), all: after(1) }
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((all, { count }) => all + count, 0)
}

async function documentsByPerson(db: Database['db'], nowMs: number, workers: readonly string[]) {
  const now = sql`${instantText(nowMs)}::timestamptz`
  const { rows } = await sql<{ person: string; name: string; is_now: boolean; count: number }>`
    with open as (
      select person_rut, bool_or(coalesce(next_try_at <= ${now}, false)) as is_due
      from document where state in ('issuing', 'uncertain') group by 1
    ),
    seen as (
      select person_rut as person,
        case state when 'issued' then 'issued ' || files_state when 'issuing' then 'uncertain'
          else state end as name,
        files_state = 'stored' or case when coalesce(lease_until > ${now}, false)
          then coalesce(lease_worker = any(${[...workers]}), false)
          else coalesce(next_try_at <= ${now}, false)
            and (state in ('issuing', 'uncertain') or coalesce(open.is_due, true)) end as is_now
      from document left join portal_person using (person_rut) left join open using (person_rut)
    )
    select person, name, is_now, count(*)::int from seen group by 1, 2, 3`.execute(db)
  return rows
}
