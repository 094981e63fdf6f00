import { PAYMENT_FAULT_MUTANTS } from './payments/faults.ts'
import { ACCESS_MUTANTS } from './users/access.ts'
import { ACTIONS_MUTANTS } from './documents/actions.ts'
import { ALIKE_MUTANTS } from './documents/alike.ts'
import { ATTENTION_MUTANTS } from './attention.ts'
import { COURSE_MUTANTS } from './course.ts'
import { DEPARTURE_MUTANTS } from './documents/departure.ts'
import { DOMAIN_MUTANTS } from './domain.ts'
import { LEASE_MUTANTS } from './facturators/lease.ts'
import { SESSION_MUTANTS } from './facturators/session.ts'
import { FREEZE_MUTANTS } from './documents/freeze.ts'
import { IDLE_PASS_MUTANTS } from './documents/idle-pass.ts'
import { ISSUE_MUTANTS } from './documents/issue.ts'
import { ISSUED_MUTANTS } from './documents/issued.ts'
import { KEY_MUTANTS } from './keys.ts'
import { LATE_MUTANTS } from './documents/late.ts'
import { NOTAS_OF_FACTURAS_MUTANTS } from './documents/portal/notas-of-facturas.ts'
import { DOCUMENTS_AT_ONCE_MUTANTS } from './documents/at-once.ts'
import { ONE_OFF_MUTANTS } from './documents/one-off.ts'
import { OUTSIDE_NOTA_MUTANTS } from './documents/portal/outside-nota.ts'
import { AFTERMATH_MUTANTS } from './payments/later/aftermath.ts'
import { ATTEMPT_MUTANTS } from './payments/attempts.ts'
import { BAD_INPUT_MUTANTS } from './payments/bad-input.ts'
import { CHARGES_MUTANTS } from './payments/charges.ts'
import { PAYMENT_CLIENTS_MUTANTS } from './payments/clients.ts'
import { CONNECTION_MUTANTS } from './payments/connections.ts'
import { DECLARATION_MUTANTS } from './payments/declarations.ts'
import { ENDED_MUTANTS } from './payments/later/ended.ts'
import { FOLLOWING_MUTANTS } from './payments/following.ts'
import { SHOWN_MUTANTS } from './payments/shown.ts'
import { PAYMENT_MONEY_MUTANTS } from './payments/money.ts'
import { PAYMENT_PROOF_MUTANTS } from './payments/proof.ts'
import { ONLINE_STATEMENT_MUTANTS } from './payments/statements/online-statements.ts'
import { SHARED_RUT_MUTANTS } from './deliveries/shared-rut.ts'
import { RECEIPT_MUTANTS } from './payments/receipts.ts'
import { REFUND_UNSEEN_MUTANTS } from './payments/later/refund-unseen.ts'
import { REMINDER_MUTANTS } from './deliveries/reminders.ts'
import { NOT_OWED_MUTANTS } from './payments/not-owed.ts'
import { POLLING_MUTANTS } from './payments/polling.ts'
import { PAYMENT_SCHEMA_MUTANTS } from './payments/schema.ts'
import { TRIAL_MUTANTS } from './payments/trials.ts'
import { TOGETHER_MUTANTS } from './payments/together.ts'
import { PLAN_MUTANTS } from './documents/plan.ts'
import { PORTAL_MUTANTS } from './documents/portal/step.ts'
import { QUEUE_MUTANTS } from './documents/queue.ts'
import { REACTION_MUTANTS } from './reactions.ts'
import { RECONCILE_MUTANTS } from './documents/reconcile.ts'
import { REPEATED_MUTANTS } from './documents/repeated.ts'
import { RULE_ACTIONS_MUTANTS } from './rules/actions.ts'
import { RULES_AT_ONCE_MUTANTS } from './rules/at-once.ts'
import { SAVING_MUTANTS } from './rules/saving.ts'
import { STORING_MUTANTS } from './rules/storing.ts'
import { TERMS_MUTANTS } from './users/terms.ts'
import { MOVEMENT_MUTANTS } from './payments/statements/movements.ts'
import { OTHER_ACCOUNT_MUTANTS } from './payments/statements/other-accounts.ts'
import { STATEMENT_DOUBT_MUTANTS } from './payments/statements/statement-doubts.ts'
import { STATEMENT_MUTANTS } from './payments/statements/statement.ts'
import { SETTLED_CLIENT_MUTANTS } from './payments/statements/settled-clients.ts'
import { TAKEN_BACK_MUTANTS } from './payments/statements/taken-back.ts'
import { RECORDED_SUM_MUTANTS } from './payments/statements/recorded-sums.ts'
import { TRAIL_MUTANTS } from './documents/trail.ts'
import { UPLOAD_CHOICE_MUTANTS } from './upload-choice.ts'
import { UPLOAD_AGAIN_MUTANTS } from './upload-again.ts'
import { UPLOAD_ORDER_MUTANTS } from './upload-orders.ts'
import { UPLOAD_PACE_MUTANTS } from './upload-pace.ts'
import { UPLOAD_PROGRESS_MUTANTS } from './upload-progress.ts'
import { UPLOAD_READING_MUTANTS } from './upload-reading.ts'
import { DIRECTORY_MUTANTS } from './directory.ts'
import { UPLOAD_MUTANTS } from './uploads.ts'
import { WATCHED_MUTANTS } from './watched.ts'
import { UNKNOWN_SENTENCE_MUTANTS } from './documents/portal/unknown-sentence.ts'
import type { Mutant, TestedMutant } from './mutant.ts'
import { WORLD_MUTANTS } from './worlds.ts'

/** Every planted fault that a test catches: a new list is added here. */
export const TESTED_MUTANTS: readonly TestedMutant[] = [
  ...ACCESS_MUTANTS,
  ...ACTIONS_MUTANTS,
  ...AFTERMATH_MUTANTS,
  ...ALIKE_MUTANTS,
  ...ATTENTION_MUTANTS,
  ...CHARGES_MUTANTS,
  ...COURSE_MUTANTS,
  ...DEPARTURE_MUTANTS,
  ...DOMAIN_MUTANTS,
  ...FREEZE_MUTANTS,
  ...IDLE_PASS_MUTANTS,
  ...ISSUE_MUTANTS,
  ...ISSUED_MUTANTS,
  ...KEY_MUTANTS,
  ...LATE_MUTANTS,
  ...LEASE_MUTANTS,
  ...NOTAS_OF_FACTURAS_MUTANTS,
  ...DOCUMENTS_AT_ONCE_MUTANTS,
  ...ONE_OFF_MUTANTS,
  ...OUTSIDE_NOTA_MUTANTS,
  ...ATTEMPT_MUTANTS,
  ...BAD_INPUT_MUTANTS,
  ...POLLING_MUTANTS,
  ...NOT_OWED_MUTANTS,
  ...PAYMENT_CLIENTS_MUTANTS,
  ...CONNECTION_MUTANTS,
  ...PAYMENT_FAULT_MUTANTS,
  ...TRIAL_MUTANTS,
  ...PAYMENT_MONEY_MUTANTS,
  ...PAYMENT_SCHEMA_MUTANTS,
  ...DECLARATION_MUTANTS,
  ...ENDED_MUTANTS,
  ...FOLLOWING_MUTANTS,
  ...SHOWN_MUTANTS,
  ...PAYMENT_PROOF_MUTANTS,
  ...ONLINE_STATEMENT_MUTANTS,
  ...RECEIPT_MUTANTS,
  ...SHARED_RUT_MUTANTS,
  ...REFUND_UNSEEN_MUTANTS,
  ...REMINDER_MUTANTS,
  ...PLAN_MUTANTS,
  ...PORTAL_MUTANTS,
  ...QUEUE_MUTANTS,
  ...REACTION_MUTANTS,
  ...RECONCILE_MUTANTS,
  ...REPEATED_MUTANTS,
  ...RULE_ACTIONS_MUTANTS,
  ...RULES_AT_ONCE_MUTANTS,
  ...SAVING_MUTANTS,
  ...STORING_MUTANTS,
  ...SESSION_MUTANTS,
  ...TERMS_MUTANTS,
  ...TOGETHER_MUTANTS,
  ...STATEMENT_DOUBT_MUTANTS,
  ...STATEMENT_MUTANTS,
  ...MOVEMENT_MUTANTS,
  ...RECORDED_SUM_MUTANTS,
  ...TAKEN_BACK_MUTANTS,
  ...SETTLED_CLIENT_MUTANTS,
  ...OTHER_ACCOUNT_MUTANTS,
  ...TRAIL_MUTANTS,
  ...UNKNOWN_SENTENCE_MUTANTS,
  ...DIRECTORY_MUTANTS,
  ...UPLOAD_MUTANTS,
  ...UPLOAD_READING_MUTANTS,
  ...UPLOAD_CHOICE_MUTANTS,
  ...UPLOAD_AGAIN_MUTANTS,
  ...UPLOAD_ORDER_MUTANTS,
  ...UPLOAD_PACE_MUTANTS,
  ...UPLOAD_PROGRESS_MUTANTS,
  ...WATCHED_MUTANTS,
]

export const MUTANTS: readonly Mutant[] = [...WORLD_MUTANTS, ...TESTED_MUTANTS]
