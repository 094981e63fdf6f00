// Written by scripts/db/types.ts from the migrated database: npm run db:types
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface Schema {
  app_user: AppUserTable
  attempt: AttemptTable
  attention_item: AttentionItemTable
  attention_look: AttentionLookTable
  audit_event: AuditEventTable
  authorised_payer: AuthorisedPayerTable
  bank_movement: BankMovementTable
  bank_statement: BankStatementTable
  calendar: CalendarTable
  charge: ChargeTable
  client: ClientTable
  client_activity: ClientActivityTable
  client_address: ClientAddressTable
  company: CompanyTable
  contact: ContactTable
  contact_message: ContactMessageTable
  delivery: DeliveryTable
  digest: DigestTable
  document: DocumentTable
  document_event: DocumentEventTable
  document_file: DocumentFileTable
  document_link: DocumentLinkTable
  email_account: EmailAccountTable
  email_change: EmailChangeTable
  facturator: FacturatorTable
  idempotency_key: IdempotencyKeyTable
  installation: InstallationTable
  invoice_rule: InvoiceRuleTable
  issuer_activity: IssuerActivityTable
  issuer_address: IssuerAddressTable
  issuing_stop: IssuingStopTable
  known_place: KnownPlaceTable
  login_session: LoginSessionTable
  look_up_day: LookUpDayTable
  mail_preference: MailPreferenceTable
  mail_revocation: MailRevocationTable
  match_request: MatchRequestTable
  membership: MembershipTable
  monthly_ask: MonthlyAskTable
  monthly_value: MonthlyValueTable
  movement_match: MovementMatchTable
  movement_refusal: MovementRefusalTable
  notice: NoticeTable
  oauth_attempt: OauthAttemptTable
  occurrence: OccurrenceTable
  one_time_token: OneTimeTokenTable
  operator_switch: OperatorSwitchTable
  organisation: OrganisationTable
  payer_access: PayerAccessTable
  payment: PaymentTable
  payment_attempt: PaymentAttemptTable
  payment_attempt_share: PaymentAttemptShareTable
  payment_connection: PaymentConnectionTable
  payment_declaration: PaymentDeclarationTable
  payment_notice: PaymentNoticeTable
  payment_question: PaymentQuestionTable
  payment_refund: PaymentRefundTable
  payment_refund_order: PaymentRefundOrderTable
  payment_share: PaymentShareTable
  payment_terms: PaymentTermsTable
  payment_trial: PaymentTrialTable
  portal_nota: PortalNotaTable
  portal_person: PortalPersonTable
  product: ProductTable
  provider_payment: ProviderPaymentTable
  receivable: ReceivableTable
  receiver_event: ReceiverEventTable
  receiver_reaction: ReceiverReactionTable
  recovery_code: RecoveryCodeTable
  refresh_token: RefreshTokenTable
  refused_clave: RefusedClaveTable
  register_entry: RegisterEntryTable
  register_month: RegisterMonthTable
  register_reading: RegisterReadingTable
  reminder: ReminderTable
  reminder_mail: ReminderMailTable
  reminder_mute: ReminderMuteTable
  reminder_setting: ReminderSettingTable
  rule_client: RuleClientTable
  rule_client_contact: RuleClientContactTable
  rule_line: RuleLineTable
  rule_mailbox: RuleMailboxTable
  rule_month: RuleMonthTable
  rule_price: RulePriceTable
  schema_migration: SchemaMigrationTable
  second_factor: SecondFactorTable
  secret: SecretTable
  settled_client: SettledClientTable
  sii_issued: SiiIssuedTable
  statement_columns: StatementColumnsTable
  system_mail: SystemMailTable
  uf_value: UfValueTable
  unknown_answer: UnknownAnswerTable
  unusual_run: UnusualRunTable
  upload: UploadTable
  upload_cell: UploadCellTable
  upload_columns: UploadColumnsTable
  upload_look_up: UploadLookUpTable
  upload_order: UploadOrderTable
  upload_removed_row: UploadRemovedRowTable
  worker_clock: WorkerClockTable
  worker_request: WorkerRequestTable
}

export interface AppUserTable {
  id: Generated<number>
  email: string
  password_hash: string
  language: Generated<'es' | 'en'>
  activated_at: string | null
  created_at: string
  password_unproved: Generated<boolean>
}

export interface AttemptTable {
  organisation_id: number
  document_id: number
  number: number
  person_rut: string
  epoch: number
  worker: string
  highest_folio: number
  signed_folio: number | null
  pointed_folio: number | null
  intended_at: string
  deadline_at: string
  ended_at: string | null
  outcome: 'issued' | 'refused' | 'notSent' | 'uncertain' | 'absent' | null
  fenced_at: string | null
  looks: Generated<number>
  first_looked_at: string | null
  content: ColumnType<unknown, string | null | undefined, string | null>
  content_digest: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
}

export interface AttentionItemTable {
  organisation_id: number
  key: string
  first_seen_at: string
  mailed_at: string | null
  gone_at: string | null
}

export interface AttentionLookTable {
  organisation_id: number
  looked_at: string
}

export interface AuditEventTable {
  organisation_id: number
  id: Generated<number>
  at: string
  user_id: number | null
  kind: string
  subject: string
  data: ColumnType<unknown, string | undefined, string>
}

export interface AuthorisedPayerTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  client_rut: string
  payer_rut: string
  added_by: number
  added_at: string
}

export interface BankMovementTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  account: string
  statement_id: number
  day: string
  amount_clp: number
  operation: string
  ordinal: number
  payer_rut: string | null
  payer_name: Generated<string>
  description: Generated<string>
  reversal: 'reversed' | 'reversal' | 'doubtful' | 'alone' | null
  reversal_id: number | null
  maybe_id: number | null
  set_aside_at: string | null
  set_aside_by: number | null
  set_aside_why: 'notOfClient' | 'recorded' | null
}

export interface BankStatementTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  account: string
  file_name: string
  sha256: ColumnType<Buffer, Uint8Array, Uint8Array>
  first_day: string
  last_day: string
  movements: number
  added: number
  uploaded_by: number
  uploaded_at: string
}

export interface CalendarTable {
  only_one: Generated<boolean>
  holidays_version: string
}

export interface ChargeTable {
  organisation_id: number
  id: Generated<number>
  kind: 'document' | 'mail' | 'payment' | 'refund'
  document_id: number | null
  payment_id: number | null
  refund_id: number | null
  day: string
  price_uf: string | null
  uf_day: string | null
  rate_clp: string | null
  base_clp: number | null
  basis_points: number | null
  net_clp: number | null
  iva_clp: number | null
  total_clp: number | null
  charged_at: string
}

export interface ClientTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  rut: string
  name: string
  created_at: string
  looked_up_at: string | null
  name_is_written: Generated<boolean>
  due_days: number | null
  deleted_at: string | null
}

export interface ClientActivityTable {
  organisation_id: number
  id: Generated<number>
  client_id: number
  description: string
}

export interface ClientAddressTable {
  organisation_id: number
  id: Generated<number>
  client_id: number
  street_and_number: string
  commune: string
  city: Generated<string>
}

export interface CompanyTable {
  organisation_id: number
  id: Generated<number>
  facturator_id: number
  rut: string
  name: string
  giro: Generated<string>
  issuer_email: Generated<string>
  created_at: string
  refreshed_at: string | null
  issues_facturas: Generated<boolean>
  unused_numbers: Generated<number>
  signing_paused_until: string | null
}

export interface ContactTable {
  organisation_id: number
  id: Generated<number>
  client_id: number
  first_name: string
  last_name: Generated<string>
  gender: 'male' | 'female'
  email: string
  role: Generated<string>
  created_at: string
}

export interface ContactMessageTable {
  id: Generated<number>
  name: string
  email: string
  phone: string
  message: string
  language: 'es' | 'en'
  created_at: string
  request_digest: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
}

export interface DeliveryTable {
  organisation_id: number
  id: Generated<number>
  document_id: number
  purpose: 'document' | 'receipt' | 'reminder'
  email_account_id: number | null
  state: Generated<'queued' | 'sending' | 'sent' | 'bounced' | 'failed' | 'unknown'>
  reason:
    | 'mailboxMissing'
    | 'mailboxDisconnected'
    | 'noRecipients'
    | 'recipient'
    | 'message'
    | 'tooLarge'
    | 'policy'
    | 'rateLimited'
    | 'dailyLimit'
    | 'unavailable'
    | 'misconfigured'
    | 'answerLost'
    | 'cannotLook'
    | 'tooManyTries'
    | 'returned'
    | 'annulled'
    | 'annulmentUnderWay'
    | 'paymentUndone'
    | 'notDue'
    | 'late'
    | null
  subject_template: string
  body_template: string
  recipients: ColumnType<unknown, string, string>
  message_id: string | null
  subject: string | null
  body_html: string | null
  composed_at: string | null
  place: string | null
  size_bytes: number | null
  provider_id: string | null
  tries: Generated<number>
  looks: Generated<number>
  next_try_at: string | null
  created_at: string
  sent_at: string | null
  viewed_at: string | null
  return_looks: Generated<number>
  next_return_look_at: string | null
  nth: Generated<number>
  is_last: Generated<boolean>
  claim: Generated<number>
  despite_annulment: Generated<boolean>
  left_at: string | null
  payment_id: number | null
}

export interface DigestTable {
  organisation_id: number
  period: 'day' | 'week'
  first_day: string
  last_day: string
  issued: number
  issued_clp: number
  mails_sent: number
  mails_failed: number
  failed: number
  waiting: number
  ahead: number
  made_at: string
  told_at: string | null
}

export interface DocumentTable {
  organisation_id: number
  id: Generated<number>
  key: string
  revision: Generated<number>
  kind: 'factura' | 'boletaHonorarios' | 'notaCredito'
  company_id: number
  rule_id: number | null
  occurrence_id: number | null
  client_id: number | null
  person_rut: string
  recipient_rut: string
  recipient_name: string
  emission_day: string
  issue_day: string | null
  service_month: string
  state:
    | 'planned'
    | 'waiting'
    | 'needs_data'
    | 'queued'
    | 'issuing'
    | 'uncertain'
    | 'issued'
    | 'failed'
    | 'skipped'
    | 'annulled'
  reason: string | null
  reason_text: string | null
  content: ColumnType<unknown, string | null | undefined, string | null>
  content_digest: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  total_clp: number | null
  wait_until: string | null
  next_try_at: string | null
  tries: Generated<number>
  folio: number | null
  portal_code: string | null
  issued_how: 'answered' | 'reconciled' | 'person' | null
  issued_at: string | null
  files_state: Generated<'none' | 'wanted' | 'stored'>
  created_at: string
  updated_at: string
  sii_retention_clp: number | null
  annulment: 'wanted' | 'sent' | null
  annulment_cause: number | null
  annulment_tries: Generated<number>
  nota_of: number | null
  nota_code: 1 | 2 | 3 | null
  told_folio: number | null
  nota_is_mailed: Generated<boolean>
  confirmed_day: string | null
  approved_total_clp: number | null
  unused_numbers: Generated<number>
  upload_id: number | null
}

export interface DocumentEventTable {
  organisation_id: number
  document_id: number
  seq: number
  at: string
  kind: string
  worker: string
  epoch: number | null
  data: ColumnType<unknown, string, string>
  previous_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  hash: ColumnType<Buffer, Uint8Array, Uint8Array>
}

export interface DocumentFileTable {
  organisation_id: number
  document_id: number
  kind: 'pdf' | 'xml'
  bytes: ColumnType<Buffer, Uint8Array, Uint8Array>
  sha256: ColumnType<Buffer, Uint8Array, Uint8Array>
  stored_at: string
}

export interface DocumentLinkTable {
  organisation_id: number
  id: Generated<number>
  document_id: number
  purpose: 'mail' | 'share'
  seed: ColumnType<Buffer, Uint8Array, Uint8Array>
  token_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  created_at: string
  revoked_at: string | null
  first_viewed_at: string | null
  last_viewed_at: string | null
  views: Generated<number>
}

export interface EmailAccountTable {
  organisation_id: number
  id: Generated<number>
  provider: 'google' | 'microsoft'
  address: string
  full_name: Generated<string>
  signature: Generated<string>
  state: Generated<'connected' | 'disconnected'>
  disconnect_reason: 'revoked' | 'scopeMissing' | 'disabled' | null
  disconnected_at: string | null
  token_secret_id: number
  next_send_at: string | null
  connected_at: string
  created_at: string
}

export interface EmailChangeTable {
  id: Generated<number>
  user_id: number
  session_id: string | null
  old_email: string
  new_email: string
  requested_at: string
  confirmed_at: string | null
  undone_at: string | null
}

export interface FacturatorTable {
  organisation_id: number
  id: Generated<number>
  label: string
  person_rut: string
  clave_secret_id: number | null
  clave_state: Generated<'valid' | 'rejected' | 'absent'>
  certificate_state: Generated<'unknown' | 'none' | 'centralized'>
  certificate_secret_id: number | null
  certificate_password_state: Generated<'absent' | 'unverified' | 'verified' | 'rejected'>
  created_at: string
  refreshed_at: string | null
  certificate_checked_at: string | null
  swept_at: string | null
  sweep_tried_at: string | null
  sweep_tries: Generated<number>
  refresh_tried_at: string | null
  refresh_tries: Generated<number>
  certificate_refusals: Generated<number>
  certificate_refused_at: string | null
  reactions_read_at: string | null
  reactions_tried_at: string | null
  reactions_tries: Generated<number>
}

export interface IdempotencyKeyTable {
  organisation_id: number
  key: string
  request_digest: ColumnType<Buffer, Uint8Array, Uint8Array>
  status: number | null
  reply: string | null
  created_at: string
}

export interface InstallationTable {
  only_one: Generated<boolean>
  environment: 'demonstration' | 'real'
  created_at: string
}

export interface InvoiceRuleTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  kind: 'factura' | 'boletaHonorarios'
  name: string
  issuer_address_id: number | null
  issuer_activity_id: number | null
  issuer_email: Generated<string>
  business_day_rule: 'EXACT' | 'FIRST_BUSINESS' | 'LAST_DAY' | 'LAST_BUSINESS'
  day_of_month: number | null
  month_offset: Generated<-1 | 0 | 1>
  start_day: string
  uf_rate_type: Generated<'PREV_MONTH_CLOSE' | 'DAY_OF'>
  send_email_automatic: Generated<boolean>
  email_account_id: number | null
  email_subject_template: Generated<string>
  email_body_template: Generated<string>
  is_paused: Generated<boolean>
  next_emission_day: string | null
  plan_again_at: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
  withholder: 'recipient' | 'issuer' | null
  catch_up: Generated<'notify' | 'issue_today' | 'skip'>
  end_day: string | null
  most_emissions: number | null
  needs_approval: Generated<boolean>
  paused_at: string | null
  due_days: number | null
  request_key: string | null
  request_digest: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  service_month: string | null
  due_day: string | null
}

export interface IssuerActivityTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  code: string
  description: string
}

export interface IssuerAddressTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  street_and_number: string
  commune: string
  city: Generated<string>
  branch_code: Generated<string>
}

export interface IssuingStopTable {
  organisation_id: number
  id: Generated<number>
  company_id: number | null
  upload_id: number | null
  stopped_by: number
  stopped_at: string
}

export interface KnownPlaceTable {
  user_id: number
  place_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  seen_at: string
}

export interface LoginSessionTable {
  id: string
  user_id: number
  organisation_id: number
  created_at: string
  ended_at: string | null
  ended_reason: 'logout' | 'reuse' | 'password' | 'expired' | 'closed' | null
  proved_at: string | null
  browser: Generated<string>
  system: Generated<string>
  last_used_at: string | null
  used_token_at: string | null
}

export interface LookUpDayTable {
  organisation_id: number
  day: string
  requested: number
}

export interface MailPreferenceTable {
  user_id: number
  kind:
    | 'newSignIn'
    | 'monthlyValues'
    | 'checkFailed'
    | 'documentUncertain'
    | 'mailboxDisconnected'
    | 'issuedToday'
    | 'weeklyDigest'
    | 'paymentReceived'
  is_on: boolean
  changed_at: string
}

export interface MailRevocationTable {
  organisation_id: number
  secret_id: number
  provider: 'google' | 'microsoft'
  next_try_at: string
  tries: Generated<number>
  address: string | null
}

export interface MatchRequestTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
}

export interface MembershipTable {
  organisation_id: number
  user_id: number
  role: 'owner'
  active_facturator_id: number | null
  created_at: string
}

export interface MonthlyAskTable {
  organisation_id: number
  rule_id: number
  period: string
  asked_at: string
}

export interface MonthlyValueTable {
  organisation_id: number
  rule_id: number
  period: string
  client_id: number
  position: number
  product_id: number
  quantity: string | null
  price: string | null
  saved_at: string
}

export interface MovementMatchTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  movement_id: number
  payment_id: number
  how: 'automatic' | 'person' | 'recorded'
  matched_by: number | null
  matched_at: string
  maybe_payment_id: number | null
  kept_at: string | null
  kept_by: number | null
  undone_at: string | null
  undone_by: number | null
}

export interface MovementRefusalTable {
  organisation_id: number
  id: Generated<number>
  movement_id: number
  document_id: number | null
  payment_id: number | null
  refused_by: number
  refused_at: string
  taken_back_at: string | null
  taken_back_by: number | null
}

export interface NoticeTable {
  organisation_id: number
  key: string
  told_at: string
}

export interface OauthAttemptTable {
  state_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  organisation_id: number
  user_id: number
  provider: 'google' | 'microsoft'
  return_path: string
  hint: string | null
  created_at: string
  expires_at: string
  used_at: string | null
  large_files: Generated<boolean>
  session_id: string | null
}

export interface OccurrenceTable {
  organisation_id: number
  id: Generated<number>
  rule_id: number
  period: string
  emission_day: string
  service_month: string
  created_at: string
}

export interface OneTimeTokenTable {
  token_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  user_id: number
  purpose: 'activation' | 'recovery'
  created_at: string
  expires_at: string
  used_at: string | null
}

export interface OperatorSwitchTable {
  only_one: Generated<boolean>
  stopped_at: string | null
  portal_paused_until: string | null
}

export interface OrganisationTable {
  id: Generated<number>
  name: string
  created_at: string
  closed_at: string | null
  kept_until: string | null
  blocked_at: string | null
}

export interface PayerAccessTable {
  organisation_id: number
  id: Generated<number>
  link_id: number
  contact_id: number
  address_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  browser_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  seed: ColumnType<Buffer, Uint8Array, Uint8Array>
  asked_at: string
  tries: Generated<number>
  opened_at: string | null
}

export interface PaymentTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  day: string
  amount_clp: number
  way: 'transfer' | 'card' | 'cash' | 'cheque' | 'other'
  source: 'person' | 'declaration' | 'statement' | 'provider'
  note: Generated<string>
  recorded_by: number | null
  recorded_at: string
  corrects_id: number | null
  undone_at: string | null
  undone_by: number | null
  wants_receipt: Generated<boolean>
}

export interface PaymentAttemptTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  connection_id: number
  order_id: string
  provider: 'transbank' | 'khipu' | 'fintoc' | 'mercadoPago'
  mode: 'live' | 'test'
  amount_clp: number
  link_id: number
  provider_ref: string | null
  payment_ref: string | null
  redirect: ColumnType<unknown, string | null | undefined, string | null>
  state:
    | 'created'
    | 'pending'
    | 'succeeded'
    | 'failed'
    | 'cancelled'
    | 'expired'
    | 'mismatch'
    | 'notOwed'
  provider_status: Generated<string>
  method: ColumnType<unknown, string | null | undefined, string | null>
  started_at: string
  expires_at: string
  returned: 'normal' | 'annulled' | 'timedOut' | 'formError' | null
  is_verifying: Generated<boolean>
  is_checking: GeneratedAlways<boolean>
  ended_at: string | null
  payment_id: number | null
  claimed_until: string | null
  poll_at: string | null
}

export interface PaymentAttemptShareTable {
  organisation_id: number
  attempt_id: number
  document_id: number
  provider: string
  amount_clp: number
  is_open: Generated<boolean>
}

export interface PaymentConnectionTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  public_id: Generated<string>
  provider: 'transbank' | 'khipu' | 'fintoc' | 'mercadoPago'
  mode: 'live' | 'test'
  account: ColumnType<unknown, string, string>
  secret_id: number | null
  created_by: number
  created_at: string
  tested_at: string | null
  test_outcome:
    | 'ok'
    | 'unauthorised'
    | 'otherAccount'
    | 'otherMode'
    | 'otherCountry'
    | 'unavailable'
    | null
  told_holder_rut: string | null
  is_offered: Generated<boolean>
  ended_at: string | null
  ended_by: number | null
}

export interface PaymentDeclarationTable {
  organisation_id: number
  id: Generated<number>
  document_id: number
  payer_key: Generated<string>
  amount_clp: number
  day: string
  note: Generated<string>
  voucher: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  voucher_type: string | null
  voucher_of: number | null
  declared_at: string
  corrects_id: number | null
  state: Generated<'open' | 'confirmed' | 'rejected' | 'replaced'>
  payment_id: number | null
  decided_at: string | null
  decided_by: number | null
}

export interface PaymentNoticeTable {
  organisation_id: number
  id: Generated<number>
  connection_id: number
  event_key: string
  trust: 'authentic' | 'stale'
  refs: ColumnType<unknown, string, string>
  headers: ColumnType<unknown, string, string>
  raw_body: ColumnType<Buffer, Uint8Array, Uint8Array>
  received_at: string
  next_try_at: string | null
  tries: Generated<number>
  processed_at: string | null
  outcome: string | null
  shortened_at: string | null
}

export interface PaymentQuestionTable {
  organisation_id: number
  id: Generated<number>
  attempt_id: number
  kind: 'mismatch' | 'disputed' | 'chargedBack' | 'unread' | 'refundUnseen' | 'markedPaid'
  payment_ref: string
  about: ColumnType<unknown, string, string>
  asked_at: string
  answered_at: string | null
  answered_by: number | null
  over_at: string | null
}

export interface PaymentRefundTable {
  organisation_id: number
  id: Generated<number>
  payment_id: number
  document_id: number
  day: string
  amount_clp: number
  source: 'person' | 'provider'
  note: Generated<string>
  recorded_by: number | null
  recorded_at: string
  undone_at: string | null
  undone_by: number | null
}

export interface PaymentRefundOrderTable {
  organisation_id: number
  id: Generated<number>
  attempt_id: number
  payment_id: number
  document_id: number
  amount_clp: number
  refund_id: string
  before_clp: number
  state: 'asked' | 'pending' | 'unseen' | 'done' | 'refused'
  refund_ref: string | null
  reason: string | null
  ordered_by: number
  ordered_at: string
  ended_at: string | null
  poll_at: string | null
  silent_since: string | null
}

export interface PaymentShareTable {
  organisation_id: number
  payment_id: number
  document_id: number
  amount_clp: number
}

export interface PaymentTermsTable {
  organisation_id: number
  company_id: number
  first_day: string | null
  allows_partial: Generated<boolean>
  due_days: Generated<number>
  bank: string | null
  account_type: 'corriente' | 'vista' | 'rut' | 'ahorro' | null
  account_number: string | null
  holder_name: string | null
  holder_rut: string | null
  notice_email: string | null
  updated_at: string
}

export interface PaymentTrialTable {
  organisation_id: number
  connection_id: number
  order_id: string
  amount_clp: number
  provider_ref: string
  state: 'pending' | 'succeeded' | 'failed' | 'cancelled' | 'expired' | 'mismatch'
  returned: 'normal' | 'annulled' | 'timedOut' | 'formError' | null
  started_at: string
  expires_at: string
  claimed_until: string | null
}

export interface PortalNotaTable {
  organisation_id: number
  company_id: number
  folio: number
  recipient_rut: string
  issue_day: string
  total_clp: number
  tried_at: string | null
  about: ColumnType<unknown, string | null | undefined, string | null>
}

export interface PortalPersonTable {
  person_rut: string
  epoch: Generated<number>
  lease_worker: string | null
  lease_until: string | null
  last_login_at: string | null
  paused_until: string | null
  pause_reason: string | null
  session_organisation_id: number | null
  session_secret_id: number | null
  session_epoch: number | null
  stopped_at: string | null
  throttled_at: string | null
  served_at: string | null
  asked_until: string | null
  session_dies_at: string | null
  throttled_organisation_id: number | null
  session_closing_since: string | null
  earlier_sessions_die_at: Generated<string[]>
  session_closing_failed_at: string | null
}

export interface ProductTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  code: Generated<string>
  name: string
  unit_price: string
  currency: 'CLP' | 'UF'
  created_at: string
}

export interface ProviderPaymentTable {
  organisation_id: number
  attempt_id: number
  payment_ref: string
  payment_id: number
  method: ColumnType<unknown, string | null | undefined, string | null>
}

export interface ReceivableTable {
  organisation_id: number
  document_id: number
  company_id: number
  client_rut: string
  base_clp: number
  due_day: string
  closes_day: string
  taken_back_clp: Generated<number>
  is_annulled: Generated<boolean>
  paid_clp: Generated<number>
  refunded_clp: Generated<number>
  declared_clp: Generated<number>
  created_at: string
  agreed_excess_clp: Generated<number>
}

export interface ReceiverEventTable {
  organisation_id: number
  document_id: number
  kind: 'accepted' | 'receipt' | 'claimed' | 'paid' | 'other'
  code: string
  claim: 'content' | 'partial' | 'total' | null
  text: string
  day: string | null
  seen_at: string
}

export interface ReceiverReactionTable {
  organisation_id: number
  document_id: number
  state: 'none' | 'accepted' | 'receipt' | 'claimed' | 'tacit' | 'paid' | 'other' | null
  claim: 'content' | 'partial' | 'total' | null
  received_day: string | null
  read_at: string
  is_final: Generated<boolean>
  settled_at: string | null
  settled_by: number | null
}

export interface RecoveryCodeTable {
  organisation_id: number
  user_id: number
  code_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  used_at: string | null
}

export interface RefreshTokenTable {
  token_hash: ColumnType<Buffer, Uint8Array, Uint8Array>
  session_id: string
  created_at: string
  expires_at: string
  replaced_at: string | null
  parent_hash: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
}

export interface RefusedClaveTable {
  person_rut: string
  id: Generated<number>
  organisation_id: number
  at: string
}

export interface RegisterEntryTable {
  organisation_id: number
  company_id: number
  month: string
  side: 'sales' | 'purchases'
  position: number
  tipo_dte: number | null
  folio: number | null
  counterpart_rut: string | null
  counterpart_name: string
  issue_day: string
  total_clp: number
  documents: number
}

export interface RegisterMonthTable {
  organisation_id: number
  company_id: number
  month: string
  read_at: string | null
  wanted_at: string | null
  tried_at: string | null
  is_whole: Generated<boolean>
  uncounted: Generated<number[]>
  is_rough: Generated<boolean>
}

export interface RegisterReadingTable {
  organisation_id: number
  company_id: number
  next_try_at: string | null
  tries: Generated<number>
  trouble: 'clave' | 'portal' | 'asks' | null
  taken_at: string | null
  sales_route: string | null
  purchases_route: string | null
  busy_until: string | null
  throttled_at: string | null
}

export interface ReminderTable {
  organisation_id: number
  document_id: number
  due_day: string
  step: 'before' | 'dueDay' | 'after7' | 'after15'
  delivery_id: number
}

export interface ReminderMailTable {
  organisation_id: number
  company_id: number
  client_rut: string
  client_key: string
  day: string
  part: Generated<number>
  delivery_id: number
}

export interface ReminderMuteTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  client_rut: string | null
  document_id: number | null
  muted_at: string
  muted_by: number | null
}

export interface ReminderSettingTable {
  organisation_id: number
  company_id: number
  first_due_day: string
  enabled_at: string
  enabled_by: number
}

export interface RuleClientTable {
  organisation_id: number
  rule_id: number
  client_id: number
  position: number
  address_id: number | null
  activity_id: number | null
  contact_name: Generated<string>
  contact_rut: string | null
}

export interface RuleClientContactTable {
  organisation_id: number
  rule_id: number
  client_id: number
  contact_id: number
  copy: 'to' | 'cc'
}

export interface RuleLineTable {
  organisation_id: number
  rule_id: number
  position: number
  product_id: number | null
  own_name: string | null
  own_code: string | null
  own_currency: 'CLP' | 'UF' | null
  quantity: string | null
  price: string | null
  quantity_is_fixed: Generated<boolean>
  price_is_fixed: Generated<boolean>
}

export interface RuleMailboxTable {
  organisation_id: number
  rule_id: number
  position: number
  copy: 'to' | 'cc'
  address: string
}

export interface RuleMonthTable {
  organisation_id: number
  rule_id: number
  period: string
  is_skipped: boolean
  emission_day: string | null
}

export interface RulePriceTable {
  organisation_id: number
  rule_id: number
  position: number
  from_period: string
  price: string
}

export interface SchemaMigrationTable {
  name: string
  checksum: string
  applied_at: Generated<string>
}

export interface SecondFactorTable {
  organisation_id: number
  user_id: number
  secret_id: number
  confirmed_at: string | null
  last_step: number | null
  created_at: string
}

export interface SecretTable {
  organisation_id: number
  id: Generated<number>
  kind: 'clave' | 'certificatePassword' | 'portalSession' | 'totp' | 'mailToken' | 'paymentKeys'
  key_id: string
  wrapped_key: ColumnType<Buffer, Uint8Array, Uint8Array>
  sealed: ColumnType<Buffer, Uint8Array, Uint8Array>
  created_at: string
}

export interface SettledClientTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  client_rut: string
  through_day: string
  said_by: number
  said_at: string
}

export interface SiiIssuedTable {
  organisation_id: number
  company_id: number
  kind: 'factura' | 'boletaHonorarios' | 'notaCredito'
  folio: number
  recipient_rut: string | null
  issue_day: string
  total_clp: number
  is_annulled: Generated<boolean>
  document_id: number | null
  twin_of: number | null
  first_seen_at: string
  annulled_by: number | null
  lowered_clp: Generated<number>
}

export interface StatementColumnsTable {
  organisation_id: number
  company_id: number
  headings: string
  columns: ColumnType<unknown, string, string>
  answered_by: number
  answered_at: string
}

export interface SystemMailTable {
  id: Generated<number>
  user_id: number | null
  template:
    | 'activation'
    | 'recovery'
    | 'passwordChanged'
    | 'accountClosed'
    | 'newSignIn'
    | 'contactReceived'
    | 'contactMessage'
    | 'monthlyValues'
    | 'checkFailed'
    | 'documentUncertain'
    | 'mailboxDisconnected'
    | 'issuedToday'
    | 'weeklyDigest'
    | 'emailConfirm'
    | 'emailChanged'
    | 'emailUndone'
    | 'attention'
    | 'termsChanged'
    | 'secondFactorSet'
    | 'secondFactorRemoved'
    | 'paymentAccount'
    | 'paymentRefund'
    | 'paymentConnection'
    | 'paymentConnectionOffered'
    | 'paymentConnectionEnded'
    | 'paymentReceived'
    | 'payerCode'
    | 'statementPayments'
  language: string
  recipient: string
  data: ColumnType<unknown, string | null | undefined, string | null>
  created_at: string
  next_try_at: string | null
  tries: Generated<number>
  sent_at: string | null
  failed_at: string | null
  begun_at: string | null
}

export interface UfValueTable {
  day: string
  value: string
  source: string
  fetched_at: string
}

export interface UnknownAnswerTable {
  place: 'login' | 'portal' | 'send'
  kind: 'unknownPage' | 'portalChanged' | 'refused'
  form: string
  count: Generated<number>
  first_seen_at: string
  last_seen_at: string
}

export interface UnusualRunTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  day: string
  documents: number
  usual: number
  decided_at: string
  approved_by: number | null
  approved_at: string | null
}

export interface UploadTable {
  organisation_id: number
  id: Generated<number>
  company_id: number
  file_name: string
  bytes: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  sha256: ColumnType<Buffer, Uint8Array, Uint8Array>
  content_sha256: ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
  answer: ColumnType<unknown, string | null | undefined, string | null>
  revision: Generated<number>
  documents: Generated<number>
  valid: Generated<number>
  faults: Generated<number>
  uploaded_by: number
  uploaded_at: string
  forgotten_at: string | null
}

export interface UploadCellTable {
  organisation_id: number
  upload_id: number
  row_number: number
  role: string
  typed: string
  typed_by: number
  typed_at: string
}

export interface UploadColumnsTable {
  organisation_id: number
  company_id: number
  headings: string
  columns: ColumnType<unknown, string, string>
  answered_by: number
  answered_at: string
}

export interface UploadLookUpTable {
  organisation_id: number
  upload_id: number
  rut: string
  state: Generated<'waiting' | 'found' | 'failed'>
  reason: 'unknown' | 'clave' | 'asks' | 'paused' | 'portal' | 'limit' | null
  tries: Generated<number>
  next_try_at: string | null
  claimed_at: string | null
  asked_by: number
  asked_at: string
  settled_at: string | null
}

export interface UploadOrderTable {
  organisation_id: number
  upload_id: number
  group_key: string
  id: Generated<number>
  revision: Generated<number>
  company_id: number
  position: number
  state: 'ordering' | 'made' | 'refused' | 'cancelled'
  content: ColumnType<unknown, string | null | undefined, string | null>
  issue_day: string
  document_id: number | null
  fault: string | null
  next_try_at: string | null
  ordered_by: number
  ordered_at: string
}

export interface UploadRemovedRowTable {
  organisation_id: number
  upload_id: number
  row_number: number
  removed_by: number
  removed_at: string
}

export interface WorkerClockTable {
  worker: string
  skew_ms: number
  seen_at: string
}

export interface WorkerRequestTable {
  organisation_id: number
  id: string
  name: string
  key_id: string
  wrapped_key: ColumnType<Buffer, Uint8Array, Uint8Array>
  sealed: ColumnType<Buffer, Uint8Array, Uint8Array>
  created_at: string
  expires_at: string
  taken_at: string | null
  answered_at: string | null
  has_failed: Generated<boolean>
  answer: string | null
}
