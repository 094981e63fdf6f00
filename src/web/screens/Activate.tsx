import { Button, Loader, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { activate } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { hasStatus, isUnreachable } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { isEmail } from '#web/ui/is-email.ts'
import { useResendActivation } from './login/use-resend-activation.ts'
import '#web/texts/account.ts'
import classes from './Activate.module.css'

/** Asked as a query under the link's own key: a screen drawn twice still spends the link once. */
export function Activate() {
  const { t } = useTranslation()
  const { uid = '', token = '' } = useParams()
  const asked = useQuery({
    queryKey: ['activation', uid, token],
    queryFn: async () => {
      await send(activate, { body: { uid, token } })
      return true
    },
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (asked.isPending) return <Checking />
  if (asked.isSuccess) {
    return <Ending title={t('activation.doneTitle')} body={t('activation.doneBody')} />
  }
  if (hasStatus(asked.error, 403)) {
    return <Ending title={t('activation.staleTitle')} body={t('activation.staleBody')} />
  }
  if (isUnreachable(asked.error) || !hasStatus(asked.error, 400)) {
    return (
      <Page title={t('activation.unreachableTitle')} lead={t('activation.unreachableBody')} narrow>
        <Button size="md" loading={asked.isFetching} onClick={() => void asked.refetch()}>
          {t('actions.retry')}
        </Button>
      </Page>
    )
  }
  return <Failed />
}

function Checking() {
  const { t } = useTranslation()
  return (
    <Page title={t('activation.checkingTitle')} narrow>
      <div role="status" aria-label={t('activation.checkingTitle')}>
        <Loader />
      </div>
    </Page>
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
        className={classes.resend}
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
