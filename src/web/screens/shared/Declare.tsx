import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { declareTransfer } from '#contract/shared-payments.ts'
import type { readSharedDocument } from '#contract/sharing.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage, hasStatus } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { pesosOf, typedPesos } from '../document/payment/money-form.ts'
import { AmountField, DayField, FormButtons } from '../document/payment/MoneyFields.tsx'
import { forgetMine, keepMine, type MyDeclaration } from './my-declaration.ts'
import { isTooLarge, sendVoucher, VoucherField } from './voucher.tsx'
import classes from './Pay.module.css'

interface About {
  payment: NonNullable<ReplyOf<typeof readSharedDocument>['payment']>
  token: string
  issuer: string
  /** What it corrects; null: it is another transfer. */
  corrects: MyDeclaration | null
}

/** "Ya transferí": the day, the amount where parts are taken, and a proof if there is one. */
export function Declare({
  opened,
  onClose,
  ...about
}: About & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('pay.declareTitle')} opened={opened} onClose={onClose}>
      <Form {...about} onClose={onClose} />
    </Dialog>
  )
}

function Form({ payment, token, issuer, corrects, onClose }: About & { onClose: () => void }) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const [day, setDay] = useState(today)
  const [amountText, setAmountText] = useState(typedPesos(offeredOf(payment, corrects)))
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setIsTried] = useState(false)
  // Whole, it is what is open now, whatever it was when the dialog opened.
  const amount = payment.allows_partial ? pesosOf(amountText) : payment.open
  const saying = useDeclare({ payment, token, issuer, corrects }, onClose)
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (amount !== null && day !== '' && !isTooLarge(file)) saying.mutate({ amount, day, file })
      }}
    >
      <p className="muted">
        {payment.allows_partial
          ? t('pay.declareLead', { issuer })
          : t('pay.declareWholeLead', { issuer, amount: showClp(payment.open) })}
      </p>
      <DayField
        label={t('pay.declareDay')}
        value={day}
        isTried={isTried}
        fault={saying.error}
        onChange={setDay}
      />
      {payment.allows_partial && (
        <AmountField
          label={t('pay.declareAmount')}
          value={amountText}
          isTried={isTried}
          fault={saying.error}
          onChange={setAmountText}
        />
      )}
      <VoucherField file={file} onChange={setFile} />
      <FormButtons submit={t('pay.send')} isBusy={saying.isPending} onClose={onClose} />
    </form>
  )
}

function offeredOf({ open, left, allows_partial }: About['payment'], mine: MyDeclaration | null) {
  return allows_partial ? (mine?.amount ?? left) : open
}

function useDeclare({ payment, token, issuer, corrects }: About, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // Said once, a second try of the same form corrects it.
  const [said, setSaid] = useState(corrects)
  return useMutateAlone({
    mutationFn: async ({ file, ...body }: { amount: number; day: string; file: File | null }) => {
      const asked = { params: { token }, body: { ...body, corrects: said?.key ?? null } }
      const { key } = await send(declareTransfer, asked)
      const mine = { key, amount: body.amount }
      keepMine(token, mine)
      setSaid(mine)
      return file === null || (await sendVoucher(token, key, file))
    },
    onSuccess: (isWhole) => {
      if (isWhole) {
        onDone()
        toastSuccess(t('pay.sent', { issuer }))
      } else toastWarning(t('pay.voucherFailed'))
    },
    onError: (fault) => {
      if (hasStatus(fault, 409) && said !== null) {
        forgetMine(token)
        setSaid(null)
      }
      const isOfHidden = !payment.allows_partial && fieldMessages(fault, 'amount').length > 0
      if (hasStatus(fault, 400) && !isOfHidden) return
      toastError(firstMessage(fault) ?? t('payment.failed'))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['shared-document', token] }),
  })
}
