import { sql, type RawBuilder } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'

/**
 * How long everything of a person waits for the looks at the SII's list, counted from the fence. The looks of
 * reconcile.ts are over after about an hour when the list answers; twice that leaves room for a list that is away.
 */
export const MAX_LOOKING_MS = 2 * 60 * 60_000

/**
 * Whether the row `open`, whose request may have left, keeps every other document of its person from the portal. It
 * does until its session is closed at the SII, because two sends of one person must never overlap, and then while the
 * list is being looked at, but no longer than the limit. Afterwards only what is alike waits (`isAlikeOpen`).
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

/**
 * Whether the row `waiting` could be taken on the SII's list for the row `open`, or issue the same thing twice: same
 * person, issuer, kind, recipient, date and total. A person who has said since the attempt of `open` that it is another
 * one lets it go. `waiting_company` and `open_company` are their companies.
 */
export const isAlikeOpen = sql<boolean>`(open.person_rut = waiting.person_rut
  and (open.organisation_id, open.id) <> (waiting.organisation_id, waiting.id)
  and open.kind = waiting.kind
  and (open.kind = 'boletaHonorarios' or open_company.rut = waiting_company.rut)
  and open.recipient_rut = waiting.recipient_rut
  and open.issue_day = waiting.issue_day
  and open.total_clp = waiting.total_clp
  and not exists (
    select from document_event said
    where said.organisation_id = waiting.organisation_id and said.document_id = waiting.id
      and said.kind = 'alikeAccepted'
      and said.at >= (select max(intended_at) from attempt
        where attempt.organisation_id = open.organisation_id and attempt.document_id = open.id)))`
