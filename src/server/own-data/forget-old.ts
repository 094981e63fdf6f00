import { sql, type RawBuilder } from 'kysely'
import { KEPT } from '#domain/kept.ts'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Db } from './owner.ts'

interface Needs {
  db: Db
  clock: Clock
}

const MAX_DOCUMENTS_AT_ONCE = 5_000
/** Of one night: the next goes on. */
const MAX_BATCHES = 1_000
const ENDED = sql`('issued', 'annulled', 'failed', 'skipped')`

/**
 * For the nightly sweep: documents that tax law no longer asks for, of open and closed accounts alike, with their
 * files, tries, mails and trail. One that is not at its end stays, and so does a factura whose nota is younger. The
 * occurrence of the month stays, so that nothing is planned for it again. What was paid of them goes with them. Answers
 * how many went.
 */
export async function forgetOldDocuments(needs: Needs): Promise<number> {
  let gone = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await forgetSome(needs)
    gone += count
    if (count < MAX_DOCUMENTS_AT_ONCE) break
  }
  if (gone > 0) await forgetPaymentsOfNone(needs.db)
  if (gone > 0) await forgetOneOffsOfNone(needs.db)
  return gone
}

/** A payment of several documents stays until the last of them goes. */
async function forgetPaymentsOfNone(db: Db): Promise<void> {
  await sql`delete from payment_attempt attempt where not exists (select from payment_attempt_share share
    where share.organisation_id = attempt.organisation_id and share.attempt_id = attempt.id)`.execute(
    db,
  )
  await sql`delete from payment where not exists (select from payment_share share
    where share.organisation_id = payment.organisation_id and share.payment_id = payment.id)`.execute(
    db,
  )
}

/** What a one-off says goes with its document: no rule keeps it. */
async function forgetOneOffsOfNone(db: Db): Promise<void> {
  await sql`delete from invoice_rule rule where rule.request_key is not null
    and not exists (select from document where document.organisation_id = rule.organisation_id
      and document.rule_id = rule.id)`.execute(db)
}

async function forgetSome({ db, clock }: Needs): Promise<number> {
  const first = firstDayKept(clock)
  const { numAffectedRows } = await sql`with old as (
      select d.organisation_id, d.id from organisation o cross join lateral (
        select organisation_id, id from document d
        where d.organisation_id = o.id and d.emission_day < ${first} and d.state in ${ENDED}
          and coalesce(d.issue_day, d.emission_day) < ${first} and d.annulment is null
          and not exists (select from document nota where nota.organisation_id = d.organisation_id
            and nota.nota_of = d.id and (nota.state not in ${ENDED}
              or coalesce(nota.issue_day, nota.emission_day) >= ${first}))
        order by d.emission_day limit ${MAX_DOCUMENTS_AT_ONCE}) d
      where o.blocked_at is null limit ${MAX_DOCUMENTS_AT_ONCE})
    delete from document d using old
    where d.organisation_id = old.organisation_id and d.id = old.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * For the nightly sweep: who paid and what the bank wrote, of movements that turned out to be no payment. The rest stays,
 * so that the same statement adds nothing. Answers how many.
 */
export async function forgetOldMovements({ db, clock }: Needs): Promise<number> {
  const { numAffectedRows } = await sql`update bank_movement movement
    set payer_rut = null, payer_name = '', description = ''
    where movement.day < (${dayInChile(clock.now())}::date - make_interval(months => ${KEPT.movementMonths}::int))::date
      and (movement.payer_rut is not null or movement.payer_name <> '' or movement.description <> '')
      and not exists (select from movement_match match where match.organisation_id = movement.organisation_id
        and match.movement_id = movement.id and match.undone_at is null)
      and exists (select from organisation o where o.id = movement.organisation_id and o.blocked_at is null)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** For the nightly sweep: what the SII's lists and registers, banks and payment providers said of those times. */
export async function forgetOldLists({ db, clock }: Needs): Promise<void> {
  const first = firstDayKept(clock)
  const mayGo = sql`exists (select from organisation o where o.id = organisation_id and o.blocked_at is null)`
  await sql`delete from sii_issued where issue_day < ${first} and ${mayGo}`.execute(db)
  await sql`delete from portal_nota where issue_day < ${first} and ${mayGo}`.execute(db)
  await sql`delete from bank_statement where last_day < ${first} and ${mayGo}`.execute(db)
  await sql`delete from payment_notice where received_at < ${first} and ${mayGo}`.execute(db)
  await sql`delete from register_month where (month || '-01')::date + interval '1 month' <= ${first}
    and ${mayGo}`.execute(db)
}

/** So long from that instant on the documents issued until then are kept. */
export function keptFrom(instant: string): RawBuilder<string> {
  return sql<string>`(${instant}::timestamptz + ${keptFor})`
}

const keptFor = sql`make_interval(years => ${KEPT.documentYears}::int, months => ${KEPT.documentMonths}::int)`

/** The first day of issue whose documents are kept today, as a date in SQL. */
export function firstDayKept(clock: Clock): RawBuilder<unknown> {
  return sql`(${dayInChile(clock.now())}::date - ${keptFor})::date`
}
