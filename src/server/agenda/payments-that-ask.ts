import { sql, type Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { documentsWithReceivable } from '../documents/trail/document-query.ts'
import { isMaybeCountedTwice } from '../standing/maybe-counted-twice.ts'
import { isRecordedTakenBack, isTakenBackByBank } from '../standing/taken-back-by-bank.ts'
import type { Named } from './attention-items.ts'
import { hasExcessToSettle, isDeclared } from '../standing/receivable-facts.ts'
import type { OrganisationAt } from './store.ts'

export interface AskingPayment {
  /** The document's. */
  id: number
  name: string
  company: { id: number; name: string }
  /**
   * A client says that it transferred, an online payment may be what a statement brought, the bank took a payment back
   * or may have, more came than is owed, or an online payment, or its refund, is to be looked into.
   */
  state:
    | 'declared'
    | 'maybeTwice'
    | 'takenBack'
    | 'maybeTakenBack'
    | 'overpaid'
    | 'paidTwice'
    | Schema['payment_question']['kind']
}

/** More than this are counted by nobody's eye. */
const MAX_PAYMENTS = 1_000

/**
 * Documents with a declared transfer without a decision, a payment that the bank took back or that may be counted twice,
 * more money than is owed or agreed, or an online payment or refund to be looked into.
 */
export async function paymentsThatAsk(
  db: Kysely<Schema>,
  at: OrganisationAt,
): Promise<AskingPayment[]> {
  const doubted = await doubtedThatAsk(db, at)
  const ids = new Set(doubted.map(({ id }) => id))
  // Too much came, or the same money stands there twice: that is asked first.
  const owed = (await owedThatAsk(db, at)).filter(
    ({ id, state }) => state !== 'overpaid' || !ids.has(id),
  )
  return [
    ...doubted,
    ...(await takenBackThatAsk(db, at)),
    ...owed,
    ...(await attemptsThatAsk(db, at)),
  ]
}

/** Documents with each match of a bank's movement that paid them. */
function matchedDocuments(db: Kysely<Schema>) {
  return documentsWithReceivable(db)
    .innerJoin('payment_share as share', (join) =>
      join
        .onRef('share.organisation_id', '=', 'document.organisation_id')
        .onRef('share.document_id', '=', 'document.id'),
    )
    .innerJoin('movement_match as match', (join) =>
      join
        .onRef('match.organisation_id', '=', 'share.organisation_id')
        .onRef('match.payment_id', '=', 'share.payment_id'),
    )
}

async function takenBackThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await matchedDocuments(db)
    .innerJoin('bank_movement as movement', (join) =>
      join
        .onRef('movement.organisation_id', '=', 'match.organisation_id')
        .onRef('movement.id', '=', 'match.movement_id'),
    )
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name', 'movement.reversal'])
    .where('movement.organisation_id', '=', organisationId)
    .where(isTakenBackByBank)
    .orderBy('match.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map((row) =>
    asking(row, row.reversal === 'reversed' ? 'takenBack' : 'maybeTakenBack'),
  )
}

/** Companies with a transfer that was said to be on record, and that the bank took back since. */
export async function companiesWithRecordedTakenBack(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<Named[]> {
  return db
    .selectFrom('bank_movement as movement')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'movement.organisation_id')
        .onRef('company.id', '=', 'movement.company_id'),
    )
    .select(['company.id', 'company.name'])
    .distinct()
    .where('movement.organisation_id', '=', organisationId)
    .where(isRecordedTakenBack)
    .orderBy('company.id')
    .execute()
}

async function doubtedThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await matchedDocuments(db)
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .where('match.organisation_id', '=', organisationId)
    .where(isMaybeCountedTwice)
    .orderBy('match.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map((row) => asking(row, 'maybeTwice'))
}

async function owedThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await documentsWithReceivable(db)
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .select([isDeclared.as('is_declared'), isPaidTwice.as('is_paid_twice')])
    .where('receivable.organisation_id', '=', organisationId)
    .where((eb) => eb.or([isDeclared, hasExcessToSettle]))
    .orderBy('document.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map((row) => asking(row, askedOf(row)))
}

/** Of the excess it is the reason that its owner understands. */
const isPaidTwice = sql<boolean>`exists (select from payment_attempt_share share
  join provider_payment paid on paid.organisation_id = share.organisation_id and paid.attempt_id = share.attempt_id
  where share.organisation_id = document.organisation_id and share.document_id = document.id
  group by share.attempt_id having count(*) > 1)`

function askedOf(row: { is_declared: boolean; is_paid_twice: boolean }): AskingPayment['state'] {
  if (row.is_declared) return 'declared'
  return row.is_paid_twice ? 'paidTwice' : 'overpaid'
}

async function attemptsThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await documentsWithReceivable(db)
    .innerJoin('payment_attempt_share as share', (join) =>
      join
        .onRef('share.organisation_id', '=', 'document.organisation_id')
        .onRef('share.document_id', '=', 'document.id'),
    )
    .innerJoin('payment_question as question', (join) =>
      join
        .onRef('question.organisation_id', '=', 'share.organisation_id')
        .onRef('question.attempt_id', '=', 'share.attempt_id'),
    )
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name', 'question.kind'])
    .where('question.organisation_id', '=', organisationId)
    .where('question.answered_at', 'is', null)
    .orderBy('question.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map((row) => asking(row, row.kind))
}

interface AskingRow {
  id: number
  name: string
  folio: number | null
  company_id: number
  company_name: string
}

function asking(
  { id, name, folio, company_id, company_name }: AskingRow,
  state: AskingPayment['state'],
): AskingPayment {
  return {
    id,
    name: folio === null ? name : `${name}, N° ${folio}`,
    company: { id: company_id, name: company_name },
    state,
  }
}
