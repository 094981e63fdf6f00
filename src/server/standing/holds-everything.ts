import { sql, type RawBuilder } from 'kysely'
import { instantText, type Clock } from '../clock.ts'

/**
 * How long everything of a person waits for the looks at the SII's list, counted from the fence. The looks of
 * reconcile.ts are over after about an hour when the list answers; twice that leaves room for a list that is away.
 */
export const MAX_LOOKING_MS = 2 * 60 * 60_000

/**
 * Whether the row `open`, whose request may have left, keeps every other document of its person from the portal. It
 * does until its session is closed at the SII, because two sends of one person must never overlap, and then while the
 * list is being looked at, but no longer than the limit. Afterwards only what is alike waits (`isAlikeOpen`), and a
 * person may say what became of it (`mayDecide`).
 */
export function holdsEverything(clock: Clock): RawBuilder<boolean> {
  const since = instantText(clock.now() - MAX_LOOKING_MS)
  return sql<boolean>`(open.state = 'issuing' or not coalesce((
    select attempt.fenced_at is not null
      and (open.next_try_at is null or attempt.fenced_at <= ${since}::timestamptz)
    from attempt
    where attempt.organisation_id = open.organisation_id and attempt.document_id = open.id
    order by attempt.number desc limit 1), false))`
}
