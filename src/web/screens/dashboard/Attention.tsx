import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DocumentRow, DocumentState, EmailAccount, Rule } from '#web/api/queries.ts'
import { emailAccountsQuery, latestDocumentsQuery } from '#web/api/queries.ts'
import { documentPath, editRulePath, PATHS } from '#web/paths.ts'
import { IconAlert } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { reasonText } from '../documents/reason-text.ts'
import { readinessText } from '../rules/readiness-text.ts'
import { needsPerson } from './needs-person.ts'
import { SectionHead } from './SectionHead.tsx'
import classes from './Dashboard.module.css'

const STATES: DocumentState[] = ['failed', 'needs_data', 'uncertain', 'planned', 'queued']
const MOST = 20

/** Whatever waits for a person, one button per item. Nothing waiting, nothing shown. */
export function Attention({ rules }: { rules: Rule[] }) {
  const { t } = useTranslation()
  const answers = useQueries({
    queries: STATES.map((state) => latestDocumentsQuery({ state, limit: MOST })),
  })
  const documents = answers
    .flatMap(({ data }) => data?.documents ?? [])
    .filter(needsPerson)
    .slice(0, MOST)
  const broken = rules.filter(({ readiness, is_paused }) => readiness.length > 0 && !is_paused)
  const accounts = useQuery(emailAccountsQuery())
  const mailboxes = (accounts.data ?? []).filter(
    ({ state, pending }) => state === 'disconnected' || pending > 0,
  )
  if (documents.length + broken.length + mailboxes.length === 0) return null
  return (
    <section aria-labelledby="attention">
      <SectionHead id="attention" title={t('dashboard.attention')} />
      <ul className={classes.attention}>
        {documents.map((document) => (
          <li key={document.id}>
            <DocumentItem document={document} />
          </li>
        ))}
        {mailboxes.map((account) => (
          <li key={`mailbox ${account.id}`}>
            <MailboxItem account={account} />
          </li>
        ))}
        {broken.map((rule) => (
          <li key={`rule ${rule.id}`}>
            <RuleItem rule={rule} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DocumentItem({ document }: { document: DocumentRow }) {
  const { t } = useTranslation()
  const { what, todo } = reasonText(t, document.reason ?? '')
  return (
    <Item
      isWrong={document.state === 'failed'}
      title={`${document.recipient.name}: ${what}`}
      todo={todo}
      to={documentPath(document.id)}
      button={t('dashboard.resolve')}
    />
  )
}

/** A mailbox that sends nothing, or that held mails back while it couldn't. */
function MailboxItem({ account: { email_address, state, pending } }: { account: EmailAccount }) {
  const { t } = useTranslation()
  const isDead = state === 'disconnected'
  return (
    <Item
      isWrong={false}
      title={t(isDead ? 'dashboard.mailboxDead' : 'dashboard.mailboxPending', {
        address: email_address,
      })}
      todo={
        pending > 0
          ? t('dashboard.mailboxWaiting', { count: pending })
          : t('emailAccounts.deadNothing')
      }
      to={PATHS.emailAccounts}
      button={t(isDead ? 'emailAccounts.reconnect' : 'dashboard.resolve')}
    />
  )
}

function RuleItem({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const [first] = rule.readiness
  if (first === undefined) return null
  return (
    <Item
      isWrong={false}
      title={t('dashboard.ruleNotReady', { name: rule.name, reason: readinessText(t, first) })}
      todo={t(`reasons.${first.code}.todo`)}
      to={editRulePath(rule.id)}
      button={t('dashboard.completeRule')}
    />
  )
}

function Item({
  isWrong,
  title,
  todo,
  to,
  button,
}: {
  isWrong: boolean
  title: string
  todo: string
  to: string
  button: string
}) {
  return (
    <div className={classes.item} data-wrong={isWrong || undefined}>
      <IconAlert size={20} aria-hidden />
      <div className={classes.itemWords}>
        <p className={classes.itemTitle}>{title}</p>
        <p>{todo}</p>
      </div>
      <LinkButton to={to} variant="default" size="sm" aria-label={`${button}: ${title}`}>
        {button}
      </LinkButton>
    </div>
  )
}
