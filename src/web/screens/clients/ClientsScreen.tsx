import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { clientSort } from '#contract/directory.ts'
import { clientListQuery } from '#web/api/directory.ts'
import type { Company } from '#web/api/queries.ts'
import { clientPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { ExcelActions } from '../directory/ExcelActions.tsx'
import { Filters } from '../directory/Filters.tsx'
import { useCompany } from '../directory/use-company.ts'
import { ClientList, ClientListSkeleton } from './ClientList.tsx'
import { NewClientDialog } from './NewClientDialog.tsx'

const WHILE_TYPING_MS = 300
const MAX_SEARCH = 100

/** A company's clients: who owes, what they were issued last, and the way to each. */
export function ClientsScreen() {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const { company, companies, error, refetch } = useCompany(query.get('company'))
  const [isAdding, setIsAdding] = useState(false)
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH)
  const sort = clientSort.safeParse(query.get('sort')).data ?? 'name'
  const choose = (name: string, value: string) =>
    changeQuery((now) => {
      if (value === '') now.delete(name)
      else now.set(name, value)
      return now
    })
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('clients.new')}
    </Button>
  )
  return (
    <Page
      title={t('clients.title')}
      lead={t('clients.lead')}
      actions={
        company && (
          <>
            <ExcelActions list="clients" company={company.id} />
            {add}
          </>
        )
      }
    >
      <Filters
        search={search}
        label={t('clients.search')}
        sort={sort}
        sorts={clientSort.options.map((value) => ({ value, label: t(`clients.sorts.${value}`) }))}
        company={company}
        companies={companies}
        onChoose={choose}
      />
      {company === undefined ? (
        error === null ? (
          <ClientListSkeleton label={t('loading')} />
        ) : (
          <FaultState fault={error} onRetry={refetch} />
        )
      ) : (
        <Found
          company={company}
          search={search}
          sort={sort}
          onClear={() => choose('search', '')}
          add={add}
        />
      )}
      {isAdding && company !== undefined && (
        <AddClient company={company} onClose={() => setIsAdding(false)} />
      )}
    </Page>
  )
}

function AddClient({ company, onClose }: { company: Company; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewClientDialog
      company={company}
      onClose={onClose}
      onMade={(id) => void navigate(clientPath(id))}
    />
  )
}

function Found({
  company,
  search,
  sort,
  onClear,
  add,
}: {
  company: Company
  search: string
  sort: 'name' | 'owed' | 'latest'
  onClear: () => void
  add: ReactNode
}) {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(search.trim(), WHILE_TYPING_MS)
  const list = useInfiniteQuery(clientListQuery({ company: company.id, search: settled, sort }))
  if (list.data === undefined) {
    return list.isError ? (
      <FaultState fault={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <ClientListSkeleton label={t('loading')} />
    )
  }
  const clients = list.data.pages.flatMap((page) => page.clients)
  const total = list.data.pages[0]?.total ?? 0
  if (clients.length === 0) {
    return settled === '' ? (
      <EmptyState title={t('clients.emptyTitle')} body={t('clients.emptyBody')} action={add} />
    ) : (
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
  return (
    <div aria-busy={list.isPlaceholderData}>
      <ClientList clients={clients} />
      <ListFoot
        list={list}
        shown={t('clients.shown', { shown: clients.length, total })}
        more={t('directory.more')}
      />
    </div>
  )
}
