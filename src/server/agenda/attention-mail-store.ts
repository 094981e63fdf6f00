import { sql, type Kysely } from 'kysely'
import { instantText, msOf } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { lateSince } from '../documents/issued/unproved-files.ts'

type Db = Kysely<Schema>

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** What waits is written about once it has waited so long: what heals meanwhile is no news. */
const SETTLED_MS = 10 * 60_000
/** Of one organisation; the rest waits for the next mail. */
const MAX_MAILS_A_DAY = 4

/**
 * Organisations where something may wait for a person, or was waiting when it was last looked; those that were looked
 * at longest ago first.
 */
export async function organisationsToLookAt(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ organisation_id: number }>`
    select asking.organisation_id
    from (
      select organisation_id from document
      where state in ('failed', 'needs_data')
        or (reason is not null and state in ('planned', 'waiting', 'queued', 'uncertain', 'issued'))
        or (state = 'issued' and files_state = 'wanted' and issued_at <= ${lateSince(nowMs)}::timestamptz)
      union
      select organisation_id from delivery
      where is_last and next_try_at is null and left_at is null and (state in ('bounced', 'failed', 'unknown')
        or (state = 'queued' and email_account_id is null))
      union
      select organisation_id from facturator
      where clave_state = 'rejected' or certificate_password_state = 'rejected'
      union
      select organisation_id from attention_item where gone_at is null) asking
    left join attention_look look on look.organisation_id = asking.organisation_id
    order by case when look.looked_at <= ${instantText(nowMs)} then look.looked_at end nulls first,
      asking.organisation_id
    limit ${limit}`.execute(db)
  return rows.map((row) => row.organisation_id)
}

/** Until the transaction ends nobody else looks at this organisation. False: somebody is at it. */
export async function takeOrganisation(
  trx: Db,
  { organisationId, nowMs }: { organisationId: number; nowMs: number },
): Promise<boolean> {
  const taken = await trx
    .selectFrom('attention_look')
    .select('organisation_id')
    .where('organisation_id', '=', organisationId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (taken === undefined) return beginLooking(trx, { organisationId, nowMs })
  await trx
    .updateTable('attention_look')
    .set({ looked_at: instantText(nowMs) })
    .where('organisation_id', '=', organisationId)
    .execute()
  return true
}

/** Asks before it inserts, because a row that somebody holds is waited for even if it is left as it is. */
async function beginLooking(
  trx: Db,
  { organisationId, nowMs }: { organisationId: number; nowMs: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into attention_look (organisation_id, looked_at)
    select ${organisationId}, ${instantText(nowMs)}
    where not exists (select from attention_look where organisation_id = ${organisationId})
    on conflict (organisation_id) do nothing`.execute(trx)
  return numAffectedRows === 1n
}

/**
 * Keeps on record what waits now and what doesn't any more. What was never written about and is gone leaves nothing;
 * what was, and comes back within a day, is the same matter and not written about again.
 */
export async function keepMatters(
  trx: Db,
  organisationId: number,
  { keys, nowMs }: { keys: ReadonlySet<string>; nowMs: number },
): Promise<void> {
  const at = instantText(nowMs)
  const known = await trx
    .selectFrom('attention_item')
    .select(['key', 'mailed_at', 'gone_at'])
    .where('organisation_id', '=', organisationId)
    .execute()
  const names = new Set(known.map(({ key }) => key))
  const absent = known.filter(({ key }) => !keys.has(key))
  const back = known.filter(({ key, gone_at }) => keys.has(key) && gone_at !== null)
  const isOver = ({ gone_at }: { gone_at: string | null }) =>
    gone_at !== null && !isWithin(gone_at, { nowMs, spanMs: DAY_MS })
  const keysOf = (rows: typeof known) => rows.map(({ key }) => key)
  await forgetMatters(trx, organisationId, [
    ...keysOf(absent.filter((row) => row.mailed_at === null)),
    ...keysOf(back.filter(isOver)),
  ])
  await setGone(trx, organisationId, {
    keys: keysOf(absent.filter((row) => row.mailed_at !== null && row.gone_at === null)),
    goneAt: at,
  })
  await setGone(trx, organisationId, {
    keys: keysOf(back.filter((row) => !isOver(row))),
    goneAt: null,
  })
  const again = new Set(keysOf(back.filter(isOver)))
  const added = [...keys].filter((key) => !names.has(key) || again.has(key))
  if (added.length === 0) return
  await trx
    .insertInto('attention_item')
    .values(added.map((key) => ({ organisation_id: organisationId, key, first_seen_at: at })))
    .execute()
}

/** Not more than a statement takes parameters for. */
export const MAX_MATTERS = 10_000

async function forgetMatters(trx: Db, organisationId: number, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await trx
    .deleteFrom('attention_item')
    .where('organisation_id', '=', organisationId)
    .where('key', 'in', keys)
    .execute()
}

async function setGone(
  trx: Db,
  organisationId: number,
  { keys, goneAt }: { keys: string[]; goneAt: string | null },
): Promise<void> {
  if (keys.length === 0) return
  await trx
    .updateTable('attention_item')
    .set({ gone_at: goneAt })
    .where('organisation_id', '=', organisationId)
    .where('key', 'in', keys)
    .execute()
}

/**
 * Marks everything that waits and was never written about as told by one mail of this instant. Answers how much; 0: there
 * is nothing, it hasn't waited long enough, or enough mails left of late.
 */
export async function tellMatters(
  trx: Db,
  { organisationId, nowMs }: { organisationId: number; nowMs: number },
): Promise<number> {
  const rows = await trx
    .selectFrom('attention_item')
    .select(['first_seen_at', 'mailed_at', 'gone_at'])
    .where('organisation_id', '=', organisationId)
    .execute()
  const isSettled = rows.some(
    ({ first_seen_at, mailed_at }) =>
      mailed_at === null && !isWithin(first_seen_at, { nowMs, spanMs: SETTLED_MS }),
  )
  if (!isSettled) return 0
  const mails = new Set(rows.flatMap((row) => row.mailed_at ?? []))
  const since = (spanMs: number) => [...mails].filter((at) => isWithin(at, { nowMs, spanMs }))
  if (since(HOUR_MS).length > 0 || since(DAY_MS).length >= MAX_MAILS_A_DAY) return 0
  const { numUpdatedRows } = await trx
    .updateTable('attention_item')
    .set({ mailed_at: instantText(nowMs) })
    .where('organisation_id', '=', organisationId)
    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Less than the span ago. An instant that is still to come was written by a clock that was wrong, and says nothing. */
function isWithin(at: string, { nowMs, spanMs }: { nowMs: number; spanMs: number }): boolean {
  const ageMs = nowMs - msOf(at)
  return ageMs >= 0 && ageMs < spanMs
}

/** What one mail tells. */
export async function mattersToldAt(
  db: Db,
  { organisationId, mailedAt }: { organisationId: number; mailedAt: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attention_item')
    .select('key')
    .where('organisation_id', '=', organisationId)
    .where('mailed_at', '=', mailedAt)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** What an attention mail told since then and still waits. */
export async function openMattersTold(
  db: Db,
  { organisationId, since }: { organisationId: number; since: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('attention_item')
    .select('key')
    .where('organisation_id', '=', organisationId)
    .where('mailed_at', '>=', since)
    .where('gone_at', 'is', null)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** What is gone longer than it may come back and still be the same matter. Answers how many. */
export async function forgetAttention(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('attention_item')
    .where('gone_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
