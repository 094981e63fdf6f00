import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelEmailChange, changeEmail } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { isEmail } from '#web/ui/is-email.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/account.ts'
import { NO_PROOF, OtherFault, proofOf, ProofFields } from './ProofFields.tsx'
import { emailChangeQuery } from './own-queries.ts'
import classes from './Profile.module.css'
import { Row } from './Section.tsx'

export function ChangeEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const waiting = useQuery(emailChangeQuery()).data?.new_email ?? null
  return (
    <>
      <Row
        name={t('profile.email.title')}
        state={
          waiting === null
            ? t('profile.email.state', { email })
            : t('profile.email.waiting', { email: waiting })
        }
        needsYou={waiting !== null}
      >
        {waiting !== null && <Cancel />}
        <Button
          variant="default"
          aria-label={t('profile.email.dialog')}
          onClick={() => setIsOpen(true)}
        >
          {t('profile.email.change')}
        </Button>
      </Row>
      <Dialog title={t('profile.email.dialog')} opened={isOpen} onClose={close}>
        <Form email={email} onDone={close} />
      </Dialog>
    </>
  )
}

function Cancel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const cancel = useMutateAlone({
    mutationFn: () => send(cancelEmailChange, {}),
    onSuccess: () => toastSuccess(t('profile.email.canceled')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('profile.email.failed')),
    onSettled: () => client.invalidateQueries({ queryKey: emailChangeQuery().queryKey }),
  })
  return (
    <Button
      variant="default"
      aria-label={t('profile.email.cancelDialog')}
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      {t('profile.email.cancel')}
    </Button>
  )
}

function Form({ email, onDone }: { email: string; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [proof, setProof] = useState(NO_PROOF)
  const [next, setNext] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const change = useMutateAlone({
    mutationFn: () => {
      const { password: current_password, ...code } = proofOf(proof)
      return send(changeEmail, { body: { new_email: next, current_password, ...code } })
    },
    onSuccess: () => {
      toastSuccess(t('profile.email.done', { email: next.trim() }))
      onDone()
      void client.invalidateQueries({ queryKey: emailChangeQuery().queryKey })
    },
  })
  const submit = () => {
    const isComplete = isEmail(next) && proof.password !== ''
    setIsTooEarly(!isComplete)
    if (isComplete && !change.isPending) change.mutate()
  }
  const missing = next.trim() === '' ? t('profile.email.required') : t('register.emailInvalid')
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <OtherFault fault={change.error} fields={FIELDS} failed={t('profile.email.failed')} />
      <p className="muted small">{t('profile.email.lead', { email })}</p>
      <TextInput
        label={t('profile.email.next')}
        type="email"
        autoComplete="email"
        value={next}
        maxLength={254}
        data-autofocus
        error={
          fieldMessages(change.error, 'new_email')[0] ?? (isTooEarly && !isEmail(next) && missing)
        }
        onChange={({ currentTarget }) => setNext(currentTarget.value)}
      />
      <ProofFields
        proof={proof}
        fault={change.error}
        missing={isTooEarly}
        onChange={setProof}
        field="current_password"
      />
      <Button type="submit" fullWidth loading={change.isPending}>
        {t('profile.email.submit')}
      </Button>
    </form>
  )
}

const FIELDS = ['new_email', 'current_password', 'otp']
