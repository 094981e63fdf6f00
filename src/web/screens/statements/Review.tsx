import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  movementsQuery,
  statementsQuery,
  type Movement,
  type Movements,
  type MovementView,
} from '#web/api/statements.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { MovementRow } from './MovementRow.tsx'
import { PickDocuments } from './PickDocuments.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useMovement } from './use-movement.ts'
import classes from './Review.module.css'

const VIEWS = ['review', 'matched', 'others', 'aside'] as const

/** A company's movements: what is left to decide first. */
export function Review({ company }: { company: number }) {
  const { t } = useTranslation()
  const [view, setView] = useState<MovementView>('review')
  const [page, setPage] = useState(1)
  const found = useQuery(movementsQuery(company, view, page))
  const hasNone = useQuery(statementsQuery(company)).data?.length === 0
  const look = (next: MovementView) => {
    setView(next)
    setPage(1)
  }
  if (found.isPending) {
    return <Skeleton height={240} radius={12} role="status" aria-label={t('loading')} />
  }
  if (found.isLoadingError) {
    return (
      <FaultState
        title={t('statements.loadFailed')}
        fault={found.error}
        onRetry={() => void found.refetch()}
      />
    )
  }
  if (hasNone || found.data === undefined) {
    return <EmptyState title={t('statements.emptyTitle')} body={t('statements.emptyBody')} />
  }
  const { counts, pages } = found.data
  return (
    <section className={classes.review} aria-label={t('statements.view.review')}>
      <div className={classes.views}>
        <Segments
          label={t('statements.views')}
          value={view}
          options={VIEWS.map((value) => ({
            value,
            label: `${t(`statements.view.${value}`)} ${counts[value]}`,
          }))}
          onChange={look}
        />
      </div>
      <List company={company} view={view} data={found.data} />
      {pages > 1 && (
        <nav className={classes.pages} aria-label={t('statements.page', { page, pages })}>
          <Button variant="default" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('statements.previous')}
          </Button>
          <span className="muted small num">{t('statements.page', { page, pages })}</span>
          <Button variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('statements.next')}
          </Button>
        </nav>
      )}
    </section>
  )
}

function List({ company, view, data }: { company: number; view: MovementView; data: Movements }) {
  const { t } = useTranslation()
  const acting = useMovement(company)
  const list = useRef<HTMLUListElement>(null)
  const [picking, setPicking] = useState<Movement | null>(null)
  const { movements } = data
  useListKeys(list, movements.length)
  if (movements.length === 0) {
    return (
      <p className={classes.none} role="status">
        {t(`statements.none.${view}`)}
      </p>
    )
  }
  return (
    <>
      {view === 'review' && <p className={`${classes.keys} muted small`}>{t('statements.keys')}</p>}
      <ul ref={list} className={classes.list}>
        {movements.map((movement) => (
          <MovementRow
            key={movement.id}
            movement={movement}
            acting={acting}
            onPick={() => setPicking(movement)}
          />
        ))}
      </ul>
      {picking !== null && (
        <PickDocuments
          company={company}
          movement={picking}
          acting={acting}
          onClose={() => setPicking(null)}
        />
      )}
    </>
  )
}
