import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { documentState } from '#contract/documents.ts'
import type { DocumentFilter } from '#web/api/queries.ts'
import { documentsQuery } from '#web/api/queries.ts'
import { NEW_RULE } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import { DocumentList, DocumentListSkeleton } from './DocumentList.tsx'
import classes from './Documents.module.css'

const WHILE_TYPING_MS = 300

export function Documents() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const search = (query.get('search') ?? '').slice(0, 100)
  const state = documentState.safeParse(query.get('state')).data
  const [settled] = useDebouncedValue(search, WHILE_TYPING_MS)
  const filter: DocumentFilter = { state, search: settled.trim() || undefined }
  const list = useInfiniteQuery(documentsQuery(filter))
  const change = (part: { search?: string; state?: string }) => {
    const next = { search, state: state ?? '', ...part }
    const given = Object.entries(next).filter(([, value]) => value !== '')
    setQuery(new URLSearchParams(given), { replace: true, preventScrollReset: true })
  }
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  const isFiltered = search !== '' || state !== undefined
  const isEmpty = list.isSuccess && documents.length === 0
  if (isEmpty && !isFiltered && !list.isPlaceholderData) return <NoDocuments />
  return (
    <Page title={t('documents.title')}>
      <div className={classes.filters} role="search">
        <SearchBox
          label={t('documents.search')}
          value={search}
          onChange={(text) => change({ search: text })}
        />
        <NativeSelect
          aria-label={t('documents.state')}
          value={state ?? ''}
          data={[
            { value: '', label: t('documents.allStates') },
            ...documentState.options.map((option) => ({
              value: option,
              label: t(`documentStates.${option}`),
            })),
          ]}
          onChange={(event) => change({ state: event.currentTarget.value })}
        />
      </div>
      {list.isPending && (
        <div role="status" aria-label={t('loading')}>
          <DocumentListSkeleton />
        </div>
      )}
      {list.isError && documents.length === 0 && (
        <FaultState fault={list.error} onRetry={() => void list.refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          title={t('documents.noResultsTitle')}
          body={t('documents.noResultsBody')}
          action={
            <Button variant="default" onClick={() => change({ search: '', state: '' })}>
              {t('documents.clear')}
            </Button>
          }
        />
      )}
      {documents.length > 0 && (
        <div aria-busy={list.isPlaceholderData}>
          <DocumentList documents={documents} />
          <div className={classes.foot}>
            <span className="muted small" role="status">
              {t('documents.shown', { count: documents.length })}
            </span>
            {list.hasNextPage && (
              <Button
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('documents.more')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Page>
  )
}

function NoDocuments() {
  const { t } = useTranslation()
  return (
    <Page title={t('documents.title')}>
      <EmptyState
        box={t('sheet.type')}
        title={t('documents.emptyTitle')}
        body={t('documents.emptyBody')}
        action={<LinkButton to={NEW_RULE}>{t('rules.create')}</LinkButton>}
      />
    </Page>
  )
}
