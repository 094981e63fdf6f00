import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteEmailAccount, resendPending } from '#contract/email-accounts.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { emailAccountsQuery, rulesQuery } from '#web/api/queries.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

export function useDeleteAccount(onDeleted: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => send(deleteEmailAccount, { params: { id } }),
    onSuccess: async (_none, deleted) => {
      client.setQueryData(emailAccountsQuery().queryKey, (accounts) =>
        accounts?.filter(({ id }) => id !== deleted),
      )
      toastSuccess(t('emailAccounts.deleted'))
      onDeleted()
      await client.invalidateQueries({ queryKey: rulesQuery().queryKey })
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('emailAccounts.deleteFailed')),
  })
}

/** What the mailbox held back goes out. Asked twice, nothing goes twice: the server counts. */
export function useResendPending(accountId: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => send(resendPending, { params: { id: accountId } }),
    onSuccess: async ({ queued }) => {
      toastSuccess(t('emailAccounts.resent', { count: queued }))
      await client.invalidateQueries({ queryKey: emailAccountsQuery().queryKey })
      await client.invalidateQueries({ queryKey: ['documents'] })
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('emailAccounts.resendFailed')),
  })
}
