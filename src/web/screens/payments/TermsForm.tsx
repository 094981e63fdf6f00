import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { accountType, savePaymentTerms } from '#contract/payments.ts'
import { BANKS } from '#domain/banks.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { paymentTermsQuery, type PaymentTerms } from '#web/api/payment-terms.ts'
import { paymentsChanged } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RutInput } from '#web/ui/RutInput.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { problemsOf, termsToWrite, wishOf, type TermsWish } from './terms-form.ts'
import classes from './PaymentTerms.module.css'

/** So that fields side by side begin at one height. */
const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** One company's, whole: what is wrong is said at its field, and nothing is saved until all of it is right. */
export function TermsForm({
  terms,
  today,
  isAlone,
}: {
  terms: PaymentTerms
  today: string
  isAlone: boolean
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [wish, setWish] = useState(() => wishOf(terms, today))
  const [seen, setSeen] = useState(terms)
  const [isTried, setIsTried] = useState(false)
  const [superseded, setSuperseded] = useState<string | null>(null)
  const onSaved = (saved: PaymentTerms) => {
    setSeen(saved)
    setSuperseded(null)
  }
  const saving = useSaveTerms(terms.company.id, onSaved, (newer, message) => {
    setSeen(newer)
    setWish(wishOf(newer, today))
    setSuperseded(message)
  })
  const problems = problemsOf(wish)
  const errorOf = (name: keyof typeof problems) =>
    isTried && problems[name] !== undefined ? t(`terms.${problems[name]}`) : undefined
  const change = (part: Partial<TermsWish>) => setWish({ ...wish, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setIsTried(true))
    if (Object.keys(problems).length > 0) focusFirstWrong(form.current)
    else saving.mutate(termsToWrite(wish, seen))
  }
  return (
    <form ref={form} noValidate className={classes.card} onSubmit={submit}>
      {!isAlone && <h2>{terms.company.name}</h2>}
      <Checkbox
        label={t('terms.on')}
        description={t('terms.onHint')}
        checked={wish.isOn}
        onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
      />
      {wish.isOn && (
        <div className={classes.pair}>
          <TextInput
            type="date"
            label={t('terms.from')}
            description={t('terms.fromHint')}
            inputWrapperOrder={HINT_BELOW}
            value={wish.from}
            error={errorOf('from')}
            onChange={({ currentTarget }) => change({ from: currentTarget.value })}
          />
          <TextInput
            label={t('terms.dueDays')}
            description={t('terms.dueDaysHint')}
            inputWrapperOrder={HINT_BELOW}
            inputMode="numeric"
            value={wish.dueDays}
            error={errorOf('dueDays')}
            onChange={({ currentTarget }) => change({ dueDays: currentTarget.value })}
          />
        </div>
      )}
      {wish.isOn && (
        <Checkbox
          label={t('terms.partial')}
          checked={wish.allowsPartial}
          onChange={({ currentTarget }) => change({ allowsPartial: currentTarget.checked })}
        />
      )}
      <Account wish={wish} errorOf={errorOf} onChange={change} />
      {terms.holder_differs && <Notice tone="needsYou">{t('terms.holderDiffers')}</Notice>}
      {superseded !== null && (
        <Notice tone="needsYou" isAlert>
          {superseded}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={saving.isPending}>
          {t('terms.save')}
        </Button>
      </div>
    </form>
  )
}

function Account({
  wish,
  errorOf,
  onChange,
}: {
  wish: TermsWish
  errorOf: (name: keyof ReturnType<typeof problemsOf>) => ReactNode
  onChange: (part: Partial<TermsWish>) => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className={classes.account}>
      <legend>{t('terms.account')}</legend>
      <Checkbox
        label={t('terms.hasAccount')}
        description={t('terms.accountHint')}
        checked={wish.hasAccount}
        onChange={({ currentTarget }) => onChange({ hasAccount: currentTarget.checked })}
      />
      {wish.hasAccount && (
        <div className={classes.pair}>
          <NativeSelect
            label={t('terms.bank')}
            value={wish.bank}
            error={errorOf('bank')}
            data={[
              { value: '', label: t('terms.chooseBank') },
              ...[...new Set([...BANKS, wish.bank])].filter((bank) => bank !== ''),
            ]}
            onChange={({ currentTarget }) => onChange({ bank: currentTarget.value })}
          />
          <NativeSelect
            label={t('terms.accountType')}
            value={wish.accountType}
            data={accountType.options.map((type) => ({
              value: type,
              label: t(`terms.accountTypes.${type}`),
            }))}
            onChange={({ currentTarget }) => {
              const type = accountType.safeParse(currentTarget.value)
              if (type.success) onChange({ accountType: type.data })
            }}
          />
          <TextInput
            label={t('terms.accountNumber')}
            inputMode="numeric"
            autoComplete="off"
            value={wish.accountNumber}
            error={errorOf('accountNumber')}
            onChange={({ currentTarget }) => onChange({ accountNumber: currentTarget.value })}
          />
          <TextInput
            label={t('terms.holder')}
            autoComplete="off"
            maxLength={100}
            value={wish.holderName}
            error={errorOf('holderName')}
            onChange={({ currentTarget }) => onChange({ holderName: currentTarget.value })}
          />
          <RutInput
            label={t('terms.holderRut')}
            value={wish.holderRut}
            error={errorOf('holderRut')}
            onChange={(holderRut) => onChange({ holderRut })}
          />
          <TextInput
            label={t('terms.email')}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            value={wish.email}
            error={errorOf('email')}
            onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  )
}

/** `onNewer`: somebody saved others meanwhile, which are to be seen before they are changed. */
function useSaveTerms(
  id: number,
  onSaved: (saved: PaymentTerms) => void,
  onNewer: (newer: PaymentTerms, message: string) => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: BodyToWrite<typeof savePaymentTerms>) =>
      send(savePaymentTerms, { params: { id }, body }),
    onSuccess: async (saved) => {
      onSaved(saved)
      toastSuccess(t('terms.saved'))
      await client.invalidateQueries({ queryKey: paymentTermsQuery().queryKey })
      await paymentsChanged(client)
    },
    onError: async (fault) => {
      const message = firstMessage(fault) ?? t('terms.failed')
      if (!hasStatus(fault, 409)) return toastError(message)
      const terms = await client.fetchQuery({ ...paymentTermsQuery(), staleTime: 0 })
      const newer = terms.find(({ company }) => company.id === id)
      if (newer !== undefined) onNewer(newer, message)
    },
  })
}
