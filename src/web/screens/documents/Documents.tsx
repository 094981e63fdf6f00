import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DocumentFilter } from '#web/api/queries.ts'
import { documentsQuery } from '#web/api/queries.ts'
import { NEW_RULE, PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IssueOne } from '#web/documents/IssueOne.tsx'
import { UploadLink } from '#web/documents/UploadLink.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import type { ListFilter } from './document-filter.ts'
import { NO_FILTER, readFilter, writeFilter } from './document-filter.ts'
import { DocumentList, DocumentListSkeleton } from './DocumentList.tsx'
import { Filters } from './Filters.tsx'
import { useDocumentList } from './at-once/use-files.ts'
import { showDay } from '#texts/formats.ts'
import { ChosenBox } from '#web/ui/ChosenBox.tsx'
import { useChosen, type Chosen } from '#web/ui/use-chosen.ts'
import type { DocumentRow } from '#web/api/queries.ts'
import '#web/texts/bulk.ts'
import classes from './Documents.module.css'

const DocumentsAtOnce = lazy(async () => ({
  default: (await import('./at-once/DocumentsAtOnce.tsx')).DocumentsAtOnce,
}))

const WHILE_TYPING_MS = 300

export function Documents() {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const filter = readFilter(query)
  const [settled] = useDebouncedValue(filter.search, WHILE_TYPING_MS)
  const list = useInfiniteQuery(documentsQuery(askedOf({ ...filter, search: settled })))
  const choose = (name: string, value: string) =>
    changeQuery((now) => {
      now.set(name, value)
      // What a select says is read as the address is: nothing else gets in.
      return writeFilter(readFilter(now))
    })
  const clear = () => changeQuery(() => writeFilter(NO_FILTER))
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  const isFiltered = writeFilter(filter).size > 0
  const isEmpty = list.isSuccess && documents.length === 0
  if (isEmpty && !isFiltered && !list.isPlaceholderData) return <NoDocuments />
  return (
    <Page
      title={t('documents.title')}
      actions={
        <>
          <UploadLink />
          <LinkButton to={PATHS.clients} variant="default">
            {t('nav.clients')}
          </LinkButton>
          <IssueOne />
        </>
      }
    >
      <Filters
        filter={filter}
        mayClear={isFiltered && !isEmpty}
        onChoose={choose}
        onClear={clear}
      />
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
            <Button variant="default" onClick={clear}>
              {t('documents.clear')}
            </Button>
          }
        />
      )}
      {documents.length > 0 && (
        <div aria-busy={list.isPlaceholderData}>
          <Choosable documents={documents} filter={askedOf(filter)} />
          <ListFoot
            list={list}
            shown={t('documents.shown', { count: documents.length })}
            more={t('documents.more')}
          />
        </div>
      )}
    </Page>
  )
}

/** The list, whose documents may be ticked and exported. */
function Choosable({ documents, filter }: { documents: DocumentRow[]; filter: DocumentFilter }) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  const chosen = useChosen(documents.map(({ id }) => id))
  const list = useDocumentList()
  const end = () => {
    chosen.choose([])
    setIsChoosing(false)
  }
  return (
    <>
      {!isChoosing && (
        <div className={classes.tools}>
          <Button variant="subtle" size="compact-sm" onClick={() => setIsChoosing(true)}>
            {t('bulk.documents.choose')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={list.isPending}
            onClick={() => list.mutate({ filter })}
          >
            {t('bulk.documents.exportAll')}
          </Button>
        </div>
      )}
      <DocumentList documents={documents} tick={isChoosing ? tickOf(t, chosen) : undefined} />
      {isChoosing && (
        <Suspense>
          <DocumentsAtOnce documents={documents} chosen={chosen} onEnd={end} />
        </Suspense>
      )}
    </>
  )
}

function tickOf(t: TFunction, chosen: Chosen) {
  return ({ id, recipient, emission_date }: DocumentRow) => {
    const label = t('bulk.documents.pick', { name: recipient.name, date: showDay(emission_date) })
    return <ChosenBox id={id} label={label} chosen={chosen} />
  }
}

function askedOf({
  search,
  state,
  delivery,
  payment,
  reaction,
  type,
  month,
}: ListFilter): DocumentFilter {
  return {
    search: search.trim() || undefined,
    state: state || undefined,
    delivery: delivery || undefined,
    payment: payment || undefined,
    reaction: reaction || undefined,
    document_type: type || undefined,
    month: month || undefined,
  }
}

function NoDocuments() {
  const { t } = useTranslation()
  return (
    <Page title={t('documents.title')}>
      <EmptyState
        box={t('sheet.type')}
        title={t('documents.emptyTitle')}
        body={t('documents.emptyBody')}
        action={
          <div className={classes.choices}>
            <IssueOne />
            <UploadLink />
            <LinkButton to={NEW_RULE} variant="default">
              {t('rules.create')}
            </LinkButton>
          </div>
        }
      />
    </Page>
  )
}
