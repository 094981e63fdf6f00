import { sql, type Kysely } from 'kysely'
import { rut, type Rut } from '#domain/rut.ts'
import type { DocumentState } from '#domain/document.ts'
import { instantText, msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { holdsEverything } from '../../standing/holds-everything.ts'
import type { DocumentRow } from '../trail/trail.ts'
import { isAlikeOpen } from './held-back.ts'

export interface DueDocument {
  organisationId: number
  id: number
  state: DocumentState
  filesState: 'none' | 'wanted' | 'stored'
  annulment: 'wanted' | 'sent' | null
  toldFolio: number | null
}

/** With all that a step at the portal needs of it. */
export interface TakenDocument extends DueDocument {
  row: DocumentRow & { facturator_id: number; company_rut: string }
}

/** Looked at again this much later should its step fail in a way nobody foresaw. */
const PUSH_FORWARD_MS = 5 * 60_000

/** However many tenants wait, each gets at least so many of a look's documents. */
const LEAST_OF_A_TENANT = 10

const isAtHome = sql.raw(
  `state in ('planned', 'needs_data', 'waiting') and next_try_at is not null`,
)
const isForPortal = sql.raw(
  `(state in ('queued', 'issuing', 'uncertain')
    or (state = 'issued' and (files_state = 'wanted' or annulment is not null)))
  and next_try_at is not null`,
)

/**
 * Documents whose next step needs nothing but our own database: of each tenant the longest waiting, in
 * turns, however many one of them has. Their next try is pushed forward in the same statement, so that two
 * workers take different ones, and one that always fails can't spin.
 */
export async function takeDueAtHome(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  limit: number,
): Promise<DueDocument[]> {
  const now = instantText(clock.now())
  const later = instantText(clock.now() + PUSH_FORWARD_MS)
  const { rows } = await sql<DueRow & { turn: number; since: string }>`update "document"
    set "next_try_at" = ${later}::timestamptz
    from (
      with recursive tenant as (
        (select organisation_id from document where ${isAtHome} order by organisation_id limit 1)
        union all
        select (select organisation_id from document
            where ${isAtHome} and organisation_id > tenant.organisation_id
            order by organisation_id limit 1)
          from tenant where tenant.organisation_id is not null
      )
      select locked.organisation_id, locked.id, due.turn, due.since
      from (
        select tenant.organisation_id, first.* from tenant
        cross join lateral (
          select id, next_try_at as since, row_number() over (order by next_try_at, id) as turn
          from document
          where organisation_id = tenant.organisation_id and ${isAtHome}
            and next_try_at <= ${now}::timestamptz
          order by next_try_at, id
          limit (select greatest(${LEAST_OF_A_TENANT}::int, ${limit}::int / count(*)) from tenant)
        ) first
        order by turn, since, id
        limit ${limit}
      ) due
      join document locked using (organisation_id, id)
      where locked.next_try_at <= ${now}::timestamptz
      for update of locked skip locked
    ) due
    where document.organisation_id = due.organisation_id and document.id = due.id
    returning document.organisation_id, document.id, document.state, document.files_state,
      document.annulment, document.told_folio, due.turn::int, due.since`.execute(db)
  return rows.toSorted(byTurn).map(dueOf)
}

/** Whether `takeDueAtHome` would take any: nothing is written while nothing is due. */
export function anyDueAtHome(now: string) {
  return sql<boolean>`exists (select from document
    where ${isAtHome} and next_try_at <= ${now}::timestamptz)`
}

function byTurn(
  a: { turn: number; since: string; id: number },
  b: { turn: number; since: string; id: number },
): number {
  return a.turn - b.turn || msOf(a.since) - msOf(b.since) || a.id - b.id
}

export interface DuePersons {
  persons: Rut[]
  /** When the next of those who have nothing to do yet will have; null: nobody is known of. */
  soonestMs: number | null
}

/**
 * Persons with something to do at the portal and nobody doing it, or waiting for their session. Tenants come in
 * turns, those with fewest persons at work first; of each, whoever was served longest ago. Someone with an ending
 * nobody knows yet starts nothing new while that one holds everything back (held-back.ts).
 */
export async function duePersons(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  limit: number,
): Promise<DuePersons> {
  const now = instantText(clock.now())
  const { rows } = await sql<{
    person_rut: string | null
    soonest: string | null
  }>`with recursive person as (
      (select person_rut, organisation_id, next_try_at from document
        where ${isForPortal} order by person_rut, next_try_at limit 1)
      union all
      select next.* from person cross join lateral (
        select person_rut, organisation_id, next_try_at from document
        where ${isForPortal} and person_rut > person.person_rut
        order by person_rut, next_try_at limit 1
      ) next
    ),
    candidate as (
      select person_rut, organisation_id, next_try_at as since, served_at,
        coalesce(greatest(lease_until, asked_until) > ${now}::timestamptz, false) as is_busy
      from person left join portal_person using (person_rut)
    ),
    queue as (
      select *, row_number() over (partition by organisation_id
        order by is_busy desc, served_at nulls first, since, person_rut) as turn
      from candidate
      where is_busy or (since <= ${now}::timestamptz and (
        not exists (select from document open where open.person_rut = candidate.person_rut
          and open.state in ('issuing', 'uncertain') and ${holdsEverything(clock)})
        or exists (select from document open where open.person_rut = candidate.person_rut
          and open.state in ('issuing', 'uncertain') and open.next_try_at <= ${now}::timestamptz)))
    ),
    first as (
      select * from queue where not is_busy
      order by turn, served_at nulls first, since, person_rut
      limit ${limit}
    )
    select person_rut, later.soonest
    from (select min(since) as soonest from candidate where since > ${now}::timestamptz) later
    left join first on true
    order by turn, served_at nulls first, since, person_rut`.execute(db)
  const soonest = rows[0]?.soonest ?? null
  return {
    persons: rows.flatMap((row) => (row.person_rut === null ? [] : [rut(row.person_rut)])),
    soonestMs: soonest === null ? null : msOf(soonest),
  }
}

/**
 * Nothing waits until this is on the disk. Should PostgreSQL lose it, the document is only taken once more, and
 * the lease and the intent, which are kept at once, decide as ever.
 */
const isQuick = sql.raw(`set_config('synchronous_commit', 'off', true) = 'off'`)

/** A try of one that could be taken for the row `document`. What issues nothing never waits for it. */
const isBehindAlike = sql<boolean>`(document.state = 'queued' and document.told_folio is null
  and exists (select from open
    join company open_company on open_company.organisation_id = open.organisation_id
      and open_company.id = open.company_id
    join document waiting on waiting.organisation_id = document.organisation_id
      and waiting.id = document.id
    join company waiting_company on waiting_company.organisation_id = waiting.organisation_id
      and waiting_company.id = waiting.company_id
    where ${isAlikeOpen}))`

/**
 * What a person's portal session should do next: clear up what is open, before anything else; then what waits
 * longest. Null: nothing now, or a user waits for the session. Called under the person's lease. Its next try is pushed
 * forward in the same statement: a step that always fails can't spin or block others.
 */
export async function takeNextOfPerson(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  person: Rut,
): Promise<TakenDocument | null> {
  const now = instantText(clock.now())
  const later = instantText(clock.now() + PUSH_FORWARD_MS)
  const { rows } = await sql<
    TakenDocument['row']
  >`update "document" set "next_try_at" = ${later}::timestamptz
    from company, (
      with open as materialized (
        select open.*, ${holdsEverything(clock)} as holds_everything from document open
        where person_rut = ${person} and state in ('issuing', 'uncertain')
      ),
      next as (
        select organisation_id, id, state from document
        where person_rut = ${person} and ${isForPortal} and next_try_at <= ${now}::timestamptz
          and not exists (select from open where holds_everything)
          and not exists (select from open where next_try_at <= ${now}::timestamptz)
          and not ${isBehindAlike}
          and not exists (select from portal_person asked where asked.person_rut = ${person}
            and asked.asked_until > ${now}::timestamptz)
        order by next_try_at, id limit 1
      )
      (select organisation_id, id, state from open where next_try_at <= ${now}::timestamptz
        order by id limit 1)
      union all
      select * from next
    ) due
    where ${isQuick} and document.organisation_id = due.organisation_id and document.id = due.id
      and document.state = due.state
      and company.organisation_id = document.organisation_id and company.id = document.company_id
    returning document.*, company.facturator_id, company.rut as company_rut`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...dueOf(row), row }
}

interface DueRow {
  organisation_id: number
  id: number
  state: DocumentState
  files_state: DueDocument['filesState']
  annulment: DueDocument['annulment']
  told_folio: number | null
}

function dueOf(row: DueRow): DueDocument {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    state: row.state,
    filesState: row.files_state,
    annulment: row.annulment,
    toldFolio: row.told_folio,
  }
}
