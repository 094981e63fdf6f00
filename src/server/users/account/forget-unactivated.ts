import { sql } from 'kysely'
import { KEPT } from '#domain/kept.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Db } from './store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_AT_ONCE = 10_000

/** The account of an address that never proved it, with everything of it; nothing when there is no such account. */
export async function forgetUnactivatedAt(db: Db, email: string): Promise<void> {
  await sql`select forget_unactivated(${email})`.execute(db)
}

/**
 * For the nightly sweep: accounts whose address was never confirmed, but for one whose last link still works. Answers
 * how many went.
 */
export async function forgetUnactivated({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const before = instantText(clock.now() - KEPT.unactivatedDays * DAY_MS)
  const { rows } = await sql`select forget_unactivated(email) from (
      select email from app_user u where u.activated_at is null and u.created_at <= ${before}
        and not exists (select from one_time_token t
          where t.user_id = u.id and t.expires_at > ${instantText(clock.now())})
      order by u.created_at limit ${MAX_AT_ONCE}) old`.execute(db)
  return rows.length
}
