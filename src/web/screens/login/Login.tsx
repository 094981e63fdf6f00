import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { firstMessage, hasCode, hasStatus, isUnreachable, triesLeft } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { isEmail } from '#web/ui/is-email.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastError } from '#web/ui/toast.ts'
import '#web/texts/account.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { CheckYourMail } from './CheckYourMail.tsx'
import { DemoLogins } from './DemoLogins.tsx'
import { useLogin } from './use-login.ts'
import classes from './Login.module.css'

const arrival = z.union([
  z
    .object({ registered: z.string() })
    .transform(({ registered: email }) => ({ email, from: 'register' as const })),
  z
    .object({ recovering: z.string() })
    .transform(({ recovering: email }) => ({ email, from: 'recovery' as const })),
])

export function Login() {
  const { t } = useTranslation()
  const arrived = arrival.safeParse(useLocation().state)
  return (
    <AuthLayout
      title={t('login.title')}
      lead={t('login.lead')}
      panelTitle={t('login.panelTitle')}
      panelBody={t('login.panelBody')}
    >
      {arrived.success && <CheckYourMail {...arrived.data} />}
      <LoginForm initialEmail={arrived.success ? arrived.data.email : ''} />
      <DemoLogins />
    </AuthLayout>
  )
}

function LoginForm({ initialEmail }: { initialEmail: string }) {
  const { t } = useTranslation()
  const logIn = useLogin()
  const eye = usePasswordEye()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: initialEmail, password: '', otp: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return t('login.emailRequired')
        return isEmail(value) ? null : t('register.emailInvalid')
      },
      password: (value) => (value === '' ? t('login.passwordRequired') : null),
    },
  })
  const [asksForCode, setAsksForCode] = useState(false)
  const submit = useMutateAlone({
    mutationFn: ({ otp, ...credentials }: Credentials) =>
      logIn(otp.trim() === '' ? credentials : { ...credentials, otp }),
    onError: (fault) => {
      if (hasCode(fault, 'otp_required')) return setAsksForCode(true)
      showRefusal(fault)
    },
  })
  const focusFirst = (errors: Partial<Record<'email' | 'password', unknown>>) =>
    form.getInputNode(errors.email === undefined ? 'password' : 'email')?.focus()
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => submit.mutate(values), focusFirst)}
    >
      {submit.isError && !hasCode(submit.error, 'otp_required') && (
        <Notice tone="wrong" isAlert>
          <Refusal fault={submit.error} />
        </Notice>
      )}
      <TextInput
        label={t('login.email')}
        type="email"
        autoComplete="username"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('login.password')}
        autoComplete="current-password"
        {...eye}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <p className={classes.forgot}>
        <Link to={PATHS.forgotPassword}>{t('login.forgot')}</Link>
      </p>
      {asksForCode && (
        <TextInput
          label={t('login.code')}
          description={t('login.codeHint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          key={form.key('otp')}
          {...form.getInputProps('otp')}
        />
      )}
      <Button type="submit" size="md" fullWidth disabled={submit.isPending} aria-live="polite">
        {t(submit.isPending ? 'login.submitting' : 'login.submit')}
      </Button>
      <p className={classes.other}>
        {t('login.noAccount')} <Link to={PATHS.register}>{t('login.register')}</Link>
      </p>
    </form>
  )
}

interface Credentials {
  email: string
  password: string
  otp: string
}

function showRefusal(fault: unknown): void {
  toastError(<Refusal fault={fault} />)
}

function Refusal({ fault }: { fault: unknown }) {
  const { t } = useTranslation()
  if (isUnreachable(fault)) return <>{t('faults.connection')}</>
  if (hasCode(fault, 'otp_invalid')) {
    return (
      <>
        <span>{t('login.codeWrong')}</span>
        <TriesLeft fault={fault} />
      </>
    )
  }
  if (hasStatus(fault, 429)) return <>{firstMessage(fault) ?? t('login.throttled')}</>
  if (!hasStatus(fault, 401) && !hasStatus(fault, 400)) return <>{t('faults.unexpected')}</>
  return (
    <>
      <strong className={classes.wrong}>{t('login.wrong')}</strong>
      <span>{t('login.wrongHint')}</span>
      <TriesLeft fault={fault} />
    </>
  )
}

/** Told from here on: before, it would only worry who mistyped once. */
const FEW_TRIES = 5

function TriesLeft({ fault }: { fault: unknown }) {
  const { t } = useTranslation()
  const left = triesLeft(fault)
  if (left === null || left > FEW_TRIES) return null
  return (
    <span className={classes.tries}>
      {left === 0 ? t('login.noTries') : t('login.tries', { count: left })}
    </span>
  )
}
