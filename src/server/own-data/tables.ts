import type { Schema } from '../db/schema.ts'

export interface ExportedTable {
  table: keyof Schema
  /** Its primary key after the organisation: the order in which rows leave. */
  order: string[]
  /** Columns that stay here: sealed, or the proof of somebody's permission. */
  without?: string[]
  /** Of the organisation's rows only the user's own. */
  ofUser?: true
}

/** Every tenant's table whose rows are handed over to its owner. */
export const EXPORTED: readonly ExportedTable[] = [
  { table: 'membership', order: ['user_id'], ofUser: true },
  { table: 'login_session', order: ['id'], ofUser: true },
  {
    table: 'facturator',
    order: ['id'],
    without: ['clave_secret_id', 'certificate_secret_id'],
  },
  { table: 'company', order: ['id'] },
  { table: 'issuer_address', order: ['id'] },
  { table: 'issuer_activity', order: ['id'] },
  { table: 'client', order: ['id'] },
  { table: 'client_address', order: ['id'] },
  { table: 'client_activity', order: ['id'] },
  { table: 'contact', order: ['id'] },
  { table: 'product', order: ['id'] },
  { table: 'invoice_rule', order: ['id'] },
  { table: 'rule_client', order: ['rule_id', 'client_id'] },
  { table: 'rule_client_contact', order: ['rule_id', 'client_id', 'contact_id', 'copy'] },
  { table: 'rule_line', order: ['rule_id', 'position'] },
  { table: 'rule_month', order: ['rule_id', 'period'] },
  { table: 'monthly_value', order: ['rule_id', 'period', 'client_id', 'position'] },
  { table: 'occurrence', order: ['id'] },
  { table: 'document', order: ['id'] },
  { table: 'attempt', order: ['document_id', 'number'] },
  { table: 'document_event', order: ['document_id', 'seq'] },
  { table: 'document_link', order: ['id'], without: ['seed', 'token_hash'] },
  { table: 'delivery', order: ['id'] },
  { table: 'email_account', order: ['id'], without: ['token_secret_id'] },
  { table: 'sii_issued', order: ['company_id', 'kind', 'folio'] },
  { table: 'issuing_stop', order: ['id'] },
  { table: 'unusual_run', order: ['id'] },
  { table: 'digest', order: ['period', 'first_day'] },
  { table: 'audit_event', order: ['id'] },
]

/** The tenants' other tables, and why. Whoever adds one says in which list it is. */
export const NOT_EXPORTED: Partial<Record<keyof Schema, string>> = {
  document_file: 'leaves as the files themselves',
  secret: 'what is sealed never leaves',
  second_factor: 'points at what is sealed',
  recovery_code: 'opens the account',
  mail_revocation: 'permissions on their way back',
  oauth_attempt: 'a try of ten minutes',
  idempotency_key: 'answers repeated to programs, which say nothing that is not in the rows',
  monthly_ask: 'that a mail was sent; the values it asked for are there',
  notice: 'that a mail was sent; what it was about is there',
  refused_clave: 'counted by person over all organisations',
  portal_person: 'a person at the SII, whoever connected them',
}
