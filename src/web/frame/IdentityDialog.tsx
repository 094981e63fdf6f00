import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proveIdentity } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage, isUnreachable } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import '#web/texts/account.ts'
import classes from './IdentityDialog.module.css'

/** The account's password once more, before a secret of the SII is saved; what waited for it goes on. */
export function IdentityDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const { t } = useTranslation()
  const eye = usePasswordEye()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksForCode, setAsksForCode] = useState(false)
  const prove = useMutateAlone({
    mutationFn: () =>
      send(proveIdentity, { body: { password, ...(code === '' ? {} : { otp: code }) } }),
    onSuccess: () => onAnswer(true),
    onError: (fault) => {
      if (fieldMessages(fault, 'otp').length > 0) setAsksForCode(true)
    },
  })
  const isFirstQuestionForCode = code === '' && fieldMessages(prove.error, 'otp').length > 0
  return (
    <Dialog title={t('identity.title')} opened onClose={() => onAnswer(false)}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The form that waits is around this one in React's tree, though not on the page.
          event.stopPropagation()
          if (password !== '' && !prove.isPending) prove.mutate()
        }}
      >
        <p className="muted">{t('identity.body')}</p>
        {prove.isError && !isFirstQuestionForCode && (
          <Notice tone="wrong" isAlert>
            {isUnreachable(prove.error)
              ? t('faults.connection')
              : (firstMessage(prove.error) ?? t('faults.unexpected'))}
          </Notice>
        )}
        <PasswordInput
          label={t('login.password')}
          autoComplete="current-password"
          {...eye}
          value={password}
          maxLength={256}
          data-autofocus
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {asksForCode && (
          <TextInput
            label={t('login.code')}
            description={t('login.codeHint')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            maxLength={40}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" fullWidth mt={4} disabled={password === ''} loading={prove.isPending}>
          {t('identity.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}
