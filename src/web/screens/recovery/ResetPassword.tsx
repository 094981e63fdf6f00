import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { confirmPasswordReset } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, hasStatus, isUnreachable } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import '#web/texts/account.ts'
import { AuthLayout } from '../login/AuthLayout.tsx'
import { checkPassword, lackingNeed } from '../register/password-check.ts'
import { PasswordChecklist } from '../register/PasswordChecklist.tsx'
import { usePasswordProblems } from '../register/use-password-problems.ts'
import classes from '../login/Login.module.css'

/** A form; then what came of it: done, or why not and how to get another link. */
export function ResetPassword() {
  const { t } = useTranslation()
  const { uid = '', token = '' } = useParams()
  const submit = useMutateAlone({
    mutationFn: ({ password, repeated }: NewPassword) =>
      send(confirmPasswordReset, {
        body: { uid, token, new_password: password, re_new_password: repeated },
      }),
  })
  return (
    <AuthLayout
      title={t(submit.isSuccess ? 'reset.doneTitle' : 'reset.title')}
      lead={t(submit.isSuccess ? 'reset.doneLead' : 'reset.lead')}
      panelTitle={t('forgot.panelTitle')}
      panelBody={t('forgot.panelBody')}
    >
      {submit.isSuccess ? (
        <Done />
      ) : (
        <ResetForm
          fault={submit.error}
          isSending={submit.isPending}
          onSubmit={(values) => submit.mutate(values)}
        />
      )}
    </AuthLayout>
  )
}

interface NewPassword {
  password: string
  repeated: string
}

function Done() {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <Notice tone="safe" title={t('reset.done')} isAlert />
      <LinkButton to={PATHS.login} size="md">
        {t('activation.login')}
      </LinkButton>
    </div>
  )
}

function ResetForm(props: {
  fault: unknown
  isSending: boolean
  onSubmit: (values: NewPassword) => void
}) {
  const { t } = useTranslation()
  const [eye, repeatedEye] = [usePasswordEye(), usePasswordEye()]
  const [typed, setTyped] = useState('')
  const problems = usePasswordProblems(typed, '')
  const form = useForm({
    initialValues: { password: '', repeated: '' },
    onValuesChange: (values) => setTyped(values.password),
    validate: {
      password: (value) => {
        if (value === '') return t('register.passwordRequired')
        const lacking = lackingNeed(problems)
        return lacking && t('register.passwordLacks', { need: t(`register.${lacking}`) })
      },
      repeated: (value, values) => (value === values.password ? null : t('reset.mismatch')),
    },
  })
  const { password, repeated } = form.values
  const focusFirst = (errors: Partial<Record<keyof NewPassword, unknown>>) =>
    form.getInputNode(errors.password === undefined ? 'repeated' : 'password')?.focus()
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit((values) => props.onSubmit(values), focusFirst)}
    >
      {props.fault !== null && <Failure fault={props.fault} />}
      <PasswordInput
        label={t('reset.password')}
        autoComplete="new-password"
        aria-describedby="password-checklist"
        {...eye}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t('reset.repeat')}
        autoComplete="new-password"
        {...repeatedEye}
        {...form.getInputProps('repeated')}
      />
      <PasswordChecklist
        id="password-checklist"
        check={checkPassword(password, repeated, problems)}
        knowsEmail={false}
      />
      <Button type="submit" size="md" fullWidth disabled={props.isSending} aria-live="polite">
        {t(props.isSending ? 'reset.submitting' : 'reset.submit')}
      </Button>
      <p className={classes.other}>
        <Link to={PATHS.login}>{t('forgot.back')}</Link>
      </p>
    </form>
  )
}

/** The first refusal of the new password, else the detail, else that the reason is unknown. */
function Failure({ fault }: { fault: unknown }) {
  const { t } = useTranslation()
  const [refused] = fieldMessages(fault, 'new_password')
  const [detail] = fieldMessages(fault, 'detail')
  const isOfTheLink = hasStatus(fault, 400) && refused === undefined && detail === undefined
  const silent = isUnreachable(fault) ? t('faults.connection') : t('reset.unknown')
  return (
    <Notice
      tone="wrong"
      title={t('reset.failed')}
      isAlert
      action={
        isOfTheLink && (
          <LinkButton to={PATHS.forgotPassword} size="compact-sm" variant="default">
            {t('reset.another')}
          </LinkButton>
        )
      }
    >
      {refused ?? detail ?? (isOfTheLink ? t('reset.stale') : silent)}
    </Notice>
  )
}
