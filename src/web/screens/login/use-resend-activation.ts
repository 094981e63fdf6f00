import { useTranslation } from 'react-i18next'
import { resendActivation } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'

/** The same answer whether the account exists or not. */
export function useResendActivation(email: string) {
  const { t } = useTranslation()
  return useMutateAlone({
    mutationFn: () => send(resendActivation, { body: { email } }),
    onSuccess: () => toastSuccess(t('sent.resent')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('faults.connection')),
  })
}
