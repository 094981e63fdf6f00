import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DirectoryList } from '#contract/directory.ts'
import type { Company } from '#web/api/queries.ts'
import '#web/texts/directory.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { ListFoot, type MoreToRead } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { ExcelActions } from './ExcelActions.tsx'
import { Filters } from './Filters.tsx'
import { useCompany } from './use-company.ts'

const WHILE_TYPING_MS = 300
const MAX_SEARCH = 100

/** What of a list is shown. */
export interface Asked<Sort> {
  company: number
  search: string
  sort: Sort
}

/** The page of one of a company's lists: search, order and company stand in its address. */
export function DirectoryPage<Sort extends string>({
  of,
  sorts,
  skeleton: Skeleton,
  add: Add,
  children,
}: {
  of: DirectoryList
  /** The first one unless the address says another. */
  sorts: readonly [{ value: Sort; label: string }, ...{ value: Sort; label: string }[]]
  skeleton: ComponentType<{ label: string }>
  /** The dialog that makes a new one. */
  add: ComponentType<{ company: Company; onClose: () => void }>
  children: (asked: Asked<Sort>, whenEmpty: ReactNode) => ReactNode
}) {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const { company, companies, error, refetch } = useCompany(query.get('company'))
  const [isAdding, setIsAdding] = useState(false)
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH)
  const [settled] = useDebouncedValue(search.trim(), WHILE_TYPING_MS)
  const sort = (sorts.find(({ value }) => value === query.get('sort')) ?? sorts[0]).value
  const choose = (name: string, value: string) =>
    changeQuery((now) => {
      if (value === '') now.delete(name)
      else now.set(name, value)
      return now
    })
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t(`${of}.new`)}
    </Button>
  )
  const whenEmpty =
    settled === '' ? (
      <EmptyState title={t(`${of}.emptyTitle`)} body={t(`${of}.emptyBody`)} action={add} />
    ) : (
      <NothingFound onClear={() => choose('search', '')} />
    )
  return (
    <Page
      title={t(`${of}.title`)}
      lead={t(`${of}.lead`)}
      actions={
        company && (
          <>
            <ExcelActions list={of} company={company.id} />
            {add}
          </>
        )
      }
    >
      <Filters
        search={search}
        label={t(`${of}.search`)}
        sort={sort}
        sorts={[...sorts]}
        company={company}
        companies={companies}
        onChoose={choose}
      />
      {company !== undefined && children({ company: company.id, search: settled, sort }, whenEmpty)}
      {company === undefined && error === null && <Skeleton label={t('loading')} />}
      {company === undefined && error !== null && <FaultState fault={error} onRetry={refetch} />}
      {isAdding && company !== undefined && (
        <Add company={company} onClose={() => setIsAdding(false)} />
      )}
    </Page>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('directory.noResultsTitle')}
      body={t('directory.noResultsBody')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('directory.clear')}
        </Button>
      }
    />
  )
}

interface PagedList extends MoreToRead {
  isError: boolean
  error: Error | null
  isPlaceholderData: boolean
  refetch(): unknown
}

/** The rows of such a list as far as they are read, with the way to more of them. */
export function DirectoryRows<Row>({
  of,
  list,
  rows,
  total,
  skeleton: Skeleton,
  whenEmpty,
  children,
}: {
  of: DirectoryList
  list: PagedList
  /** Undefined: none are read yet. */
  rows: Row[] | undefined
  total: number
  skeleton: ComponentType<{ label: string }>
  whenEmpty: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const { t } = useTranslation()
  if (rows === undefined && list.isError) {
    return <FaultState fault={list.error} onRetry={() => void list.refetch()} />
  }
  if (rows === undefined) return <Skeleton label={t('loading')} />
  if (rows.length === 0) return whenEmpty
  return (
    <div aria-busy={list.isPlaceholderData}>
      {children(rows)}
      <ListFoot
        list={list}
        shown={t(`${of}.shown`, { shown: rows.length, total })}
        more={t('directory.more')}
      />
    </div>
  )
}
