import type { ExportedTable } from './exported-table.ts'

/** What came of the bank's statements that were uploaded. */
export const STATEMENT_TABLES: readonly ExportedTable[] = [
  {
    table: 'bank_statement',
    order: ['id'],
    // Says nothing but whether a file is the same.
    without: ['sha256'],
    sheet: [
      'id',
      'company_id',
      'account',
      'file_name',
      'first_day',
      'last_day',
      'movements',
      'added',
      'uploaded_by',
      'uploaded_at',
    ],
  },
  {
    table: 'bank_movement',
    order: ['id'],
    sheet: [
      'id',
      'company_id',
      'account',
      'statement_id',
      'day',
      'amount_clp',
      'operation',
      'payer_rut',
      'payer_name',
      'description',
      'reversal',
      'set_aside_at',
      'set_aside_by',
      'set_aside_why',
    ],
  },
  {
    table: 'movement_match',
    order: ['id'],
    sheet: [
      'id',
      'movement_id',
      'payment_id',
      'how',
      'matched_by',
      'matched_at',
      'kept_at',
      'kept_by',
      'undone_at',
      'undone_by',
    ],
  },
  {
    table: 'movement_refusal',
    order: ['id'],
    sheet: [
      'id',
      'movement_id',
      'document_id',
      'payment_id',
      'refused_by',
      'refused_at',
      'taken_back_at',
      'taken_back_by',
    ],
  },
  {
    table: 'authorised_payer',
    order: ['id'],
    sheet: ['id', 'company_id', 'client_rut', 'payer_rut', 'added_by', 'added_at'],
  },
  {
    table: 'settled_client',
    order: ['id'],
    sheet: ['id', 'company_id', 'client_rut', 'through_day', 'said_by', 'said_at'],
  },
]
