import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Answer } from './use-answer.ts'

/** Asks, one by one, before money is recorded that is more than its document is owed. */
export function TooMuch({ answer }: { answer: Answer }) {
  const { t } = useTranslation()
  const [decision] = answer.tooMuch
  return (
    <ConfirmDialog
      title={t('payment.tooMuchTitle', { excess: showClp(decision?.excess ?? 0) })}
      body={t('payment.tooMuchBody', { amount: showClp(decision?.amount ?? 0) })}
      confirm={t('payment.confirm')}
      isBusy={answer.isPending}
      opened={decision !== undefined}
      onConfirm={() => decision !== undefined && answer.mutate([decision])}
      onClose={answer.forget}
    />
  )
}
