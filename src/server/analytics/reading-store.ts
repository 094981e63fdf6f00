import { sql, type Kysely } from 'kysely'
import { knownMonth, type Month } from '#domain/day.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { RegisterRoute } from '#sii/sii.ts'
import { instantText, type Clock } from '../clock.ts'
import { notBlocked } from '../db/not-blocked.ts'
import type { Schema } from '../db/schema.ts'
import { issuesSoon } from './issues-soon.ts'
import type { Entry } from './month-entries.ts'
import type { MonthRead, Routes } from './read-month.ts'
import { LONGEST_READING_MS, lockRegisters, registersAreFree, SHUT_MS } from './register-gate.ts'
import type { CompanyAt } from './store.ts'

type Db = Kysely<Schema>
interface Needs {
  db: Db
  clock: Clock
}

export interface ClaimedMonth {
  organisationId: number
  companyId: number
  facturatorId: number
  person: Rut
  company: Rut
  /** Null: nothing is wanted any more. */
  month: Month | null
  tries: number
  routes: Routes
}

/** Taken up again so much later should the reading end in a way nobody foresaw. */
const PUSH_FORWARD_MS = 5 * 60_000
/** So long the session of another account of the same person stays theirs: each change of hands is a log-in. */
const OTHERS_SESSION_MS = 30 * 60_000

/**
 * The company that waits longest for a month of its registers, organisations in turns; null when none may be read
 * now. All processes together read one at a time and begin the next `spacingMs` after its end: the SII counts what
 * comes from one address (portal 5.2). Whoever has something to issue comes first: their person isn't asked for
 * meanwhile.
 */
export async function claimMonth(
  { db, clock }: Needs,
  spacingMs: number,
): Promise<ClaimedMonth | null> {
  const taken = await db.transaction().execute(async (trx) => {
    return (await lockRegisters(trx)) ? take(trx, clock, spacingMs) : undefined
  })
  return taken === undefined ? null : readClaimed(db, taken)
}

async function take(
  trx: Db,
  clock: Clock,
  spacingMs: number,
): Promise<{ organisation_id: number; company_id: number } | undefined> {
  const nowMs = clock.now()
  const at = (ms: number) => sql`${instantText(ms)}::timestamptz`
  const now = at(nowMs)
  const { rows } = await sql<{ organisation_id: number; company_id: number }>`
    update register_reading set taken_at = ${now}, busy_until = ${at(nowMs + LONGEST_READING_MS)},
      next_try_at = ${at(nowMs + PUSH_FORWARD_MS)}
    from (
      select r.organisation_id, r.company_id from register_reading r
      join company c on c.organisation_id = r.organisation_id and c.id = r.company_id
      join facturator f on f.organisation_id = c.organisation_id and f.id = c.facturator_id
      where r.next_try_at <= ${now} and ${notBlocked('r.organisation_id')}
        and ${registersAreFree(nowMs, spacingMs)}
        and not exists (select from portal_person p where p.person_rut = f.person_rut
          and p.session_organisation_id <> r.organisation_id
          and p.last_login_at > ${at(nowMs - OTHERS_SESSION_MS)})
        and not ${issuesSoon(sql`f.person_rut`, nowMs)}
      order by (select max(o.taken_at) from register_reading o
          where o.organisation_id = r.organisation_id) nulls first,
        r.taken_at nulls first, r.next_try_at
      limit 1
      for update of r skip locked
    ) due
    where register_reading.organisation_id = due.organisation_id
      and register_reading.company_id = due.company_id
    returning register_reading.organisation_id, register_reading.company_id`.execute(trx)
  return rows[0]
}

async function readClaimed(
  db: Db,
  at: { organisation_id: number; company_id: number },
): Promise<ClaimedMonth | null> {
  const { rows } = await sql<ClaimedRow>`
    select r.tries, r.sales_route, r.purchases_route, c.rut, c.facturator_id, f.person_rut,
      (select m.month from register_month m
        where m.organisation_id = r.organisation_id and m.company_id = r.company_id
          and m.wanted_at is not null
        order by m.tried_at nulls first, m.month desc limit 1) as month
    from register_reading r
    join company c on c.organisation_id = r.organisation_id and c.id = r.company_id
    join facturator f on f.organisation_id = c.organisation_id and f.id = c.facturator_id
    where r.organisation_id = ${at.organisation_id} and r.company_id = ${at.company_id}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  return {
    organisationId: at.organisation_id,
    companyId: at.company_id,
    facturatorId: row.facturator_id,
    person: rut(row.person_rut),
    company: rut(row.rut),
    month: row.month === null ? null : knownMonth(row.month),
    tries: row.tries,
    routes: { sales: routeOf(row.sales_route), purchases: routeOf(row.purchases_route) },
  }
}

interface ClaimedRow {
  tries: number
  sales_route: string | null
  purchases_route: string | null
  rut: string
  facturator_id: number
  person_rut: string
  month: string | null
}

const ROUTES: readonly RegisterRoute[] = ['export', 'detail', 'misDte', 'portalLists', 'summary']

/** What an older version knew and this one doesn't is tried from the start. */
function routeOf(stored: string | null): RegisterRoute | null {
  return ROUTES.find((route) => route === stored) ?? null
}

type At = Pick<CompanyAt, 'organisationId' | 'companyId'>

/** The reading has ended; the next one's time runs from here. */
function over(now: string) {
  return { taken_at: now, busy_until: null }
}

/** Puts what was read in the place of whatever was kept of that month, and the next month first in line. */
export async function keepMonth(
  { db, clock }: Needs,
  at: At & { month: Month },
  read: MonthRead,
  /** Only sums were asked for, because the documents could not be had: the way to them is tried again. */
  isRough = false,
): Promise<void> {
  const now = instantText(clock.now())
  const ofMonth = { organisation_id: at.organisationId, company_id: at.companyId, month: at.month }
  await db.transaction().execute(async (trx) => {
    // Its lock: of two readers of one month the second waits, and then replaces what the first kept.
    const { numUpdatedRows } = await trx
      .updateTable('register_month')
      .set({
        read_at: now,
        wanted_at: null,
        tried_at: null,
        is_whole: read.isWhole,
        is_rough: isRough,
        uncounted: read.uncounted,
      })
      .where('organisation_id', '=', at.organisationId)
      .where('company_id', '=', at.companyId)
      .where('month', '=', at.month)
      .executeTakeFirst()
    // The account was closed meanwhile.
    if (numUpdatedRows === 0n) return
    await trx
      .deleteFrom('register_entry')
      .where('organisation_id', '=', at.organisationId)
      .where('company_id', '=', at.companyId)
      .where('month', '=', at.month)
      .execute()
    await insertEntries(trx, { ...ofMonth, side: 'sales' }, read.sales)
    await insertEntries(trx, { ...ofMonth, side: 'purchases' }, read.purchases)
    await trx
      .updateTable('register_reading')
      .set({
        ...over(now),
        next_try_at: now,
        tries: 0,
        trouble: null,
        ...(isRough
          ? {}
          : { sales_route: read.routes.sales, purchases_route: read.routes.purchases }),
      })
      .where('organisation_id', '=', at.organisationId)
      .where('company_id', '=', at.companyId)
      .execute()
  })
}

const ROWS_AT_ONCE = 500

async function insertEntries(
  trx: Db,
  of: { organisation_id: number; company_id: number; month: Month; side: 'sales' | 'purchases' },
  entries: readonly Entry[],
): Promise<void> {
  for (let first = 0; first < entries.length; first += ROWS_AT_ONCE) {
    const rows = entries.slice(first, first + ROWS_AT_ONCE).map((entry, index) => ({
      ...of,
      position: first + index + 1,
      tipo_dte: entry.tipoDte,
      folio: entry.folio,
      counterpart_rut: entry.counterpart,
      counterpart_name: entry.name,
      issue_day: entry.issueDay,
      total_clp: entry.totalClp,
      documents: entry.documents,
    }))
    await trx.insertInto('register_entry').values(rows).execute()
  }
}

/** Nothing is wanted any more. */
export async function rest({ db }: Needs, at: At): Promise<void> {
  await db
    .updateTable('register_reading')
    .set({ busy_until: null, next_try_at: null, tries: 0, trouble: null })
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .execute()
}

/** Not our turn: as if it had not been tried. */
export async function putOff({ db }: Needs, at: At, untilMs: number): Promise<void> {
  await db
    .updateTable('register_reading')
    .set({ busy_until: null, next_try_at: instantText(untilMs) })
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .execute()
}

/** The registers ask for slowness: nobody's is read for half an hour, and nothing else of the SII's is touched. */
export async function shutOut({ db, clock }: Needs, at: At): Promise<void> {
  const nowMs = clock.now()
  await db
    .updateTable('register_reading')
    .set({
      ...over(instantText(nowMs)),
      throttled_at: instantText(nowMs),
      trouble: 'portal',
      next_try_at: instantText(nowMs + SHUT_MS),
    })
    .where('organisation_id', '=', at.organisationId)
    .where('company_id', '=', at.companyId)
    .execute()
}

/** `nextTryMs` null: given up until somebody asks again. */
export async function keepTrouble(
  { db, clock }: Needs,
  at: At & { month: Month; tries: number },
  { trouble, nextTryMs }: { trouble: 'clave' | 'portal' | 'asks'; nextTryMs: number | null },
): Promise<void> {
  const { organisationId, companyId, month, tries } = at
  const now = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('register_month')
      .set({ tried_at: now })
      .where('organisation_id', '=', organisationId)
      .where('company_id', '=', companyId)
      .where('month', '=', month)
      .execute()
    await trx
      .updateTable('register_reading')
      .set({
        ...over(now),
        trouble,
        tries: tries + 1,
        next_try_at: nextTryMs === null ? null : instantText(nextTryMs),
      })
      .where('organisation_id', '=', organisationId)
      .where('company_id', '=', companyId)
      .execute()
  })
}

/** What was closed may be open again. */
const afresh = { tries: 0, trouble: null, sales_route: null, purchases_route: null }

/** Asks for months; whether and when they are read is the reader's. `wake` begins anew what was given up or waits. */
export async function wish(
  { db, clock }: Needs,
  { organisationId, companyId }: At,
  { months, wake }: { months: readonly Month[]; wake: boolean },
): Promise<void> {
  const now = instantText(clock.now())
  const ofCompany = { organisation_id: organisationId, company_id: companyId }
  await db.transaction().execute(async (trx) => {
    if (months.length > 0) {
      await trx
        .insertInto('register_month')
        .values(months.map((month) => ({ ...ofCompany, month, wanted_at: now })))
        .onConflict((conflict) =>
          conflict
            .columns(['organisation_id', 'company_id', 'month'])
            .doUpdateSet({ wanted_at: now }),
        )
        .execute()
    }
    await trx
      .insertInto('register_reading')
      .values({ ...ofCompany, next_try_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'company_id'])
          .doUpdateSet(wake ? { next_try_at: now, ...afresh } : ofCompany),
      )
      .execute()
  })
}
