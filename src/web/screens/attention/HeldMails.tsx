import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AttentionItem } from '#web/api/agenda.ts'
import { emailAccountsQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { IconMail } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Attention.module.css'

/** Mailboxes that held mails back while they couldn't send: their owner says what becomes of them. */
function useHolding() {
  const { data } = useQuery(emailAccountsQuery())
  return (data ?? []).filter(({ pending }) => pending > 0)
}

/** Those of no item of the list: a problem is told once. */
export function useOtherHolding(items: readonly AttentionItem[]) {
  return useHolding().filter(({ id }) => !items.some((item) => isOf(item, id)))
}

/** How many mails wait for the mailbox that an item is about. */
export function WaitingMails({ item }: { item: AttentionItem }) {
  const { t } = useTranslation()
  const account = useHolding().find(({ id }) => isOf(item, id))
  if (account === undefined) return null
  return <p className={classes.todo}>{t('attention.mailsWaiting', { count: account.pending })}</p>
}

function isOf({ subject }: AttentionItem, account: number): boolean {
  return subject.kind === 'emailAccount' && subject.id === account
}

export function HeldMails({ holding }: { holding: ReturnType<typeof useOtherHolding> }) {
  const { t } = useTranslation()
  if (holding.length === 0) return null
  return (
    <ul className={`${classes.list} ${classes.held}`}>
      {holding.map(({ id, email_address, pending }) => {
        const what = t('attention.mailsHeld', { address: email_address })
        return (
          <li key={id} className={classes.item} data-actor="user">
            <IconMail size={20} aria-hidden className={classes.icon} />
            <div className={classes.words}>
              <h2 className={classes.what}>{what}</h2>
              <p className={classes.todo}>{t('attention.mailsWaiting', { count: pending })}</p>
            </div>
            <LinkButton
              to={PATHS.emailAccounts}
              variant="default"
              aria-label={`${t('attention.go.mailbox')}: ${what}`}
            >
              {t('attention.go.mailbox')}
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}
