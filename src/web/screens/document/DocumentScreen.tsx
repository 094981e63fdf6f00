import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { hasStatus } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { documentQuery, installationQuery } from '#web/api/queries.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Sheet } from '#web/ui/sheet/Sheet.tsx'
import { SheetSkeleton } from '#web/ui/sheet/SheetSkeleton.tsx'
import { BackToList, DocumentGone } from './DocumentGone.tsx'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { Deliveries } from './mails/Deliveries.tsx'
import { Payment } from './payment/Payment.tsx'
import { Reaction } from './Reaction.tsx'
import { sheetOf } from './sheet-of.ts'
import { StatePanel, StatePanelSkeleton } from './StatePanel.tsx'
import { Timeline, TimelineSkeleton } from './Timeline.tsx'
import { Trail } from './Trail.tsx'
import classes from './Document.module.css'

export function DocumentScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().documentId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const document = useQuery({ ...documentQuery(id), enabled: isNumber })
  if (!isNumber || hasStatus(document.error, 404)) return <DocumentGone />
  if (document.isError && document.data === undefined) {
    return (
      <Page title={t('shared.title')} above={<BackToList />}>
        <FaultState fault={document.error} onRetry={() => void document.refetch()} />
      </Page>
    )
  }
  if (document.data === undefined) return <Loading />
  return <Shown document={document.data} />
}

function Shown({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const demonstration = useQuery(installationQuery()).data?.demonstration ?? true
  const type = t(`documentTypes.${TYPE_NAMES[document.document_type]}`)
  const title =
    document.folio === null
      ? t('document.heading', { type, name: document.recipient.name })
      : t('document.headingNumber', { type, folio: document.folio })
  return (
    <Page
      title={title}
      lead={document.folio === null ? undefined : document.recipient.name}
      above={<BackToList />}
    >
      <div className={classes.columns}>
        <div className={classes.panel}>
          <StatePanel document={document} />
          <Reaction document={document} />
          <Payment document={document} />
        </div>
        <div className={classes.paper} data-state={document.state}>
          <Sheet content={sheetOf(document)} demonstration={demonstration} />
        </div>
        <div className={classes.history}>
          <Deliveries documentId={document.id} />
          <Timeline document={document} />
          <Trail document={document} />
        </div>
      </div>
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('documents.title')}
      heading={
        <>
          <VisuallyHidden>{t('loading')}</VisuallyHidden>
          <Skeleton width={260} height={34} />
        </>
      }
      above={<BackToList />}
    >
      <div className={classes.columns} role="status" aria-label={t('loading')}>
        <div className={classes.panel}>
          <StatePanelSkeleton />
        </div>
        <div className={classes.paper}>
          <SheetSkeleton />
        </div>
        <div className={classes.history}>
          <TimelineSkeleton />
        </div>
      </div>
    </Page>
  )
}
