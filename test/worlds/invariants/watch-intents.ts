import type { WorldDatabase } from '../database/database.ts'
import type { Row } from '../database/remembered.ts'
import type { Actor } from '../stage.ts'

/** What stands at the instant of an intent. On purpose read by other words than those of the engine. */
const STANDING = `select document.key, document.issue_day, document.told_folio,
    rule.is_paused, rule.deleted_at, rule.end_day,
    exists (select from issuing_stop stop where stop.organisation_id = document.organisation_id
      and coalesce(stop.company_id, document.company_id) = document.company_id
      and coalesce(stop.upload_id, document.upload_id, 0) = coalesce(document.upload_id, 0)
      and (stop.upload_id is null or document.upload_id is not null)) as is_stopped_by_user,
    exists (select from operator_switch where stopped_at is not null) as is_all_stopped,
    exists (select from portal_person person where person.person_rut = document.person_rut
      and person.stopped_at is not null) as is_person_stopped,
    (select max(word.at) from document_event word where word.organisation_id = document.organisation_id
      and word.document_id = document.id and (word.worker like 'user:%' or word.worker = 'system')
      and word.kind not in ('skipped', 'held')) as word_at,
    (select max(word.at) >= coalesce(rule.deleted_at, rule.paused_at)
      from document_event word where word.organisation_id = document.organisation_id
      and word.document_id = document.id and (word.worker like 'user:%' or word.worker = 'system')
      and word.kind not in ('skipped', 'held')) as is_word_newer
  from document left join invoice_rule rule
    on rule.organisation_id = document.organisation_id and rule.id = document.rule_id
  where document.id = $1`

/** What an intent may not be written against: a stop, a paused or ended rule without a person's word, a wrong clock. */
export async function forbiddenIntent(
  database: Pick<WorldDatabase, 'inspect'>,
  actor: Actor,
  document: { id: unknown; kind: 'intent' | 'annulmentIntent' },
): Promise<string[]> {
  const [row] = await database.inspect(STANDING, [document.id])
  if (row === undefined) return []
  const whys = [
    ...whysOfStops(row),
    ...(document.kind === 'intent' && row['told_folio'] === null ? whysOfRule(row) : []),
    ...(Math.abs(actor.skewMs ?? 0) > 2_000 ? ['with a clock that is wrong'] : []),
  ]
  return whys.map((why) => `${String(row['key'])} has its ${document.kind} ${why}`)
}

function whysOfStops(row: Row): string[] {
  return [
    ...(row['is_stopped_by_user'] === true ? ['while its organisation or company is stopped'] : []),
    ...(row['is_all_stopped'] === true ? ['while everything is stopped'] : []),
    ...(row['is_person_stopped'] === true ? ['while its person is stopped'] : []),
  ]
}

function whysOfRule(row: Row): string[] {
  const found: string[] = []
  const isHalted = row['is_paused'] === true || (row['deleted_at'] ?? null) !== null
  if (isHalted && row['is_word_newer'] !== true)
    found.push('although its rule is paused or deleted')
  const endDay = row['end_day']
  const isAfterEnd = typeof endDay === 'string' && String(row['issue_day']) > endDay
  if (isAfterEnd && row['word_at'] === null) found.push('after the end of its rule')
  return found
}
