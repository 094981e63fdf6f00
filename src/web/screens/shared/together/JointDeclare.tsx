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
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { DayField, FormButtons } from '../../document/payment/MoneyFields.tsx'
import pay from '../Pay.module.css'
import { isTooLarge, sendVoucher, VoucherField } from '../voucher.tsx'
import { useLookAgain } from './use-look-again.ts'

interface Said {
  token: string
  issuer: string
  documents: number[]
  total: number
  onClose: () => void
  onDeclared: () => void
}

/** "Ya transferí" of everything that is chosen: one day, one transfer, one proof if there is one. */
export function JointDeclare({ opened, ...said }: Said & { opened: boolean }) {
  const { t } = useTranslation()
  const lookAgain = useLookAgain(said.token)
  // Once it is said: what is left to do then is its proof.
  const [key, setKey] = useState<string | null>(null)
  const close = (isDeclared = key !== null) => {
    said.onClose()
    if (!isDeclared) return
    said.onDeclared()
    lookAgain()
  }
  return (
    <Dialog title={t('pay.declareTitle')} opened={opened} onClose={() => close()}>
      <Form {...said} declared={key} onKey={setKey} onClose={close} />
    </Dialog>
  )
}

function Form({
  token,
  issuer,
  documents,
  total,
  declared,
  onKey,
  onClose,
}: Omit<Said, 'onClose' | 'onDeclared'> & {
  declared: string | null
  onKey: (key: string) => void
  onClose: (isDeclared?: boolean) => void
}) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const [day, setDay] = useState(today)
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  const lookAgain = useLookAgain(token)
  const saying = useMutateAlone({
    mutationFn: async () => {
      const key = declared ?? (await sayIt())
      return file === null || (await sendVoucher(token, key, file))
    },
    onSuccess: (isWhole) => {
      if (!isWhole) {
        toastWarning(t('pay.voucherFailed'))
        return
      }
      onClose(true)
      toastSuccess(t('pay.sent', { issuer }))
    },
    onError: (fault) => {
      if (fieldMessages(fault, 'day').length > 0) return
      onClose()
      lookAgain()
      toastError(firstMessage(fault) ?? t('payment.failed'))
    },
  })
  const sayIt = async (): Promise<string> => {
    const { key } = await send(declareJointTransfer, {
      params: { token },
      body: { day, documents, total },
    })
    onKey(key)
    return key
  }
  return (
    <form
      noValidate
      className={pay.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (day !== '' && !isTooLarge(file)) saying.mutate()
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
      <VoucherField file={file} onChange={setFile} />
      <FormButtons submit={t('pay.send')} isBusy={saying.isPending} onClose={() => onClose()} />
    </form>
  )
}
