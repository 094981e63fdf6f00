import { sql, type Kysely, type Selectable } from 'kysely'
import { DOCUMENT_REASONS, isDocumentReason, whoActs } from '#domain/reason.ts'
import type { CompanyStop, StandingFacts, StopReason } from '#domain/standing.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { holdsEverything } from './holds-everything.ts'
import { companyStopCase, stopCase } from './stop-case.ts'

/** What is known of a document's standing beside its own row (domain/standing.ts), wherever it is shown. */
export interface ShownFacts {
  shown_reason: string | null
  shown_stop: StopReason | null
  can_decide: boolean
}

const ASKED = Object.keys(DOCUMENT_REASONS).filter(
  (reason) => isDocumentReason(reason) && whoActs(reason) === 'user',
)

/** Columns of the table `document`. */
export function shownFacts(clock: Clock) {
  return [
    shownReason(clock).as('shown_reason'),
    stopCase(
      sql`document.organisation_id`,
      sql`document.company_id`,
      sql`document.person_rut`,
      sql`document.upload_id`,
    ).as('shown_stop'),
    sql<boolean>`(document.state = 'uncertain' and exists (select from document open
      where open.organisation_id = document.organisation_id and open.id = document.id
        and not ${holdsEverything(clock)}))`.as('can_decide'),
  ] as const
}

/** Behind a document in doubt it matters whether that one waits for a person. */
export function shownReason(clock: Clock) {
  return sql<string | null>`case when document.reason = 'behindUncertain' and exists (
      select from document open where open.organisation_id = document.organisation_id
        and open.person_rut = document.person_rut and open.state = 'uncertain'
        and (open.reason = any(${ASKED}::text[]) or not ${holdsEverything(clock)}))
    then 'behindUndecided' else document.reason end`
}

type Row = Pick<Selectable<Schema['document']>, 'kind' | 'told_folio' | 'annulment'> & ShownFacts
type Shown = Pick<StandingFacts, 'reason' | 'told' | 'canDecide' | 'annulment' | 'stop'>

export function factsOf(row: Row): Shown {
  const { kind, told_folio, annulment, shown_reason, shown_stop, can_decide } = row
  return {
    reason: shown_reason,
    told: told_folio === null ? null : kind === 'notaCredito' ? 'nota' : 'adopted',
    canDecide: can_decide,
    annulment,
    stop: shown_stop,
  }
}

export function factsToWire({ reason, told, canDecide, annulment, stop }: Shown) {
  return { reason, told, can_decide: canDecide, annulment, stop }
}

/** Of what is no document yet, but for the stop of its company. */
export const NO_FACTS = { told: null, canDecide: false, annulment: null } as const

/** Which stop holds each company of an organisation now, by the company's id. */
export async function companyStops(
  db: Kysely<Schema>,
  organisationId: number,
): Promise<(companyId: number) => CompanyStop | null> {
  const rows = await db
    .selectFrom('company')
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .where('company.organisation_id', '=', organisationId)
    .select([
      'company.id',
      companyStopCase(sql`company.organisation_id`, sql`company.id`, sql`facturator.person_rut`).as(
        'stop',
      ),
    ])
    .execute()
  const stops = new Map(rows.map(({ id, stop }) => [id, stop]))
  return (companyId) => stops.get(companyId) ?? null
}
