import { documentsWithReceivable } from '../documents/trail/document-query.ts'
import type { At, Db } from './owed/receivable.ts'
import { voucherTypeOfSaid } from './vouchers.ts'

/** Every payment that ever paid some of it, undone ones too, in the order they were recorded. */
export async function paymentsOf(db: Db, { organisationId, documentId }: At) {
  return db
    .selectFrom('payment_share as share')
    .innerJoin('payment', (join) =>
      join
        .onRef('payment.organisation_id', '=', 'share.organisation_id')
        .onRef('payment.id', '=', 'share.payment_id'),
    )
    .leftJoin('app_user as recorder', 'recorder.id', 'payment.recorded_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'payment.undone_by')
    .selectAll('payment')
    .select([
      'share.amount_clp as share_clp',
      'recorder.email as recorder_email',
      'undoer.email as undoer_email',
    ])
    .where('share.organisation_id', '=', organisationId)
    .where('share.document_id', '=', documentId)
    .orderBy('payment.id')
    .execute()
}

export async function refundsOf(db: Db, { organisationId, documentId }: At) {
  return db
    .selectFrom('payment_refund as refund')
    .leftJoin('app_user as recorder', 'recorder.id', 'refund.recorded_by')
    .leftJoin('app_user as undoer', 'undoer.id', 'refund.undone_by')
    .selectAll('refund')
    .select(['recorder.email as recorder_email', 'undoer.email as undoer_email'])
    .where('refund.organisation_id', '=', organisationId)
    .where('refund.document_id', '=', documentId)
    .orderBy('refund.id')
    .execute()
}

/** Those of one document that wait, the oldest first. */
export async function openDeclarationsOf(db: Db, { organisationId, documentId }: At) {
  return db
    .selectFrom('payment_declaration as said')
    .select(['id', 'payer_key', 'amount_clp', 'day', 'note', 'declared_at'])
    .select(voucherTypeOfSaid.as('voucher_type'))
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
}

/** Declarations that wait, the oldest first. */
export async function openDeclarations(db: Db, organisationId: number, limit: number) {
  return documentsWithReceivable(db)
    .innerJoin('payment_declaration as said', (join) =>
      join
        .onRef('said.organisation_id', '=', 'document.organisation_id')
        .onRef('said.document_id', '=', 'document.id'),
    )
    .selectAll('receivable')
    .select([
      'said.id',
      'said.amount_clp',
      'said.day',
      'said.note',
      'said.declared_at',
      'document.kind',
      'document.folio',
      'document.recipient_rut',
      'document.recipient_name',
      'company.rut as company_rut',
      'company.name as company_name',
    ])
    .select(voucherTypeOfSaid.as('voucher_type'))
    .where('said.organisation_id', '=', organisationId)
    .where('said.state', '=', 'open')
    .orderBy('said.id')
    .limit(limit)
    .execute()
}

/** Each company with how it gets paid, by name. */
export async function readTerms(db: Db, organisationId: number, companyId?: number) {
  return db
    .selectFrom('company')
    .leftJoin('payment_terms as terms', (join) =>
      join
        .onRef('terms.organisation_id', '=', 'company.organisation_id')
        .onRef('terms.company_id', '=', 'company.id'),
    )
    .select([
      'company.id',
      'company.rut',
      'company.name',
      'terms.first_day',
      'terms.allows_partial',
      'terms.due_days',
      'terms.bank',
      'terms.account_type',
      'terms.account_number',
      'terms.holder_name',
      'terms.holder_rut',
      'terms.notice_email',
      'terms.updated_at',
    ])
    .where('company.organisation_id', '=', organisationId)
    .$if(companyId !== undefined, (rows) => rows.where('company.id', '=', companyId ?? 0))
    .orderBy('company.name')
    .orderBy('company.id')
    .execute()
}

export type TermsRow = Awaited<ReturnType<typeof readTerms>>[number]
