import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
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

/**
 * Waits for a click, because programs open the links of mails. Asks for the password, because a stranger may have
 * registered the address with one of their own.
 */
export function Activate() {
  const { t } = useTranslation()
  const { uid = '', token = '' } = useParams()
  const submit = useMutateAlone({
    mutationFn: (password: string) => send(activate, { body: { uid, token, password } }),
  })
  if (submit.isSuccess) {
    return <Ending title={t('activation.doneTitle')} body={t('activation.doneBody')} />
  }
  if (hasStatus(submit.error, 403)) {
    return <Ending title={t('activation.staleTitle')} body={t('activation.staleBody')} />
  }
  const isWrong = fieldMessages(submit.error, 'password').length > 0
  if (hasStatus(submit.error, 400) && !isWrong) return <Failed />
  return (
    <Page title={t('activation.title')} lead={t('activation.lead')} narrow>
      {isWrong && <WrongPassword />}
      {submit.isError && !isWrong && (
        <Notice tone="wrong" title={t('activation.unreachableTitle')} isAlert>
          {t('activation.unreachableBody')}
        </Notice>
      )}
      <PasswordForm isSending={submit.isPending} onSubmit={submit.mutate} />
    </Page>
  )
}

function PasswordForm(props: { isSending: boolean; onSubmit: (password: string) => void }) {
  const { t } = useTranslation()
  const eye = usePasswordEye()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('login.passwordRequired') : null) },
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        ({ password }) => props.onSubmit(password),
        () => form.getInputNode('password')?.focus(),
      )}
    >
      <PasswordInput
        label={t('activation.password')}
        autoComplete="current-password"
        {...eye}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="md" loading={props.isSending}>
        {t('activation.submit')}
      </Button>
    </form>
  )
}

function WrongPassword() {
  const { t } = useTranslation()
  return (
    <Notice
      tone="wrong"
      title={t('activation.wrongTitle')}
      isAlert
      action={
        <LinkButton to={PATHS.register} size="compact-sm" variant="default">
          {t('activation.again')}
        </LinkButton>
      }
    >
      {t('activation.wrongBody')}
    </Notice>
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
