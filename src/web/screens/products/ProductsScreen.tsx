import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { productSort } from '#contract/directory.ts'
import { directoryChanged, productListQuery } from '#web/api/directory.ts'
import type { Company } from '#web/api/queries.ts'
import { productPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import '#web/texts/wizard.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { ExcelActions } from '../directory/ExcelActions.tsx'
import { Filters } from '../directory/Filters.tsx'
import { useCompany } from '../directory/use-company.ts'
import { NewProduct } from '../rule-wizard/steps/NewProduct.tsx'
import { ProductList, ProductListSkeleton } from './ProductList.tsx'

const WHILE_TYPING_MS = 300
const MAX_SEARCH = 100

/** A company's products: their prices, and how many rules charge each. */
export function ProductsScreen() {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const { company, companies, error, refetch } = useCompany(query.get('company'))
  const [isAdding, setIsAdding] = useState(false)
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH)
  const sort = productSort.safeParse(query.get('sort')).data ?? 'name'
  const choose = (name: string, value: string) =>
    changeQuery((now) => {
      if (value === '') now.delete(name)
      else now.set(name, value)
      return now
    })
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('products.new')}
    </Button>
  )
  return (
    <Page
      title={t('products.title')}
      lead={t('products.lead')}
      actions={
        company && (
          <>
            <ExcelActions list="products" company={company.id} />
            {add}
          </>
        )
      }
    >
      <Filters
        search={search}
        label={t('products.search')}
        sort={sort}
        sorts={productSort.options.map((value) => ({
          value,
          label: t(`products.sorts.${value}`),
        }))}
        company={company}
        companies={companies}
        onChoose={choose}
      />
      {company === undefined ? (
        error === null ? (
          <ProductListSkeleton label={t('loading')} />
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
        <AddProduct company={company} onClose={() => setIsAdding(false)} />
      )}
    </Page>
  )
}

function AddProduct({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <Dialog title={t('products.new')} opened onClose={onClose}>
      <NewProduct
        partyId={company.id}
        companyId={company.id}
        onCreated={({ id }) => {
          void directoryChanged(queries)
          void navigate(productPath(id))
        }}
        onCancel={onClose}
      />
    </Dialog>
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
  sort: 'name' | 'code'
  onClear: () => void
  add: ReactNode
}) {
  const { t } = useTranslation()
  const [settled] = useDebouncedValue(search.trim(), WHILE_TYPING_MS)
  const list = useInfiniteQuery(productListQuery({ company: company.id, search: settled, sort }))
  if (list.data === undefined) {
    return list.isError ? (
      <FaultState fault={list.error} onRetry={() => void list.refetch()} />
    ) : (
      <ProductListSkeleton label={t('loading')} />
    )
  }
  const products = list.data.pages.flatMap((page) => page.products)
  const total = list.data.pages[0]?.total ?? 0
  if (products.length === 0) {
    return settled === '' ? (
      <EmptyState title={t('products.emptyTitle')} body={t('products.emptyBody')} action={add} />
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
      <ProductList products={products} />
      <ListFoot
        list={list}
        shown={t('products.shown', { shown: products.length, total })}
        more={t('directory.more')}
      />
    </div>
  )
}
