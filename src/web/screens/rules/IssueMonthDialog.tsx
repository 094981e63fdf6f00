import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { issueRuleMonthNow } from '#contract/rule-months.ts'
import { showClp } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** This month's documents of a rule, today instead of on their day. Never optimistic. */
export function IssueMonthDialog({
  rule,
  period,
  count,
  total,
  onClose,
}: {
  rule: { id: number; name: string }
  period: string
  count: number
  total: number | null
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const issue = useMutation({
    mutationFn: () => send(issueRuleMonthNow, { params: { id: rule.id, period } }),
    onSuccess: () => toastSuccess(t('issueMonth.done')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('issueMonth.failed')),
    onSettled: async () => {
      onClose()
      await refreshAgenda(client)
    },
  })
  const forTotal = total === null ? '' : t('issueMonth.forTotal', { total: showClp(total) })
  return (
    <ConfirmDialog
      title={t('issueMonth.title')}
      body={t('issueMonth.body', { count, name: rule.name, total: forTotal })}
      confirm={t('issueMonth.confirm')}
      isBusy={issue.isPending}
      opened
      onClose={onClose}
      onConfirm={() => issue.mutate()}
    />
  )
}
