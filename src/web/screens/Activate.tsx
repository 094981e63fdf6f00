import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { activate } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, hasStatus } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { isEmail } from '#web/ui/is-email.ts'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { useResendActivation } from './login/use-resend-activation.ts'
import '#web/texts/account.ts'
import classes from './Activate.module.css'

interface Typed {
  password: string
  /** Of a password that is chosen now. */
  repeated?: string
}

/**
 * Waits for a click, because programs open the links of mails. Asks for the password, because a stranger may have
 * registered the address with one of their own; then the person with the link chooses another.
 */
export function Activate() {
  const { t } = useTranslation()
  const { uid = '', token = '' } = useParams()
  const [isChoosing, setIsChoosing] = useState(false)
  const refusalsOf = (fault: unknown) => [
    ...fieldMessages(fault, 'password'),
    ...fieldMessages(fault, 'non_field_errors'),
  ]
  const submit = useMutateAlone({
    mutationFn: ({ password, repeated }: Typed) =>
      send(activate, { body: { uid, token, password, re_password: repeated } }),
    onError: (fault) => {
      if (refusalsOf(fault).length > 0) setIsChoosing(true)
    },
  })
  if (submit.isSuccess) {
    return <Ending title={t('activation.doneTitle')} body={t('activation.doneBody')} />
  }
  if (hasStatus(submit.error, 403)) {
    return <Ending title={t('activation.staleTitle')} body={t('activation.staleBody')} />
  }
  const [refusal] = refusalsOf(submit.error)
  if (hasStatus(submit.error, 400) && refusal === undefined) return <Failed />
  return (
    <Page title={t('activation.title')} lead={t('activation.lead')} narrow>
      {submit.isError && (
        <Problem refusal={refusal} isOfChoice={submit.variables.repeated !== undefined} />
      )}
      <PasswordForm isChoosing={isChoosing} isSending={submit.isPending} onSubmit={submit.mutate} />
    </Page>
  )
}

function Problem({ refusal, isOfChoice }: { refusal: string | undefined; isOfChoice: boolean }) {
  const { t } = useTranslation()
  if (refusal !== undefined && isOfChoice) return <Notice tone="wrong" title={refusal} isAlert />
  const what = refusal === undefined ? 'unreachable' : 'wrong'
  return (
    <Notice tone="wrong" title={t(`activation.${what}Title`)} isAlert>
      {t(`activation.${what}Body`)}
    </Notice>
  )
}

function PasswordForm(props: {
  isChoosing: boolean
  isSending: boolean
  onSubmit: (typed: Typed) => void
}) {
  const { t } = useTranslation()
  const { isChoosing } = props
  const [eye, repeatedEye] = [usePasswordEye(), usePasswordEye()]
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    validate: {
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
      repeated: (value, { password }) =>
        !isChoosing || value === password ? null : t('reset.mismatch'),
    },
  })
  const focusFirst = (errors: { password?: unknown }) =>
    form.getInputNode(errors.password === undefined ? 'repeated' : 'password')?.focus()
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        ({ password, repeated }) =>
          props.onSubmit(isChoosing ? { password, repeated } : { password }),
        focusFirst,
      )}
    >
      <PasswordInput
        label={t(isChoosing ? 'reset.password' : 'activation.password')}
        autoComplete={isChoosing ? 'new-password' : 'current-password'}
        {...eye}
        {...form.getInputProps('password')}
      />
      {isChoosing && (
        <PasswordInput
          label={t('reset.repeat')}
          autoComplete="new-password"
          {...repeatedEye}
          {...form.getInputProps('repeated')}
        />
      )}
      <Button type="submit" size="md" loading={props.isSending}>
        {t('activation.submit')}
      </Button>
    </form>
  )
}

function Ending({ title, body }: { title: string; body: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title} lead={body} narrow>
      <LinkButton to={PATHS.login} size="md">
        {t('activation.login')}
      </LinkButton>
    </Page>
  )
}

function Failed() {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return t('register.emailRequired')
        return isEmail(value) ? null : t('register.emailInvalid')
      },
    },
  })
  const resend = useResendActivation(form.values.email)
  return (
    <Page title={t('activation.failedTitle')} lead={t('activation.failedBody')} narrow>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          () => resend.mutate(),
          () => form.getInputNode('email')?.focus(),
        )}
      >
        <TextInput
          label={t('activation.email')}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <Button type="submit" variant="default" loading={resend.isPending}>
          {t('sent.resend')}
        </Button>
      </form>
    </Page>
  )
}
