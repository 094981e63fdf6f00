import type { BodyToWrite } from '#contract/call.ts'
import type { savePaymentTerms } from '#contract/payments.ts'
import { parseDay } from '#domain/day.ts'
import { MAX_DUE_DAYS } from '#domain/receivable.ts'
import { parseRut } from '#domain/rut.ts'
import type { PaymentTerms } from '#web/api/payment-terms.ts'
import { isEmail } from '#web/ui/is-email.ts'

export interface TermsWish {
  isOn: boolean
  from: string
  dueDays: string
  allowsPartial: boolean
  hasAccount: boolean
  bank: string
  accountType: NonNullable<PaymentTerms['bank']>['account_type']
  accountNumber: string
  holderName: string
  holderRut: string
  email: string
}

/** As it stands, or what is offered to a company that never switched it on. */
export function wishOf(
  { enabled_from, due_days, allows_partial, bank, company }: PaymentTerms,
  today: string,
): TermsWish {
  return {
    isOn: enabled_from !== null,
    from: enabled_from ?? today,
    dueDays: String(due_days),
    allowsPartial: allows_partial,
    hasAccount: bank !== null,
    bank: bank?.bank ?? '',
    accountType: bank?.account_type ?? 'corriente',
    accountNumber: bank?.account_number ?? '',
    holderName: bank?.holder_name ?? company.name,
    holderRut: bank?.holder_rut ?? company.identifier,
    email: bank?.email ?? '',
  }
}

type Problem = 'required' | 'dueDaysWrong' | 'accountNumberWrong'
type Field = 'from' | 'dueDays' | 'bank' | 'accountNumber' | 'holderName' | 'holderRut' | 'email'

export function problemsOf(wish: TermsWish): Partial<Record<Field, Problem>> {
  const found: Partial<Record<Field, Problem>> = {}
  if (wish.isOn && parseDay(wish.from) === null) found.from = 'required'
  const isDueDays = /^\d{1,3}$/.test(wish.dueDays) && Number(wish.dueDays) <= MAX_DUE_DAYS
  if (wish.isOn && !isDueDays) found.dueDays = 'dueDaysWrong'
  if (!wish.hasAccount) return found
  if (wish.bank === '') found.bank = 'required'
  if (!/^\d[\d-]{2,29}$/.test(wish.accountNumber.trim())) found.accountNumber = 'accountNumberWrong'
  if (wish.holderName.trim() === '') found.holderName = 'required'
  if (parseRut(wish.holderRut) === null) found.holderRut = 'required'
  if (!isEmail(wish.email)) found.email = 'required'
  return found
}

/** What isn't shown stays as it was `seen`. */
export function termsToWrite(
  wish: TermsWish,
  seen: PaymentTerms,
): BodyToWrite<typeof savePaymentTerms> {
  return {
    seen: seen.updated_at,
    enabled_from: wish.isOn ? wish.from : null,
    due_days: wish.isOn ? Number(wish.dueDays) : seen.due_days,
    allows_partial: wish.allowsPartial,
    bank: wish.hasAccount
      ? {
          bank: wish.bank,
          account_type: wish.accountType,
          account_number: wish.accountNumber.trim(),
          holder_name: wish.holderName.trim(),
          holder_rut: wish.holderRut,
          email: wish.email,
        }
      : null,
  }
}
