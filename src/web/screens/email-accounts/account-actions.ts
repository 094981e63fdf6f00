import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteEmailAccount, resendPending } from '#contract/email-accounts.ts'
import { attentionQuery } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { emailAccountsQuery, rulesQuery, type HeldBy } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
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
      await client.invalidateQueries({ queryKey: attentionQuery().queryKey })
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('emailAccounts.deleteFailed')),
  })
}

interface Chosen {
  months: string[]
  count: number
  decision: 'send' | 'leave'
  held_by: HeldBy
}

/** What the mailbox held back goes out, or stays. Asked twice, nothing goes twice: the server counts. */
export function useDecidePending(accountId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { mutate, isPending } = useMutateOnce({
    // The server counts, so a second request finds nothing left; only the guard is wanted here.
    mutationFn: (body: Chosen) => send(resendPending, { params: { id: accountId }, body }),
    onSuccess: ({ queued }, { decision }) => {
      onDone()
      const done = decision === 'send' ? 'emailAccounts.resent' : 'emailAccounts.pendingLeft'
      toastSuccess(t(done, { count: queued }))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('emailAccounts.resendFailed')),
    // Refused since more wait than were shown: the list shows them.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: emailAccountsQuery().queryKey })
      await client.invalidateQueries({ queryKey: ['documents'] })
      await client.invalidateQueries({ queryKey: attentionQuery().queryKey })
    },
  })
  return { decide: mutate, isPending }
}
