import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { emailAccountsQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { IconMail } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Attention.module.css'

/** Mailboxes that held mails back while they couldn't send: their owner says what becomes of them. */
export function useHolding() {
  const { data } = useQuery(emailAccountsQuery())
  return (data ?? []).filter(({ pending }) => pending > 0)
}

export function HeldMails() {
  const { t } = useTranslation()
  const holding = useHolding()
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
