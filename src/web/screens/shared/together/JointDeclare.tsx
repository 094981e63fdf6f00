import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { declareJointTransfer } from '#contract/payer-access.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { DayField, FormButtons } from '../../document/payment/MoneyFields.tsx'
import pay from '../Pay.module.css'
import { useLookAgain } from './use-look-again.ts'

interface Said {
  token: string
  issuer: string
  documents: number[]
  total: number
  onClose: () => void
  onDeclared: () => void
}

/** "Ya transferí" of everything that is chosen: one day, one transfer. */
export function JointDeclare({ opened, ...said }: Said & { opened: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('pay.declareTitle')} opened={opened} onClose={said.onClose}>
      <Form {...said} />
    </Dialog>
  )
}

function Form({ token, issuer, documents, total, onClose, onDeclared }: Said) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const [day, setDay] = useState(today)
  const [isTried, setIsTried] = useState(false)
  const lookAgain = useLookAgain(token)
  const saying = useMutateAlone({
    mutationFn: () =>
      send(declareJointTransfer, { params: { token }, body: { day, documents, total } }),
    onSuccess: () => {
      onDeclared()
      onClose()
      toastSuccess(t('pay.sent', { issuer }))
    },
    onError: (fault) => {
      if (fieldMessages(fault, 'day').length > 0) return
      onClose()
      toastError(firstMessage(fault) ?? t('payment.failed'))
    },
    onSettled: lookAgain,
  })
  return (
    <form
      noValidate
      className={pay.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (day !== '') saying.mutate()
      }}
    >
      <p className="muted">
        {t('pay.together.declareLead', {
          issuer,
          amount: showClp(total),
          count: documents.length,
        })}
      </p>
      <DayField
        label={t('pay.declareDay')}
        value={day}
        isTried={isTried}
        fault={saying.error}
        onChange={setDay}
      />
      <FormButtons submit={t('pay.send')} isBusy={saying.isPending} onClose={onClose} />
    </form>
  )
}
