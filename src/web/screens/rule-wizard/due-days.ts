import { useQuery } from '@tanstack/react-query'
import { MAX_DUE_DAYS } from '#domain/receivable.ts'
import { paymentTermsQuery } from '#web/api/payment-terms.ts'
import type { WizardState } from './wizard.ts'

/** Whole days from issue to the due day, as typed; null for anything else. */
export function readDueDays(text: string): number | null {
  const days = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : Number.NaN
  return days <= MAX_DUE_DAYS ? days : null
}

/** Empty leaves it to whom it falls to otherwise. */
export function isDueDaysWrong(text: string): boolean {
  return text.trim() !== '' && readDueDays(text) === null
}

/** The company's own; null while its payments aren't followed, and there is nothing to ask. */
export function useCompanyDueDays(companyId: number | null): number | null {
  const terms = useQuery(paymentTermsQuery()).data?.find(({ company }) => company.id === companyId)
  return terms === undefined || terms.enabled_from === null ? null : terms.due_days
}

/** Of the rule's documents: its own, else each client's, else the company's; null: they differ by client. */
export function dueDaysOf(
  { dueDays, clients }: Pick<WizardState, 'dueDays' | 'clients'>,
  ofCompany: number,
): number | null {
  const own = readDueDays(dueDays)
  if (own !== null) return own
  const [first = ofCompany, ...others] = new Set(
    clients.map(({ client }) => client.due_days ?? ofCompany),
  )
  return others.length > 0 ? null : first
}
