import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listAuditEvents } from '#contract/audit.ts'
import { send } from '#web/api/client.ts'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import '#web/texts/profile.ts'
import classes from './CredentialUse.module.css'
import { EventList, EventListSkeleton } from './EventList.tsx'

type About = 'secrets' | 'everything'

/** When and what for a clave was opened; or whatever is on record. */
export function CredentialUse() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const about: About = query.get('about') === 'everything' ? 'everything' : 'secrets'
  const list = useInfiniteQuery(eventsQuery(about))
  const events = list.data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Page
      title={t('credentialUse.title')}
      lead={t('credentialUse.lead')}
      above={<BackLink to={PATHS.profile}>{t('credentialUse.back')}</BackLink>}
      narrow
    >
      <div className={classes.choice}>
        <Segments
          label={t('credentialUse.what')}
          value={about}
          options={[
            { value: 'secrets', label: t('credentialUse.secrets') },
            { value: 'everything', label: t('credentialUse.everything') },
          ]}
          onChange={(chosen) =>
            setQuery(chosen === 'secrets' ? {} : { about: chosen }, { replace: true })
          }
        />
      </div>
      {list.isPending && (
        <div role="status" aria-label={t('loading')}>
          <EventListSkeleton />
        </div>
      )}
      {list.isError && events.length === 0 && (
        <FaultState fault={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && events.length === 0 && <Nothing about={about} />}
      {events.length > 0 && (
        <>
          <EventList events={events} />
          <ListFoot
            list={list}
            shown={t('credentialUse.shown', { count: events.length })}
            more={t('credentialUse.more')}
          />
        </>
      )}
    </Page>
  )
}

function Nothing({ about }: { about: About }) {
  const { t } = useTranslation()
  return about === 'secrets' ? (
    <EmptyState title={t('credentialUse.emptyTitle')} body={t('credentialUse.emptyBody')} />
  ) : (
    <EmptyState title={t('credentialUse.nothingTitle')} body="" />
  )
}

function eventsQuery(about: About) {
  return infiniteQueryOptions({
    queryKey: ['audit-events', about],
    queryFn: ({ signal, pageParam }) =>
      send(listAuditEvents, { query: { about, before: pageParam ?? undefined } }, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
  })
}

function startOfList(): number | null {
  return null
}
