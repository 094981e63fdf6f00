import { sql } from 'kysely'
import { addDays, type Day } from '#domain/day.ts'

/**
 * A factura is not asked about longer than this after its date: eight days for its receiver, and the rest for the SII,
 * which may be away or list it late.
 */
const DAYS_ASKED = 40

/**
 * Of the table `document`: an issued factura whose register was not read since that instant, and not after its receiver's
 * last day either.
 */
export function mayStillReact({ today, since }: { today: Day; since: string }) {
  return sql<boolean>`(document.kind = 'factura' and document.state = 'issued'
    and document.folio is not null
    and document.issue_day between ${addDays(today, -DAYS_ASKED)}::date and ${today}::date
    and not exists (select from receiver_reaction reaction
      where reaction.organisation_id = document.organisation_id
        and reaction.document_id = document.id
        and (reaction.is_final or reaction.read_at >= ${since}::timestamptz)))`
}
