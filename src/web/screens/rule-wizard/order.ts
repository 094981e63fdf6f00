import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { BodyToWrite } from '#contract/call.ts'
import { KEY_REUSED } from '#contract/call.ts'
import { orderDocument } from '#contract/one-off.ts'
import { showDay } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasCode, hasStatus, isRefusal } from '#web/api/fault.ts'
import { DEPARTURES, documentQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { documentPath, PATHS } from '#web/paths.ts'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { useDeparture } from '#web/ui/use-departure.ts'
import type { DraftPlace } from './draft.ts'
import { dropDraft } from './draft.ts'
import type { WizardState } from './wizard.ts'

/**
 * Orders the document once: `requestKey` is its identity, and one that was ordered under it is not ordered again. Its
 * own page follows, with the time that is left to stop it.
 */
export function useOrder(place: DraftPlace, requestKey: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: BodyToWrite<typeof orderDocument>) =>
      send(orderDocument, { body, key: requestKey }),
    onSuccess: async (document) => {
      // First of all: a draft that outlived its document would be offered again and ordered as a second one.
      dropDraft(place, requestKey)
      client.setQueryData(documentQuery(document.id).queryKey, document)
      await refreshAgenda(client)
      await navigate(documentPath(document.id))
    },
    onError: async (fault, { replaces }) => {
      if (hasCode(fault, KEY_REUSED)) {
        // The answer to an earlier try was lost on its way, and what was written has changed since.
        dropDraft(place, requestKey)
        toastWarning(t('wizard.once.alreadyOrdered'))
        await refreshAgenda(client)
        await navigate(PATHS.documents)
        return
      }
      if (typeof replaces === 'number' && hasStatus(fault, 409)) {
        // The one that was edited is on its way, or at its end.
        dropDraft(place, requestKey)
        toastWarning(t('wizard.once.tooLate'))
        await refreshAgenda(client)
        await navigate(documentPath(replaces))
        return
      }
      // Its key makes another try safe: ordered once, it is not ordered again.
      const said = isRefusal(fault) ? 'wizard.once.failed' : 'wizard.once.unanswered'
      toastError(firstMessage(fault) ?? t(said))
      // The hour may have passed: the date it would carry is asked for again.
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await client.invalidateQueries({ queryKey: ['forecast'] })
    },
  })
}

interface ConfirmLabel {
  label: string
  /** Of a one-off, the date that it names; undefined until it is known. */
  date?: string | undefined
}

/** What the last step's button does. */
export function useConfirmLabel(state: WizardState, { ruleId }: DraftPlace): ConfirmLabel {
  const { t } = useTranslation()
  const { once, companyId } = state
  const departure = useDeparture(companyId ?? 0, once !== null && companyId !== null)
  if (once === null) return { label: t(`wizard.review.${ruleId === null ? 'create' : 'save'}`) }
  if (once.day === null) return { label: departure.label, date: departure.date }
  return { label: t('wizard.once.confirmDay', { date: showDay(once.day) }), date: once.day }
}
