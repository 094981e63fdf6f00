import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import type { ClientRow } from '#web/api/directory.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { clientPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import list from '#web/ui/RowList.module.css'
import classes from '../directory/Directory.module.css'

/** Every row opens its page; on phones a row becomes a card. */
export function ClientList({ clients }: { clients: readonly ClientRow[] }) {
  const { t } = useTranslation()
  return (
    <div className={list.list}>
      <div className={`${list.columns} ${classes.columns}`} aria-hidden="true">
        <span>{t('clients.client')}</span>
        <span>{t('clients.lastDocument')}</span>
        <span>{t('clients.rules')}</span>
        <span className={list.right}>{t('clients.owes')}</span>
      </div>
      <ul>
        {clients.map((client) => (
          <li key={client.id}>
            <Row client={client} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ client }: { client: ClientRow }) {
  const { t } = useTranslation()
  const { client_info: info, last_document: last, owed, overdue, rules, contacts } = client
  return (
    <Link to={clientPath(client.id)} className={`${list.row} ${classes.row}`}>
      <span className={classes.who}>
        <span className={list.name}>{info.name}</span>
        <span className={`${classes.about} num`}>
          {showRut(info.identifier)}
          {contacts > 0 && ` · ${t('clients.contactCount', { count: contacts })}`}
        </span>
      </span>
      <span className={`${classes.quiet} num`} data-none={last === null || undefined}>
        {last === null ? '—' : <LastDocument last={last} />}
      </span>
      <span className={`${classes.quiet} num`} data-none={rules === 0 || undefined}>
        {rules === 0 ? '—' : t('clients.ruleCount', { count: rules })}
      </span>
      <span className={`${classes.amount} num`} data-none={owed === 0 || undefined}>
        {owed === 0 ? '—' : showClp(owed)}
        {overdue > 0 && (
          <span className={classes.overdue}>
            {t('clients.overdue', { amount: showClp(overdue) })}
          </span>
        )}
      </span>
    </Link>
  )
}

function LastDocument({ last }: { last: NonNullable<ClientRow['last_document']> }) {
  const { t } = useTranslation()
  return (
    <>
      {t(`documentTypes.${TYPE_NAMES[last.document_type]}`)}{' '}
      {last.folio !== null && t('documents.number', { folio: last.folio })}
      <span className={classes.about}>{showDay(last.date)}</span>
    </>
  )
}

const SKELETON_ROWS = 8

export function ClientListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className={list.list} aria-hidden="true">
        <div className={`${list.columns} ${classes.columns}`}>
          <Skeleton width={60} height={12} />
        </div>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className={`${list.row} ${classes.row}`}>
            <span className={classes.who}>
              <Skeleton width="60%" height={16} />
              <Skeleton width={90} height={12} mt={8} />
            </span>
            <span className={classes.quiet}>
              <Skeleton width={90} height={14} />
            </span>
            <span className={classes.quiet}>
              <Skeleton width={60} height={14} />
            </span>
            <span className={classes.amount}>
              <Skeleton width={80} height={14} ml="auto" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
