import type { Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'

export type Template = Selectable<Schema['system_mail']>['template']

/** Every mail of the product, as previews show them; what each says is in the texts. */
export const templates = [
  'activation',
  'recovery',
  'passwordChanged',
  'secondFactorSet',
  'secondFactorRemoved',
  'emailConfirm',
  'emailChanged',
  'emailUndone',
  'accountClosed',
  'termsChanged',
  'newSignIn',
  'contactReceived',
  'contactMessage',
  'monthlyValues',
  'checkFailed',
  'documentUncertain',
  'attention',
  'paymentAccount',
  'paymentRefund',
  'paymentConnection',
  'paymentConnectionOffered',
  'paymentConnectionEnded',
  'paymentReceived',
  'statementPayments',
  'payerCode',
  'mailboxDisconnected',
  'issuedToday',
  'weeklyDigest',
] as const satisfies readonly Template[]

/** Those that a user may turn off; the others are part of having an account, or of having written to us. */
export const mailKinds = [
  'newSignIn',
  'monthlyValues',
  'checkFailed',
  'documentUncertain',
  'paymentReceived',
  'mailboxDisconnected',
  'issuedToday',
  'weeklyDigest',
] as const satisfies readonly Template[]

export type MailKind = (typeof mailKinds)[number]

/** Sent without anything being asked of the reader: one click ends them (RFC 8058). */
export const DIGESTS: readonly Template[] = ['issuedToday', 'weeklyDigest']

/** Leaves at most once: after its intent nothing sends it again, whatever became of it (docs/decisions/0015). */
export function isSentOnce(template: Template): boolean {
  return ['attention', 'paymentReceived', 'statementPayments'].includes(template)
}

/** What switches a mail off: one switch for both that tell of money that came. */
export function mailKind(text: string): MailKind | null {
  const name = text === 'statementPayments' ? 'paymentReceived' : text
  return mailKinds.find((kind) => kind === name) ?? null
}

/** About an account's own access: their links are made when they leave. */
export type AccountMail =
  | 'activation'
  | 'recovery'
  | 'passwordChanged'
  | 'emailConfirm'
  | 'emailChanged'
  | 'emailUndone'

type WithoutButton = 'accountClosed' | 'contactMessage' | 'emailUndone' | 'payerCode'

/** Nothing is left to do for who reads it, or it is done on a page that is open already. */
export function hasNoButton(template: Template): template is WithoutButton {
  return ['accountClosed', 'contactMessage', 'emailUndone', 'payerCode'].includes(template)
}
