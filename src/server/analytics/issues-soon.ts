import { sql, type Expression } from 'kysely'
import { instantText } from '../clock.ts'

/** A person whose documents are due so soon is left alone. */
const ISSUING_AHEAD_MS = 5 * 60_000

/**
 * Whether that person has something to issue now or soon. What waits behind a document in doubt has a next try in the
 * past and no turn before the doubt ends, so it doesn't count: it would keep the registers closed until a person answers.
 */
export function issuesSoon(person: Expression<unknown>, nowMs: number) {
  const until = instantText(nowMs + ISSUING_AHEAD_MS)
  return sql<boolean>`exists (select from document d where d.person_rut = ${person}
    and (d.state in ('queued', 'issuing', 'uncertain')
      or (d.state = 'issued' and (d.files_state = 'wanted' or d.annulment is not null)))
    and d.next_try_at <= ${until}::timestamptz
    and (d.state in ('issuing', 'uncertain') or not exists (
      select from document open where open.person_rut = d.person_rut
        and open.state in ('issuing', 'uncertain'))))`
}
