import type { Kysely, Selectable } from 'kysely'
import { firstDayOf, knownDay, knownMonth, monthOf, type Day, type Month } from '#domain/day.ts'
import type { DocumentState } from '#domain/document.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { factsOf, factsToWire, shownFacts } from '../standing/standing-facts.ts'
import type { RuleAt } from './store.ts'

/** A rule's document of one month and client, as far as it has come. */
export interface MadeDocument {
  id: number
  client: { id: number | null; name: string }
  /** The month of the rule that it was made for, and the rule's day in it. */
  period: Month
  ownDay: Day
  serviceMonth: Month
  /** The date that it carries or will; of a missed one its own day, until a person gives it another. */
  emissionDay: Day
  state: DocumentState
  reason: string | null
  folio: number | null
  /** Null until its content is frozen. */
  totalClp: number | null
}

/** With all that is said of it. */
export type ShownDocument = MadeDocument & ReturnType<typeof factsOf>

/** States from which a document still goes on, at once or after a person's decision. */
const OPEN: DocumentState[] = [
  'planned',
  'needs_data',
  'waiting',
  'queued',
  'issuing',
  'uncertain',
  'failed',
]
/** As many clients as a rule may have, twice. */
const MAX_DOCUMENTS = 400

/** The rule's documents of `from` and the months after it, and older ones still open; oldest first. */
export async function madeDocuments(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, ruleId }: RuleAt,
  from: Month,
): Promise<ShownDocument[]> {
  const rows = await db
    .selectFrom('document')
    .select([...MADE, 'kind', 'told_folio', 'annulment'])
    .select(shownFacts(clock))
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where((eb) => eb.or([eb('emission_day', '>=', firstDayOf(from)), eb('state', 'in', OPEN)]))
    .orderBy('emission_day')
    .orderBy('id')
    .limit(MAX_DOCUMENTS)
    .execute()
  return rows.map((row) => ({ ...madeOf(row), ...factsOf(row) }))
}

/** What this pause stopped: a later pause of the same rule doesn't offer it again. */
export async function stoppedByPause(
  db: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
  pausedAt: string,
): Promise<MadeDocument[]> {
  const rows = await db
    .selectFrom('document')
    .select(MADE)
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'skipped')
    .where('reason', '=', 'rulePaused')
    .where('updated_at', '>=', pausedAt)
    .orderBy('emission_day')
    .orderBy('id')
    .limit(MAX_DOCUMENTS)
    .execute()
  return rows.map(madeOf)
}

/** The rule's emission of today, once it is planned; undefined: there is none, or the rule rests. */
export function emissionOfToday(
  db: Kysely<Schema>,
  { organisationId, ruleId }: RuleAt,
  today: Day,
) {
  return db
    .selectFrom('occurrence')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'occurrence.organisation_id')
        .onRef('rule.id', '=', 'occurrence.rule_id'),
    )
    .select(['occurrence.id', 'occurrence.period', 'occurrence.emission_day'])
    .select(['occurrence.service_month', 'rule.company_id'])
    .where('occurrence.organisation_id', '=', organisationId)
    .where('occurrence.rule_id', '=', ruleId)
    .where('occurrence.emission_day', '=', today)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Of a rule's clients as they would be saved, those who get a document of its emission of today by that: who has none,
 * or had one that was left out because they had gone.
 */
export async function clientsAddedToday(
  db: Kysely<Schema>,
  at: RuleAt,
  today: Day,
  clientIds: readonly number[],
): Promise<number[]> {
  const emission = await emissionOfToday(db, at, today)
  if (emission === undefined) return []
  const rows = await db
    .selectFrom('document')
    .select('client_id')
    .where('organisation_id', '=', at.organisationId)
    .where('occurrence_id', '=', emission.id)
    .where((eb) =>
      eb.or([eb('state', '<>', 'skipped'), eb('reason', 'is distinct from', 'clientLeftRule')]),
    )
    .execute()
  const served = new Set(rows.map(({ client_id }) => client_id))
  return clientIds.filter((client) => !served.has(client))
}

const MADE = [
  'id',
  'client_id',
  'recipient_name',
  'emission_day',
  'issue_day',
  'service_month',
  'state',
  'reason',
  'folio',
  'total_clp',
] as const

export function madeOf(
  row: Pick<Selectable<Schema['document']>, (typeof MADE)[number]>,
): MadeDocument {
  const ownDay = knownDay(row.emission_day)
  return {
    id: row.id,
    client: { id: row.client_id, name: row.recipient_name },
    period: monthOf(ownDay),
    ownDay,
    serviceMonth: knownMonth(row.service_month),
    emissionDay: row.issue_day === null ? ownDay : knownDay(row.issue_day),
    state: row.state,
    reason: row.reason,
    folio: row.folio,
    totalClp: row.total_clp,
  }
}

export function shownToWire(shown: ShownDocument) {
  return { ...madeToWire(shown), ...factsToWire(shown) }
}

export function madeToWire(made: MadeDocument) {
  return {
    document: made.id,
    client: made.client,
    period: made.period,
    service_month: made.serviceMonth,
    emission_date: made.emissionDay,
    state: made.state,
    reason: made.reason,
    folio: made.folio,
    total: made.totalClp,
  }
}
