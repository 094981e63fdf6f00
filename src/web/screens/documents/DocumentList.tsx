import { ActionIcon, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { DOCUMENT_KINDS } from '#contract/documents.ts'
import { signedPesos } from '#domain/counted.ts'
import { showClp, showDay, showRut } from '#texts/formats.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import type { DocumentRow } from '#web/api/queries.ts'
import { documentPath, repeatPath } from '#web/paths.ts'
import { DeliveryBadge } from '#web/ui/DeliveryBadge.tsx'
import { IconCopy } from '#web/ui/icons.ts'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { ReactionBadge, type ReactionState } from '#web/ui/ReactionBadge.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { standingText, useStanding } from '#web/documents/standing.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import list from '#web/ui/RowList.module.css'
import classes from './DocumentList.module.css'

/** Every row opens its page; on phones a row becomes a card. */
export function DocumentList({
  documents,
  tick,
}: {
  documents: DocumentRow[]
  /** While some are being chosen: the tick of each. */
  tick?: ((document: DocumentRow) => ReactNode) | undefined
}) {
  const { t } = useTranslation()
  const namesCompany = useHasSeveralCompanies()
  return (
    <div className={list.list} data-choosing={tick !== undefined || undefined}>
      <div className={`${list.columns} ${classes.columns}`} aria-hidden="true">
        <span>{t('documents.recipient')}</span>
        <span>{t('documents.document')}</span>
        <span>{t('documents.date')}</span>
        <span>{t('documents.state')}</span>
        <span>{t('documents.mail')}</span>
        <span className={list.right}>{t('documents.total')}</span>
      </div>
      <ul>
        {documents.map((document) => (
          <li key={document.id} className={classes.item}>
            {tick !== undefined && <span className={classes.tick}>{tick(document)}</span>}
            <Row document={document} namesCompany={namesCompany} />
            {document.document_type !== 61 && <Repeat document={document} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ document, namesCompany }: { document: DocumentRow; namesCompany: boolean }) {
  const { t } = useTranslation()
  const { recipient, folio, emission_date, total, document_type } = document
  const standing = useStanding()(document)
  const why = standingText(t, standing)
  return (
    <Link to={documentPath(document.id)} className={`${list.row} ${classes.row}`}>
      <span className={classes.recipient}>
        <span className={list.name}>{recipient.name}</span>
        <span className={`${classes.rut} num`}>{showRut(recipient.identifier)}</span>
      </span>
      <span className={`${classes.number} num`}>
        {t(`documentTypes.${TYPE_NAMES[document_type]}`)}{' '}
        {folio !== null && t('documents.number', { folio })}
        {namesCompany && <span className={classes.company}>{document.company.name}</span>}
      </span>
      <span className={`${classes.date} num`}>{showDay(emission_date)}</span>
      <span className={classes.state}>
        <StateBadge of={standing} />
        {why !== null && <span className={classes.reason}>{why.what}</span>}
        {document.payment !== null && (
          <span className={classes.payment}>
            <PaymentBadge state={document.payment.state} />
          </span>
        )}
        <Reaction document={document} />
      </span>
      <span className={classes.mail}>
        <DeliveryBadge delivery={document.delivery} />
      </span>
      <span className={`${classes.total} num`}>
        {total === null ? '—' : showClp(signedPesos(DOCUMENT_KINDS[document_type], total))}
      </span>
    </Link>
  )
}

function Repeat({ document: { id, recipient } }: { document: DocumentRow }) {
  const { t } = useTranslation()
  const label = t('document.repeatOf', { name: recipient.name })
  return (
    <ActionIcon
      component={Link}
      to={repeatPath(id)}
      variant="subtle"
      size={36}
      className={classes.repeat}
      aria-label={label}
      title={t('document.repeat')}
    >
      <IconCopy size={18} />
    </ActionIcon>
  )
}

/** What was said: silence, of which most facturas have nothing else, is told on its own page and by the filter. */
const SHOWN: ReadonlySet<ReactionState> = new Set(['accepted', 'receipt', 'claimed', 'other'])

function Reaction({ document: { reaction, state } }: { document: DocumentRow }) {
  if (reaction === null || !SHOWN.has(reaction)) return null
  return (
    <span className={classes.payment}>
      <ReactionBadge state={reaction} isOver={state !== 'issued' || reaction !== 'claimed'} />
    </span>
  )
}

export function DocumentListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={list.list} aria-hidden="true">
      <div className={`${list.columns} ${classes.columns}`}>
        <Skeleton width={60} height={12} />
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`${list.row} ${classes.row}`}>
          <span className={classes.recipient}>
            <Skeleton width="60%" height={16} />
            <Skeleton width={90} height={12} mt={8} className={classes.rut} />
          </span>
          <span className={classes.number}>
            <Skeleton width={90} height={14} />
          </span>
          <span className={classes.date}>
            <Skeleton width={80} height={14} />
          </span>
          <span className={classes.state}>
            <Skeleton width={90} height={14} />
          </span>
          <span className={classes.mail}>
            <Skeleton width={70} height={14} />
          </span>
          <span className={classes.total}>
            <Skeleton width={80} height={14} ml="auto" />
          </span>
        </div>
      ))}
    </div>
  )
}
