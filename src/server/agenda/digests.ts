import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import {
  addDays,
  chileInstant,
  dayInChile,
  daysBetween,
  knownDay,
  timeInChile,
  weekday,
  type Day,
} from '#domain/day.ts'
import { instantText, type Clock } from '../clock.ts'
import { finds } from '../db/finds.ts'
import type { Schema } from '../db/schema.ts'

export type Digest = Selectable<Schema['digest']>

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** Documents leave by themselves until six: what an hour this late lacks was ordered by its own user. */
const DAY_IS_OVER_AT = 21
const WEEK_IS_TOLD_AT = 8
/** Counted later than Tuesday, what lies ahead of it has gone by. */
const WEEK_IS_NEWS_DAYS = 2
/** A digest that nobody could be told about for so long is no news any more. */
const TOLD_WITHIN_MS = 48 * 60 * 60_000
const BATCH = 500

/** As domain/counted.ts says of a document with a number: the list of a mail adds up to its total. */
const isCounted = sql<boolean>`(document.state = 'issued'
  or (document.state = 'annulled' and document.kind = 'factura'))`

/**
 * Counts the last day and the last week that are over, once for each organisation that they brought something
 * to. Doing it again, or twice at once, adds nothing. Answers how many were added.
 */
export async function makeDigests({ db, clock }: Needs): Promise<number> {
  const now = clock.now()
  const day = lastDayOver(now)
  const sunday = lastSundayTold(now)
  const days = await make(db, now, { period: 'day', first: day, last: day, aheadDays: 1 })
  if (daysBetween(sunday, dayInChile(now)) > WEEK_IS_NEWS_DAYS) return days
  const week = { period: 'week', first: addDays(sunday, -6), last: sunday, aheadDays: 7 } as const
  return days + (await make(db, now, week))
}

/**
 * Hands each digest nobody was told about to `tell`, in the transaction that marks it told: what `tell` writes
 * there is written exactly once. One that fails is handed over again next time and stops no other.
 */
export async function tellDigests(
  { db, clock }: Needs,
  tell: (trx: Kysely<Schema>, digest: Digest) => Promise<void>,
  onFailure: (digest: Pick<Digest, 'organisation_id'>, error: unknown) => void,
): Promise<number> {
  const waiting = await db
    .selectFrom('digest')
    .select(['organisation_id', 'period', 'first_day'])
    .where('told_at', 'is', null)
    .where('made_at', '>', instantText(clock.now() - TOLD_WITHIN_MS))
    .orderBy('made_at')
    .orderBy('organisation_id')
    .limit(BATCH)
    .execute()
  let told = 0
  for (const key of waiting) {
    try {
      if (await tellOne({ db, clock }, key, tell)) told += 1
    } catch (error) {
      onFailure(key, error)
    }
  }
  return told
}

/** What was issued in those days, newest first: for a mail to name some of them. */
export function issuedOf(
  db: Kysely<Schema>,
  {
    organisation_id,
    first_day,
    last_day,
  }: Pick<Digest, 'organisation_id' | 'first_day' | 'last_day'>,
  limit: number,
) {
  const { from, until } = instantsOf(knownDay(first_day), knownDay(last_day))
  return db
    .selectFrom('document')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'document.organisation_id')
        .onRef('company.id', '=', 'document.company_id'),
    )
    .select(['document.id', 'kind', 'folio', 'recipient_name', 'total_clp', 'issued_at'])
    .select('company.name as company_name')
    .where('document.organisation_id', '=', organisation_id)
    .where('issued_at', '>=', from)
    .where('issued_at', '<', until)
    .where(isCounted)
    .orderBy('issued_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(limit)
    .execute()
}

/** A document's company is worth naming then. */
export async function hasSeveralCompanies(
  db: Kysely<Schema>,
  organisationId: number,
): Promise<boolean> {
  const { rows } = await sql<{ several: boolean }>`select count(*) > 1 as several from company
    where organisation_id = ${organisationId}`.execute(db)
  return rows[0]?.several === true
}

/** Of boletas alone the total is gross: no IVA is in it. */
export async function hasIva(
  db: Kysely<Schema>,
  {
    organisation_id,
    first_day,
    last_day,
  }: Pick<Digest, 'organisation_id' | 'first_day' | 'last_day'>,
): Promise<boolean> {
  const { from, until } = instantsOf(knownDay(first_day), knownDay(last_day))
  return finds(
    db
      .selectFrom('document')
      .select('id')
      .where('organisation_id', '=', organisation_id)
      .where('issued_at', '>=', from)
      .where('issued_at', '<', until)
      .where(isCounted)
      .where('kind', '<>', 'boletaHonorarios'),
  )
}

async function tellOne(
  { db, clock }: Needs,
  key: Pick<Digest, 'organisation_id' | 'period' | 'first_day'>,
  tell: (trx: Kysely<Schema>, digest: Digest) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const digest = await trx
      .selectFrom('digest')
      .selectAll()
      .where('organisation_id', '=', key.organisation_id)
      .where('period', '=', key.period)
      .where('first_day', '=', key.first_day)
      .where('told_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (digest === undefined) return false
    await trx
      .updateTable('digest')
      .set({ told_at: instantText(clock.now()) })
      .where('organisation_id', '=', key.organisation_id)
      .where('period', '=', key.period)
      .where('first_day', '=', key.first_day)
      .execute()
    await tell(trx, digest)
    return true
  })
}

function lastDayOver(nowMs: number): Day {
  const { day, hour } = timeInChile(nowMs)
  return hour >= DAY_IS_OVER_AT ? day : addDays(day, -1)
}

function lastSundayTold(nowMs: number): Day {
  const { day, hour } = timeInChile(nowMs)
  const isEarlyMonday = weekday(day) === 1 && hour < WEEK_IS_TOLD_AT
  return addDays(day, isEarlyMonday ? -8 : -weekday(day))
}

/** From the first day's first instant in Chile to the first after the last one. */
function instantsOf(first: Day, last: Day): { from: string; until: string } {
  const until = chileInstant(addDays(last, 1), 0, 0)
  return { from: instantText(chileInstant(first, 0, 0)), until: instantText(until) }
}

interface Period {
  period: 'day' | 'week'
  first: Day
  last: Day
  /** How many of the days that follow are looked ahead at. */
  aheadDays: number
}

/**
 * All organisations in one statement.
 * A day without news makes no row; for a week some work ahead is enough.
 */
async function make(
  db: Kysely<Schema>,
  nowMs: number,
  { period, first, last, aheadDays }: Period,
): Promise<number> {
  const { from, until } = instantsOf(first, last)
  const ahead = addDays(last, aheadDays)
  const { numAffectedRows } = await sql`
    with issued as (
      select organisation_id, count(*) as documents,
        coalesce(sum(case kind when 'notaCredito' then -total_clp else total_clp end), 0) as clp
      from document
      where issued_at >= ${from} and issued_at < ${until}
        and ${isCounted}
      group by organisation_id),
    mails as (
      select organisation_id,
        count(*) filter (where sent_at >= ${from} and sent_at < ${until}) as sent,
        count(*) filter (where state in ('failed', 'bounced') and reason is distinct from 'annulled'
          and left_at is null and created_at >= ${from} and created_at < ${until}) as failed
      from delivery
      where purpose = 'document' and ((sent_at >= ${from} and sent_at < ${until})
        or (state in ('failed', 'bounced') and created_at >= ${from} and created_at < ${until}))
      group by organisation_id),
    refused as (
      select organisation_id, count(*) as documents
      from document where state = 'failed' and updated_at >= ${from} and updated_at < ${until}
      group by organisation_id),
    open as (
      select organisation_id,
        count(*) filter (where coalesce(issue_day, emission_day) <= ${last}) as waiting,
        count(*) filter (where coalesce(issue_day, emission_day) > ${last}) as ahead
      from document
      where state in ('planned', 'needs_data', 'waiting', 'queued', 'issuing', 'uncertain')
        and coalesce(issue_day, emission_day) <= ${ahead}
      group by organisation_id),
    unplanned as (
      select rule.organisation_id, count(*) as documents
      from invoice_rule rule
      join rule_client client
        on client.organisation_id = rule.organisation_id and client.rule_id = rule.id
      where rule.deleted_at is null and not rule.is_paused
        and rule.next_emission_day > ${last} and rule.next_emission_day <= ${ahead}
      group by rule.organisation_id),
    counted as (
      select id as organisation_id, coalesce(issued.documents, 0) as issued,
        coalesce(issued.clp, 0) as issued_clp, coalesce(mails.sent, 0) as mails_sent,
        coalesce(mails.failed, 0) as mails_failed, coalesce(refused.documents, 0) as failed,
        coalesce(open.waiting, 0) as waiting,
        coalesce(open.ahead, 0) + coalesce(unplanned.documents, 0) as ahead
      from organisation
      left join issued on issued.organisation_id = organisation.id
      left join mails on mails.organisation_id = organisation.id
      left join refused on refused.organisation_id = organisation.id
      left join open on open.organisation_id = organisation.id
      left join unplanned on unplanned.organisation_id = organisation.id)
    insert into digest (organisation_id, period, first_day, last_day, issued, issued_clp, mails_sent,
      mails_failed, failed, waiting, ahead, made_at)
    select organisation_id, ${period}, ${first}, ${last}, issued, issued_clp, mails_sent, mails_failed,
      failed, waiting, ahead, ${instantText(nowMs)}
    from counted
    where issued + mails_failed + failed > 0
      or (${period}::text = 'week' and mails_sent + waiting + ahead > 0)
    on conflict (organisation_id, period, first_day) do nothing`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
