import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { deliveryAxis } from '#contract/documents.ts'
import { addMonths, dayInChile, firstDayOf, type Month } from '#domain/day.ts'
import type { DocumentKind, DocumentState } from '#domain/document.ts'
import type { ReactionState } from '#domain/reaction.ts'
import type { PaymentState } from '#domain/receivable.ts'
import type { Clock } from '../../clock.ts'
import { holdsFolded } from '../../db/folded-text.ts'
import type { Schema } from '../../db/schema.ts'
import { hasPayment, RECEIVABLE_COLUMNS } from '../../standing/receivable-facts.ts'
import { listedDocuments } from '../trail/document-query.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

export interface DocumentFilter {
  organisationId: number
  state?: DocumentState | undefined
  delivery?: z.output<typeof deliveryAxis> | undefined
  payment?: PaymentState | undefined
  reaction?: ReactionState | undefined
  kind?: DocumentKind | undefined
  month?: Month | undefined
  ruleId?: number | undefined
  search?: string | undefined
}

export interface DocumentQuery extends DocumentFilter {
  /** The last row of the page before. */
  before?: { emissionDay: string; id: number } | undefined
  limit: number
}

export type ListedDocument = Awaited<ReturnType<typeof readDocuments>>[number]

/** Newest emission first, with what a row of the list shows. */
export async function readDocuments(needs: Needs, query: DocumentQuery) {
  const { before, limit } = query
  return found(needs, query)
    .$if(before !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(document.emission_day, document.id) < (${before?.emissionDay}::date, ${before?.id}::bigint)`,
      ),
    )
    .orderBy('document.emission_day', 'desc')
    .orderBy('document.id', 'desc')
    .limit(limit)
    .execute()
}

/** Of all pages. */
export async function countDocuments(needs: Needs, query: DocumentFilter): Promise<number> {
  const { count } = await found(needs, query)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function found(needs: Needs, query: DocumentFilter) {
  const { organisationId, state, delivery, payment, reaction, kind, month, ruleId, search } = query
  const today = dayInChile(needs.clock.now())
  return listed(needs, organisationId)
    .$if(state !== undefined, (rows) => rows.where('document.state', '=', state ?? 'planned'))
    .$if(delivery !== undefined, (rows) => rows.where(hasDelivery(delivery ?? 'none')))
    .$if(payment !== undefined, (rows) => rows.where(hasPayment(payment ?? 'none', today)))
    .$if(reaction !== undefined, (rows) => rows.where('reaction.state', '=', reaction ?? 'none'))
    .$if(kind !== undefined, (rows) => rows.where('document.kind', '=', kind ?? 'factura'))
    .$if(month !== undefined, (rows) => rows.where(isOfMonth(month)))
    .$if(ruleId !== undefined, (rows) => rows.where('document.rule_id', '=', ruleId ?? null))
    .$if(search !== undefined && search !== '', (rows) => rows.where(matches(search ?? '')))
}

/** Of one rule's month: one for each client, and their re-issues. */
export async function readDocumentsOfMonth(
  needs: Needs,
  at: { organisationId: number; ruleId: number; period: Month },
): Promise<ListedDocument[]> {
  return listed(needs, at.organisationId)
    .where('document.rule_id', '=', at.ruleId)
    .where('document.emission_day', '>=', firstDayOf(at.period))
    .where('document.emission_day', '<', firstDayOf(addMonths(at.period, 1)))
    .orderBy('document.id')
    .execute()
}

export async function readDocumentsById(
  needs: Needs,
  organisationId: number,
  ids: readonly number[],
): Promise<ListedDocument[]> {
  if (ids.length === 0) return []
  return listed(needs, organisationId)
    .where('document.id', 'in', [...ids])
    .orderBy('document.id')
    .execute()
}

export async function readDocumentRow(
  needs: Needs,
  at: { organisationId: number; id: number },
): Promise<ListedDocument | null> {
  const row = await listed(needs, at.organisationId)
    .where('document.id', '=', at.id)
    .executeTakeFirst()
  return row ?? null
}

export async function readFile(
  db: Kysely<Schema>,
  at: { organisationId: number; id: number; kind: 'pdf' | 'xml' },
) {
  return db
    .selectFrom('document_file')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'document_file.organisation_id')
        .onRef('document.id', '=', 'document_file.document_id'),
    )
    .select(['document_file.bytes', 'document.folio', 'document.recipient_name', 'document.kind'])
    .where('document_file.organisation_id', '=', at.organisationId)
    .where('document_file.document_id', '=', at.id)
    .where('document_file.kind', '=', at.kind)
    .executeTakeFirst()
}

function listed(needs: Needs, organisationId: number) {
  return (
    listedDocuments(needs, organisationId)
      .leftJoin('delivery', (join) =>
        join
          .onRef('delivery.organisation_id', '=', 'document.organisation_id')
          .onRef('delivery.document_id', '=', 'document.id')
          .on('delivery.purpose', '=', 'document')
          .on(sql<boolean>`delivery.is_last`),
      )
      .leftJoin('receivable', (join) =>
        join
          .onRef('receivable.organisation_id', '=', 'document.organisation_id')
          .onRef('receivable.document_id', '=', 'document.id'),
      )
      .leftJoin('receiver_reaction as reaction', (join) =>
        join
          .onRef('reaction.organisation_id', '=', 'document.organisation_id')
          .onRef('reaction.document_id', '=', 'document.id'),
      )
      .selectAll('document')
      .select('reaction.state as reaction_state')
      .select(['delivery.state as delivery_state', 'delivery.viewed_at as delivery_viewed_at'])
      .select(RECEIVABLE_COLUMNS)
      // Whether something is overdue depends on the day it is read.
      .select(sql<string>`${dayInChile(needs.clock.now())}::date`.as('read_on'))
  )
}

function hasDelivery(axis: z.output<typeof deliveryAxis>) {
  switch (axis) {
    case 'none':
      return sql<boolean>`delivery.id is null`
    case 'queued':
      return sql<boolean>`delivery.state in ('queued', 'sending')`
    case 'viewed':
      return sql<boolean>`delivery.state = 'sent' and delivery.viewed_at is not null`
    case 'sent':
      return sql<boolean>`delivery.state = 'sent' and delivery.viewed_at is null`
    case 'bounced':
    case 'failed':
    case 'unknown':
      return sql<boolean>`delivery.state = ${axis}`
  }
}

/** By the day it carries; before it has one, by its own. */
function isOfMonth(month: Month | undefined) {
  if (month === undefined) return sql<boolean>`true`
  const day = sql`coalesce(document.issue_day, document.emission_day)`
  return sql<boolean>`${day} >= ${firstDayOf(month)}::date and ${day} < ${firstDayOf(addMonths(month, 1))}::date`
}

function matches(search: string) {
  const text = sql`document.recipient_name || ' ' || document.recipient_rut || ' ' || coalesce(document.folio::text, '')`
  return holdsFolded(text, search)
}
