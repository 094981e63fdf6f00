import type { OwnDataTexts } from '#texts/own-data.ts'
import type { Schema } from '../db/schema.ts'

export interface ExportedTable {
  table: keyof Schema & keyof OwnDataTexts['sheets']
  /** Its primary key after the organisation: the order in which rows leave. */
  order: string[]
  /** Columns that stay here: sealed, or the proof of somebody's permission. */
  without?: string[]
  /** Of the organisation's rows only the user's own. */
  ofUser?: true
  /** What a person reads of it, in a sheet; the JSON has the rest too, which only programs use. */
  sheet: (keyof OwnDataTexts['columns'])[]
}

/** Every tenant's table whose rows are handed over to its owner. */
export const EXPORTED: readonly ExportedTable[] = [
  {
    table: 'membership',
    order: ['user_id'],
    ofUser: true,
    sheet: ['user_id', 'role', 'created_at'],
  },
  {
    table: 'login_session',
    order: ['id'],
    ofUser: true,
    sheet: ['browser', 'system', 'created_at', 'last_used_at', 'ended_at', 'ended_reason'],
  },
  {
    table: 'facturator',
    order: ['id'],
    without: ['clave_secret_id', 'certificate_secret_id'],
    sheet: ['id', 'label', 'person_rut', 'clave_state', 'certificate_state', 'created_at'],
  },
  {
    table: 'company',
    order: ['id'],
    sheet: ['id', 'facturator_id', 'rut', 'name', 'giro', 'issuer_email', 'created_at'],
  },
  {
    table: 'issuer_address',
    order: ['id'],
    sheet: ['id', 'company_id', 'street_and_number', 'commune', 'city', 'branch_code'],
  },
  { table: 'issuer_activity', order: ['id'], sheet: ['id', 'company_id', 'code', 'description'] },
  { table: 'client', order: ['id'], sheet: ['id', 'company_id', 'rut', 'name', 'created_at'] },
  {
    table: 'client_address',
    order: ['id'],
    sheet: ['id', 'client_id', 'street_and_number', 'commune', 'city'],
  },
  { table: 'client_activity', order: ['id'], sheet: ['id', 'client_id', 'description'] },
  {
    table: 'contact',
    order: ['id'],
    sheet: ['id', 'client_id', 'first_name', 'last_name', 'gender', 'email', 'role', 'created_at'],
  },
  {
    table: 'product',
    order: ['id'],
    sheet: ['id', 'company_id', 'code', 'name', 'unit_price', 'currency', 'created_at'],
  },
  {
    table: 'invoice_rule',
    order: ['id'],
    sheet: [
      'id',
      'company_id',
      'kind',
      'name',
      'business_day_rule',
      'day_of_month',
      'month_offset',
      'start_day',
      'end_day',
      'most_emissions',
      'next_emission_day',
      'uf_rate_type',
      'withholder',
      'catch_up',
      'needs_approval',
      'is_paused',
      'issuer_email',
      'send_email_automatic',
      'email_subject_template',
      'email_body_template',
      'created_at',
      'updated_at',
      'deleted_at',
    ],
  },
  {
    table: 'rule_client',
    order: ['rule_id', 'client_id'],
    sheet: ['rule_id', 'client_id', 'position', 'contact_name', 'contact_rut'],
  },
  {
    table: 'rule_client_contact',
    order: ['rule_id', 'client_id', 'contact_id', 'copy'],
    sheet: ['rule_id', 'client_id', 'contact_id', 'copy'],
  },
  {
    table: 'rule_line',
    order: ['rule_id', 'position'],
    sheet: [
      'rule_id',
      'position',
      'product_id',
      'quantity',
      'quantity_is_fixed',
      'price',
      'price_is_fixed',
    ],
  },
  {
    table: 'rule_month',
    order: ['rule_id', 'period'],
    sheet: ['rule_id', 'period', 'is_skipped', 'emission_day'],
  },
  {
    table: 'monthly_value',
    order: ['rule_id', 'period', 'client_id', 'position'],
    sheet: [
      'rule_id',
      'period',
      'client_id',
      'position',
      'product_id',
      'quantity',
      'price',
      'saved_at',
    ],
  },
  {
    table: 'occurrence',
    order: ['id'],
    sheet: ['id', 'rule_id', 'period', 'emission_day', 'service_month', 'created_at'],
  },
  {
    table: 'document',
    order: ['id'],
    sheet: [
      'id',
      'kind',
      'folio',
      'state',
      'company_id',
      'rule_id',
      'client_id',
      'recipient_rut',
      'recipient_name',
      'total_clp',
      'sii_retention_clp',
      'emission_day',
      'issue_day',
      'service_month',
      'issued_at',
      'reason',
      'reason_text',
      'annulment',
      'nota_of',
      'created_at',
    ],
  },
  {
    table: 'attempt',
    order: ['document_id', 'number'],
    sheet: [
      'document_id',
      'number',
      'person_rut',
      'intended_at',
      'ended_at',
      'outcome',
      'signed_folio',
    ],
  },
  {
    table: 'document_event',
    order: ['document_id', 'seq'],
    sheet: ['document_id', 'seq', 'at', 'kind', 'worker', 'data'],
  },
  {
    table: 'document_link',
    order: ['id'],
    without: ['seed', 'token_hash'],
    sheet: [
      'id',
      'document_id',
      'purpose',
      'created_at',
      'revoked_at',
      'first_viewed_at',
      'last_viewed_at',
      'views',
    ],
  },
  {
    table: 'delivery',
    order: ['id'],
    sheet: [
      'id',
      'document_id',
      'purpose',
      'nth',
      'state',
      'email_account_id',
      'recipients',
      'subject',
      'body_html',
      'created_at',
      'sent_at',
      'viewed_at',
    ],
  },
  {
    table: 'email_account',
    order: ['id'],
    without: ['token_secret_id'],
    sheet: ['id', 'provider', 'address', 'full_name', 'signature', 'state', 'connected_at'],
  },
  {
    table: 'sii_issued',
    order: ['company_id', 'kind', 'folio'],
    sheet: [
      'company_id',
      'kind',
      'folio',
      'recipient_rut',
      'issue_day',
      'total_clp',
      'is_annulled',
      'annulled_by',
      'lowered_clp',
      'document_id',
      'first_seen_at',
    ],
  },
  {
    table: 'register_month',
    order: ['company_id', 'month'],
    sheet: ['company_id', 'month', 'read_at', 'is_whole'],
  },
  {
    table: 'register_entry',
    order: ['company_id', 'month', 'side', 'position'],
    sheet: [
      'company_id',
      'month',
      'side',
      'issue_day',
      'tipo_dte',
      'folio',
      'counterpart_rut',
      'counterpart_name',
      'total_clp',
      'documents',
    ],
  },
  { table: 'issuing_stop', order: ['id'], sheet: ['id', 'company_id', 'stopped_by', 'stopped_at'] },
  {
    table: 'unusual_run',
    order: ['id'],
    sheet: ['id', 'company_id', 'day', 'documents', 'usual', 'approved_by', 'approved_at'],
  },
  {
    table: 'digest',
    order: ['period', 'first_day'],
    sheet: ['period', 'first_day', 'last_day', 'issued', 'issued_clp', 'failed', 'mails_sent'],
  },
  {
    table: 'audit_event',
    order: ['id'],
    sheet: ['id', 'at', 'user_id', 'kind', 'subject', 'data'],
  },
]

/** The tenants' other tables, and why. Whoever adds one says in which list it is. */
export const NOT_EXPORTED: Partial<Record<keyof Schema, string>> = {
  document_file: 'leaves as the files themselves',
  secret: 'what is sealed never leaves',
  second_factor: 'points at what is sealed',
  recovery_code: 'opens the account',
  mail_revocation: 'permissions on their way back',
  oauth_attempt: 'a try of ten minutes',
  idempotency_key:
    'answers kept 30 days to be repeated: of rows that are here, or a month ago were; of a contact as it is now',
  worker_request: 'what a page asks of the part that enters the SII, for seconds',
  register_reading: 'how the reading of the registers goes; what it brought is there',
  monthly_ask: 'that a mail was sent; the values it asked for are there',
  notice: 'that a mail was sent; what it was about is there',
  attention_item: 'which mail told what waits; what it was about is there',
  attention_look: 'when it was looked whether anything waits',
  refused_clave: 'counted by person over all organisations',
  portal_person: 'a person at the SII, whoever connected them',
}
