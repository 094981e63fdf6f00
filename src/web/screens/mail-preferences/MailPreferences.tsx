import { Checkbox, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { changeMailPreferences, readMailPreferences } from '#contract/mail-preferences.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toastError } from '#web/ui/toast.ts'
import '#web/texts/profile.ts'
import classes from './MailPreferences.module.css'

type Preferences = ReplyOf<typeof readMailPreferences>
type Kind = keyof Preferences

const GROUPS: readonly { name: 'summaries' | 'needsYou' | 'safety'; kinds: readonly Kind[] }[] = [
  { name: 'summaries', kinds: ['issued_today', 'weekly_digest', 'payment_received'] },
  {
    name: 'needsYou',
    kinds: ['check_failed', 'monthly_values', 'document_uncertain', 'mailbox_disconnected'],
  },
  { name: 'safety', kinds: ['new_sign_in'] },
]

/** Which of the product's mails come; each is saved as it is ticked. */
export function MailPreferences() {
  const { t } = useTranslation()
  const asked = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => send(readMailPreferences, {}, signal),
  })
  const change = useChange()
  return (
    <Page
      title={t('mailPreferences.title')}
      lead={t('mailPreferences.lead')}
      above={<BackLink to={PATHS.profile}>{t('profile.title')}</BackLink>}
      narrow
    >
      {asked.isLoadingError && (
        <FaultState fault={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.isPending && (
        <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
      )}
      {asked.data !== undefined &&
        GROUPS.map(({ name, kinds }) => (
          <section key={name} className={classes.group}>
            <h2 className={classes.heading}>{t(`mailPreferences.groups.${name}`)}</h2>
            {kinds.map((kind) => (
              <Checkbox
                key={kind}
                label={t(`mailPreferences.kinds.${kind}.label`)}
                description={t(`mailPreferences.kinds.${kind}.description`)}
                checked={asked.data[kind]}
                onChange={({ currentTarget }) => change({ [kind]: currentTarget.checked })}
              />
            ))}
          </section>
        ))}
      <p className={`${classes.always} muted small`}>{t('mailPreferences.always')}</p>
    </Page>
  )
}

const KEY = ['mail-preferences']

/** At once on the screen, and back again when the server refuses. */
function useChange(): (wish: Partial<Preferences>) => void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (wish: Partial<Preferences>) => send(changeMailPreferences, { body: wish }),
    onMutate: (wish) => {
      const before = client.getQueryData<Preferences>(KEY)
      if (before !== undefined) client.setQueryData(KEY, { ...before, ...wish })
      return before
    },
    onError: (fault, _wish, before) => {
      client.setQueryData(KEY, before)
      toastError(firstMessage(fault) ?? t('mailPreferences.failed'))
    },
  })
  return mutate
}
