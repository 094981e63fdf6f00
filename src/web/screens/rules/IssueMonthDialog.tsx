import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { issueRuleMonthNow } from '#contract/rule-months.ts'
import { showClp } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { DEPARTURES } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useBatchCost } from '#web/ui/use-batch-cost.ts'
import { useDeparture } from '#web/ui/use-departure.ts'

/** This month's documents of a rule as soon as they can leave, instead of on their day. Never optimistic. */
export function IssueMonthDialog({
  rule,
  company,
  period,
  count,
  total,
  onClose,
}: {
  rule: { id: number; name: string }
  company: number
  period: string
  count: number
  total: number | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const departure = useDeparture(company)
  const cost = useBatchCost(count)
  const { date } = departure
  const issue = useMutateOnce({
    mutationFn: (named: string, key) =>
      send(issueRuleMonthNow, { params: { id: rule.id, period }, body: { date: named }, key }),
    onSuccess: () => {
      const when = departure.when === 'tomorrow' ? 'tomorrow' : 'today'
      toastSuccess(t(`issueMonth.done.${when}`, { date: departure.shown }))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('issueMonth.failed')),
    onSettled: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
  const forTotal = total === null ? '' : t('issueMonth.forTotal', { total: showClp(total) })
  return (
    <ConfirmDialog
      title={t('issueMonth.title')}
      body={
        date === undefined
          ? t('departure.asking')
          : `${t('issueMonth.body', {
              count,
              name: rule.name,
              total: forTotal,
              date: departure.shown,
            })} ${cost}`
      }
      confirm={departure.when === 'today' ? t('issueMonth.confirm') : departure.label}
      isBusy={issue.isPending || date === undefined}
      opened
      onClose={onClose}
      onConfirm={() => date !== undefined && issue.mutate(date)}
    />
  )
}
