import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { documentQuery } from '#web/api/queries.ts'
import { documentPath } from '#web/paths.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { DecisionSkeleton } from './DecisionSkeleton.tsx'
import { StatePanel } from '../document/StatePanel.tsx'
import classes from './Attention.module.css'

/** The document's own panel, with what may be done about it, without leaving the list. */
export function DocumentDecision({ id }: { id: number }) {
  const { t } = useTranslation()
  const document = useQuery(documentQuery(id))
  if (document.isError && document.data === undefined) {
    return (
      <FaultNotice
        title={t('preview.failed')}
        fault={document.error}
        onRetry={() => void document.refetch()}
      />
    )
  }
  if (document.data === undefined) return <DecisionSkeleton />
  return (
    <>
      <StatePanel document={document.data} />
      <Link to={documentPath(id)} className={classes.whole}>
        {t('attention.wholeDocument')}
      </Link>
    </>
  )
}
