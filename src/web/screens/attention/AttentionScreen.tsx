import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AttentionItem } from '#web/api/agenda.ts'
import { attentionQuery } from '#web/api/agenda.ts'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { AttentionList } from './AttentionList.tsx'
import { JointOffers } from './JointOffers.tsx'
import '#web/texts/bulk.ts'
import classes from './Attention.module.css'

const URGENCIES: readonly AttentionItem['urgency'][] = [
  'now',
  'tomorrow',
  'threeDays',
  'week',
  'later',
]

/** Everything that stops an emission or will, the nearest first, each with what mends it. */
export function AttentionScreen() {
  const { t } = useTranslation()
  const asked = useQuery(attentionQuery())
  const held = asked.data?.held ?? 0
  const groups = URGENCIES.map((urgency) => ({
    urgency,
    items: (asked.data?.items ?? []).filter((item) => item.urgency === urgency),
  })).filter(({ items }) => items.length > 0)
  return (
    <Page title={t('attention.title')} lead={t('attention.lead')}>
      {asked.isPending && <Loading />}
      {asked.isError && asked.data === undefined && (
        <FaultState fault={asked.error} onRetry={() => void asked.refetch()} />
      )}
      {asked.data?.items.length === 0 && (
        <EmptyState
          title={held > 0 ? t('attention.heldTitle', { count: held }) : t('attention.emptyTitle')}
          body={t(held > 0 ? 'attention.heldBody' : 'attention.emptyBody')}
          action={
            <LinkButton to={PATHS.thisMonth} variant="default">
              {t('attention.emptyAction')}
            </LinkButton>
          }
        />
      )}
      <JointOffers items={asked.data?.items ?? []} />
      <div className={classes.sections}>
        {groups.map(({ urgency, items }) => (
          <section key={urgency} aria-labelledby={`urgency-${urgency}`}>
            <h2 id={`urgency-${urgency}`} className={classes.urgency}>
              {t(`attention.urgency.${urgency}`)}
            </h2>
            <AttentionList items={items} />
          </section>
        ))}
      </div>
      {asked.data !== undefined && asked.data.more > 0 && (
        <p className="muted">{t('attention.more', { count: asked.data.more })}</p>
      )}
    </Page>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton width={90} height={18} mb={12} />
      <ul className={classes.list}>
        {[1, 2, 3].map((row) => (
          <li key={row} className={classes.item}>
            <Skeleton width="70%" height={44} />
          </li>
        ))}
      </ul>
    </div>
  )
}
