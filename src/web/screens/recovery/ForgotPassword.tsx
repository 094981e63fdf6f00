import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { forgotPassword } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, isUnreachable } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { isEmail } from '#web/ui/is-email.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/account.ts'
import { AuthLayout } from '../login/AuthLayout.tsx'
import classes from '../login/Login.module.css'

export function ForgotPassword() {
  const { t } = useTranslation()
  return (
    <AuthLayout
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      panelTitle={t('forgot.panelTitle')}
      panelBody={t('forgot.panelBody')}
    >
      <ForgotForm />
    </AuthLayout>
  )
}

function ForgotForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: (value) => problemOf(value) },
  })
  const problemOf = (value: string) => {
    if (value.trim() === '') return t('register.emailRequired')
    return isEmail(value) ? null : t('register.emailInvalid')
  }
  const submit = useMutateAlone({
    mutationFn: ({ email }: { email: string }) =>
      send(forgotPassword, { body: { email: email.trim() } }),
    onSuccess: (_, { email }) => {
      toastSuccess(t('forgot.success'))
      void navigate(PATHS.login, { state: { recovering: email.trim() } })
    },
    onError: (fault) => toastError(refusalOf(fault)),
  })
  const refusalOf = (fault: unknown) =>
    firstMessage(fault) ?? t(isUnreachable(fault) ? 'faults.connection' : 'forgot.failed')
  const refuse = ({ email }: Partial<Record<'email', unknown>>) => {
    form.getInputNode('email')?.focus()
    if (typeof email === 'string') toastError(email)
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => submit.mutate(values), refuse)}
    >
      {submit.isError && (
        <Notice tone="wrong" isAlert>
          {refusalOf(submit.error)}
        </Notice>
      )}
      <TextInput
        label={t('login.email')}
        description={t('forgot.hint')}
        type="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <Button type="submit" size="md" fullWidth disabled={submit.isPending} aria-live="polite">
        {t(submit.isPending ? 'forgot.submitting' : 'forgot.submit')}
      </Button>
      <p className={classes.other}>
        <Link to={PATHS.login}>{t('forgot.back')}</Link>
      </p>
    </form>
  )
}
