import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { KEY_REUSED } from '#contract/call.ts'
import { changeIssuerAddress } from '#contract/parties.ts'
import { changeRule, createRule } from '#contract/rules.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasCode } from '#web/api/fault.ts'
import type { Company } from '#web/api/queries.ts'
import { companiesQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import type { DraftPlace } from './draft.ts'
import { dropDraft } from './draft.ts'
import type { rulePayload } from './payload.ts'
import type { StepName } from './steps.ts'
import type { WizardState } from './wizard.ts'
import { clientGap } from './wizard.ts'

/**
 * Before an issuer's step is left, its missing city is saved: a failure stays there;
 * clients without a city only warn. Answers whether the step may be left.
 */
export function useLeaveStep(company: Company | undefined) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ state, step }: { state: WizardState; step: StepName }) => {
      const lacksCity = state.clients.some((chosen) => clientGap(chosen, 'factura') === 'city')
      if (step === 'clients' && lacksCity) toastWarning(t('wizard.clients.cityWarning'))
      const address = company?.addresses.find(({ id }) => id === state.addressId)
      if (step !== 'issuer' || address === undefined || address.city !== '') return true
      const saved = await send(changeIssuerAddress, {
        params: { id: address.id },
        body: { city: state.city.trim() },
      })
      client.setQueryData(companiesQuery().queryKey, (companies) =>
        companies?.map((other) => ({
          ...other,
          addresses: other.addresses.map((old) => (old.id === saved.id ? saved : old)),
        })),
      )
      void client.invalidateQueries({ queryKey: ['forecast'] })
      return true
    },
    onError: () => toastError(t('wizard.issuer.cityFailed')),
  })
}

interface RuleToSave {
  rule: ReturnType<typeof rulePayload>
  /** In how many documents that wait the change is wanted too; it may be too late for some. */
  waiting: number
}

/**
 * Saves the rule once: `requestKey` is its idempotency key, and a rule made under it before is not made again.
 * `thisMonth`: the date that the page shows for what a change makes or moves of this month.
 */
export function useSave(place: DraftPlace, requestKey: string, thisMonth: string | undefined) {
  const { ruleId } = place
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: async ({ rule, waiting }: RuleToSave) => {
      if (ruleId === null) return { wasMade: !(await createOnce(rule, requestKey)), tooLate: 0 }
      const body = {
        ...rule,
        ...(waiting > 0 ? { apply_to_waiting: true } : {}),
        ...(thisMonth === undefined ? {} : { date: thisMonth }),
      }
      const saved = await send(changeRule, { params: { id: ruleId }, body })
      return { wasMade: false, tooLate: waiting - (saved.applied_to_waiting ?? 0) }
    },
    onSuccess: async ({ wasMade, tooLate }, { rule }) => {
      // First of all: a draft that outlived its rule would be offered again and saved as a second one.
      dropDraft(place, requestKey)
      const told = rule.document_type === '39' ? 'wizard.boletas' : 'wizard.review'
      if (wasMade) toastWarning(t('wizard.review.alreadyCreated'))
      else toastSuccess(t(ruleId === null ? `${told}.created` : `${told}.updated`))
      if (tooLate > 0) toastWarning(t('wizard.waiting.tooLate', { count: tooLate }))
      await refreshAgenda(client)
      await navigate(PATHS.rules)
    },
    onError: async (fault) => {
      toastError(firstMessage(fault) ?? t('wizard.review.failed'))
      // The hour may have passed: what would be issued first is asked for again.
      await client.invalidateQueries({ queryKey: ['forecast'] })
    },
  })
}

/**
 * Returns false when a rule with other data was made under this key before: the answer to an earlier try was lost on its
 * way, and the rule was changed since.
 */
async function createOnce(rule: RuleToSave['rule'], requestKey: string): Promise<boolean> {
  try {
    await send(createRule, { body: rule, key: requestKey })
    return true
  } catch (fault) {
    if (hasCode(fault, KEY_REUSED)) return false
    throw fault
  }
}
