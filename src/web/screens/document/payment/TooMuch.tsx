import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import type { Answer } from './use-answer.ts'
import classes from './Payment.module.css'

/** Asks, one by one, before money is recorded that is more than its document is owed. */
export function TooMuch({
  answer,
  nameOf,
}: {
  answer: Answer
  /** Whose of which document it is, where several are in sight. */
  nameOf?: (id: number) => string
}) {
  const { t } = useTranslation()
  const [decision] = answer.tooMuch
  return (
    <ConfirmDialog
      title={t('payment.tooMuchTitle', { excess: showClp(decision?.excess ?? 0) })}
      body={
        <>
          {decision !== undefined && nameOf !== undefined && (
            <strong className={classes.whose}>{nameOf(decision.id)}</strong>
          )}
          {t('payment.tooMuchBody', { amount: showClp(decision?.amount ?? 0) })}
        </>
      }
      confirm={t('payment.confirm')}
      isBusy={answer.isPending}
      opened={decision !== undefined}
      onConfirm={() => decision !== undefined && answer.mutate([decision])}
      onClose={answer.forget}
    />
  )
}
