import { sql, type Kysely } from 'kysely'
import type { Taken } from '#domain/course.ts'
import type { Day, Month } from '#domain/day.ts'
import type { Departure } from '#domain/departure.ts'
import type { DocumentEvent } from '#domain/document.ts'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { ruleKey } from '../trail/origin.ts'
import { chainOf, type Actor } from '../trail/trail.ts'

/** A rule's emission of one month, about to be planned. */
export interface PlannedEmission {
  organisationId: number
  ruleId: number
  companyId: number
  period: Month
  emissionDay: Day
  serviceMonth: Month
  taken: Taken
}

export interface PlannedOccurrence extends PlannedEmission {
  id: number
}

/** Those that are new: a month that has its occurrence keeps it. */
export async function insertOccurrences(
  trx: Kysely<Schema>,
  emissions: readonly PlannedEmission[],
  now: string,
): Promise<PlannedOccurrence[]> {
  const { rows } = await sql<{
    id: number
    organisation_id: number
    rule_id: number
    period: string
  }>`insert into "occurrence"
      (organisation_id, rule_id, period, emission_day, service_month, created_at)
    select p.organisation_id, p.rule_id, p.period, p.emission_day::date, p.service_month, ${now}::timestamptz
    from unnest(${emissions.map((one) => one.organisationId)}::bigint[],
      ${emissions.map((one) => one.ruleId)}::bigint[],
      ${emissions.map((one) => one.period)}::text[],
      ${emissions.map((one) => one.emissionDay)}::text[],
      ${emissions.map((one) => one.serviceMonth)}::text[])
      as p(organisation_id, rule_id, period, emission_day, service_month)
    where true
    on conflict (organisation_id, rule_id, period) do nothing
    returning id, organisation_id, rule_id, period`.execute(trx)
  const asked = new Map(
    emissions.map((one) => [keyOf(one.organisationId, one.ruleId, one.period), one]),
  )
  return rows.flatMap((row) => {
    const emission = asked.get(keyOf(row.organisation_id, row.rule_id, row.period))
    return emission === undefined ? [] : [{ ...emission, id: row.id }]
  })
}

function keyOf(organisationId: number, ruleId: number, period: string): string {
  return `${organisationId} ${ruleId} ${period}`
}

export interface PlannedDocument {
  organisationId: number
  id: number
  emissionDay: Day
  isLeft: boolean
}

/** One for each client of each occurrence. A day that went by waits for a word unless its rule says more. */
export async function insertDocuments(
  trx: Kysely<Schema>,
  occurrences: readonly PlannedOccurrence[],
  { now, departs }: { now: string; departs: (companyId: number) => Departure },
): Promise<PlannedDocument[]> {
  if (occurrences.length === 0) return []
  const { rows } = await sql<{
    organisation_id: number
    id: number
    occurrence_id: number
  }>`insert into "document"
      (organisation_id, key, kind, company_id, rule_id, occurrence_id, client_id, person_rut,
       recipient_rut, recipient_name, emission_day, issue_day, service_month, state, reason,
       next_try_at, created_at, updated_at)
    select p.organisation_id, ${PLANNED_KEY},
      rule.kind, rule.company_id, rule.id, p.occurrence_id, client.id, facturator.person_rut,
      client.rut, client.name, p.emission_day::date, p.issue_day::date, p.service_month, p.state, p.reason,
      p.next_try_at::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${occurrences.map((one) => one.organisationId)}::bigint[],
      ${occurrences.map((one) => one.ruleId)}::bigint[],
      ${occurrences.map((one) => one.id)}::bigint[],
      ${occurrences.map((one) => one.period)}::text[],
      ${occurrences.map((one) => one.emissionDay)}::text[],
      ${occurrences.map((one) => one.serviceMonth)}::text[],
      ${occurrences.map((one) => issueDay(one, departs(one.companyId)))}::text[],
      ${occurrences.map(({ taken }) => (taken === 'left' ? 'skipped' : 'planned'))}::text[],
      ${occurrences.map(({ taken }) => (isIssued(taken) ? null : 'missed'))}::text[],
      ${occurrences.map((one) => (isIssued(one.taken) ? instantText(departs(one.companyId).atMs) : null))}::text[])
      as p(organisation_id, rule_id, occurrence_id, period, emission_day, service_month, issue_day,
        state, reason, next_try_at)
    join invoice_rule rule on rule.organisation_id = p.organisation_id and rule.id = p.rule_id
    join company on company.organisation_id = rule.organisation_id and company.id = rule.company_id
    join facturator on facturator.organisation_id = company.organisation_id
      and facturator.id = company.facturator_id
    join rule_client on rule_client.organisation_id = rule.organisation_id
      and rule_client.rule_id = rule.id
    join client on client.organisation_id = rule_client.organisation_id
      and client.id = rule_client.client_id
    where true
    order by p.occurrence_id, rule_client.position
    on conflict (organisation_id, key, revision) do nothing
    returning organisation_id, id, occurrence_id`.execute(trx)
  const byId = new Map(occurrences.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const of = byId.get(row.occurrence_id)
    if (of === undefined) return []
    const { emissionDay, taken } = of
    return [
      { organisationId: row.organisation_id, id: row.id, emissionDay, isLeft: taken === 'left' },
    ]
  })
}

const PLANNED_KEY = ruleKey({
  ruleId: sql.ref('p.rule_id'),
  period: sql.ref('p.period'),
  clientId: sql.ref('client.id'),
})

function isIssued(taken: Taken): boolean {
  return taken === 'onItsDay' || taken === 'today'
}

function issueDay({ taken, emissionDay }: PlannedEmission, { day }: Departure): Day | null {
  if (taken === 'onItsDay') return emissionDay
  return taken === 'today' ? day : null
}

/** The beginning of each new document's trail. */
export async function insertEvents(
  trx: Kysely<Schema>,
  documents: readonly PlannedDocument[],
  { now, actor, why }: { now: string; actor: Actor; why?: 'clientAdded' },
): Promise<void> {
  if (documents.length === 0) return
  const entries = documents.flatMap((document) => {
    const { emissionDay, isLeft } = document
    const events: DocumentEvent[] = [{ kind: 'planned', emissionDay, ...(why && { why }) }]
    if (isLeft) events.push({ kind: 'skipped', reason: 'missed' })
    return chainOf(document, events, { at: now, actor })
  })
  await sql`insert into "document_event" ("at", "worker", "epoch", "organisation_id", "document_id", "seq", "kind", "data", "previous_hash", "hash")
    select ${now}::timestamptz, ${actor.worker}, ${actor.epoch}::bigint, e.organisation_id,
      e.document_id, e.seq, e.kind, e.data::jsonb, decode(e.previous_hash, 'hex'), decode(e.hash, 'hex')
    from unnest(${entries.map((one) => one.organisationId)}::bigint[],
      ${entries.map((one) => one.documentId)}::bigint[],
      ${entries.map((one) => one.seq)}::int[],
      ${entries.map((one) => one.kind)}::text[],
      ${entries.map((one) => JSON.stringify(one.data))}::text[],
      ${entries.map((one) => one.previousHash.toString('hex'))}::text[],
      ${entries.map((one) => one.hash.toString('hex'))}::text[])
      as e(organisation_id, document_id, seq, kind, data, previous_hash, hash)`.execute(trx)
}
