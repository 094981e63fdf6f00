import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { documentsWithReceivable } from '../documents/trail/document-query.ts'
import { isMaybeCountedTwice } from '../standing/maybe-counted-twice.ts'
import { hasExcessToSettle, isDeclared } from '../standing/receivable-facts.ts'
import type { OrganisationAt } from './store.ts'

export interface AskingPayment {
  /** The document's. */
  id: number
  name: string
  company: { id: number; name: string }
  /**
   * A client says that it transferred, an online payment may be what a statement brought, more came than is owed, or an
   * online payment is to be looked into.
   */
  state: 'declared' | 'maybeTwice' | 'overpaid' | Question
}

type Question = NonNullable<Schema['payment_attempt']['question']>

/** More than this are counted by nobody's eye. */
const MAX_PAYMENTS = 1_000

/** Documents with a declared transfer without a decision, with more money than is owed or agreed, or with such a payment. */
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
  return [...doubted, ...owed, ...(await attemptsThatAsk(db, at))]
}

async function doubtedThatAsk(
  db: Kysely<Schema>,
  { organisationId }: OrganisationAt,
): Promise<AskingPayment[]> {
  const rows = await documentsWithReceivable(db)
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
    .select(isDeclared.as('is_declared'))
    .where('receivable.organisation_id', '=', organisationId)
    .where((eb) => eb.or([isDeclared, hasExcessToSettle]))
    .orderBy('document.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.map((row) => asking(row, row.is_declared ? 'declared' : 'overpaid'))
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
    .innerJoin('payment_attempt as attempt', (join) =>
      join
        .onRef('attempt.organisation_id', '=', 'share.organisation_id')
        .onRef('attempt.id', '=', 'share.attempt_id'),
    )
    .select(['document.id', 'document.recipient_name as name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name', 'attempt.question'])
    .where('attempt.organisation_id', '=', organisationId)
    .where('attempt.question', 'is not', null)
    .where('attempt.answered_at', 'is', null)
    .orderBy('attempt.id', 'desc')
    .limit(MAX_PAYMENTS)
    .execute()
  return rows.flatMap((row) => (row.question === null ? [] : [asking(row, row.question)]))
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
