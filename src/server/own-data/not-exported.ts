import type { Schema } from '../db/schema.ts'

/** The tenants' other tables, and why. A new table is in this list or in the exported one. */
export const NOT_EXPORTED: Partial<Record<keyof Schema, string>> = {
  document_file: 'leaves as the files themselves',
  secret: 'what is sealed never leaves',
  second_factor: 'points at what is sealed',
  recovery_code: 'opens the account',
  mail_revocation: 'permissions on their way back',
  oauth_attempt: 'a try of ten minutes',
  statement_columns: 'how the columns of banks are called: no data of anybody',
  upload_columns: 'how the columns of files are called: no data of anybody',
  look_up_day: 'how many clients were looked up on the last day: no data of anybody',
  payer_access: "a browser's permission of half an hour, and the code it is asked with",
  payment_trial:
    'a payment of nothing by a test account; that it was made is in the record of acts',
  payment_notice:
    'what providers notified, whole for 30 days and then without who paid; what came of it is there',
  idempotency_key:
    'answers kept 30 days to be repeated: of rows that are here, or a month ago were; of a contact as it is now',
  match_request: 'that movements are to be matched again; what came of it is there',
  worker_request: 'what a page asks of the part that enters the SII, for seconds',
  register_reading: 'how the reading of the registers goes; what it brought is there',
  monthly_ask: 'that a mail was sent; the values it asked for are there',
  notice: 'that a mail was sent; what it was about is there',
  attention_item: 'which mail told what waits; what it was about is there',
  attention_look: 'when it was looked whether anything waits',
  refused_clave: 'counted by person over all organisations',
  portal_person: 'a person at the SII, whoever connected them',
}
