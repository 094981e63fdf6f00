import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Trans, useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { register } from '#contract/auth.ts'
import { sitePath } from '#contract/pages.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { language } from '#web/language.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage, hasStatus, isUnreachable } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import { IconCheck } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { usePasswordEye } from '#web/ui/password-eye.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/account.ts'
import { AuthLayout } from '../login/AuthLayout.tsx'
import { checkPassword, firstProblem, lackingNeed } from './password-check.ts'
import { PasswordChecklist } from './PasswordChecklist.tsx'
import { usePasswordProblems } from './use-password-problems.ts'
import classes from '../login/Login.module.css'

export function Register() {
  const { t } = useTranslation()
  const facts = ['setup', 'excel', 'card', 'once'] as const
  return (
    <AuthLayout
      slow
      title={t('register.title')}
      lead={t('register.lead')}
      panelTitle={t('register.panelTitle')}
      panelBody={
        <ul>
          {facts.map((fact) => (
            <li key={fact}>
              <IconCheck size={18} aria-hidden /> {t(`register.panelFacts.${fact}`)}
            </li>
          ))}
        </ul>
      }
    >
      <RegisterForm />
    </AuthLayout>
  )
}

function RegisterForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [passwordEye, confirmEye] = [usePasswordEye(), usePasswordEye()]
  const form = useForm({ initialValues: { email: '', password: '', confirm: '' } })
  const { email, password, confirm } = form.values
  const problems = usePasswordProblems(password, email)
  const submit = useMutateAlone({
    mutationFn: () => send(register, { body: { email, password, re_password: confirm } }),
    onSuccess: (user) => {
      toastSuccess(t('register.success'))
      void navigate(PATHS.login, { state: { registered: user.email } })
    },
    onError: (fault) => {
      const { field, text } = refusalOf(fault)
      toastError(text)
      if (field === null) return
      form.setErrors({ [field]: text })
      form.getInputNode(field)?.focus()
    },
  })
  // The specification's catalogue: e-mail first, then password, then the rest.
  const refusalOf = (fault: unknown): { field: 'email' | 'password' | null; text: string } => {
    const [emailText] = fieldMessages(fault, 'email')
    if (emailText !== undefined) {
      return { field: 'email', text: t('register.emailRefused', { text: emailText }) }
    }
    const [passwordText] = fieldMessages(fault, 'password')
    if (passwordText !== undefined) {
      return { field: 'password', text: t('register.passwordRefused', { text: passwordText }) }
    }
    const [whole] = fieldMessages(fault, 'non_field_errors')
    const throttled = hasStatus(fault, 429) ? firstMessage(fault) : null
    const fallback = t(isUnreachable(fault) ? 'faults.connection' : 'register.failed')
    return { field: null, text: whole ?? throttled ?? fallback }
  }
  const general = submit.isError ? refusalOf(submit.error) : null
  const check = () => {
    if (submit.isPending) return
    submit.reset()
    form.clearErrors()
    const first = firstProblem(form.values)
    const lacking = lackingNeed(problems)
    if (first === null && lacking === null) return submit.mutate()
    const field = first === null ? 'password' : first.field
    const text =
      first !== null
        ? t(`register.${first.problem}`)
        : t('register.passwordLacks', { need: t(`register.${lacking ?? 'length'}`) })
    form.setErrors({ [field]: text })
    form.getInputNode(field)?.focus()
    toastError(text)
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check()
      }}
    >
      {general?.field === null && (
        <Notice tone="wrong" isAlert>
          {general.text}
        </Notice>
      )}
      <TextInput
        label={t('register.email')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('register.password')}
        autoComplete="new-password"
        aria-describedby="password-checklist"
        {...passwordEye}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label={t('register.confirm')}
        autoComplete="new-password"
        {...confirmEye}
        {...form.getInputProps('confirm')}
      />
      <PasswordChecklist
        id="password-checklist"
        check={checkPassword(password, confirm, problems)}
      />
      <Button type="submit" size="md" fullWidth disabled={submit.isPending} aria-live="polite">
        {t(submit.isPending ? 'register.submitting' : 'register.submit')}
      </Button>
      <p className={classes.terms}>
        <Trans
          i18nKey="register.terms"
          components={{
            terms: <Link reloadDocument to={sitePath('terms', language())} />,
            privacy: <Link reloadDocument to={sitePath('privacy', language())} />,
          }}
        />
      </p>
      <p className={classes.other}>
        {t('register.haveAccount')} <Link to={PATHS.login}>{t('register.login')}</Link>
      </p>
    </form>
  )
}
