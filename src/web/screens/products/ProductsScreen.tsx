import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { directoryChanged, productListQuery, type ProductSort } from '#web/api/directory.ts'
import type { Company } from '#web/api/queries.ts'
import { productPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import '#web/texts/wizard.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { DirectoryPage, DirectoryRows, type Asked } from '../directory/DirectoryPage.tsx'
import { NewProduct } from '../rule-wizard/steps/NewProduct.tsx'
import { ProductList, ProductListSkeleton } from './ProductList.tsx'

/** A company's products: their prices, and how many rules charge each. */
export function ProductsScreen() {
  const { t } = useTranslation()
  return (
    <DirectoryPage<ProductSort>
      of="products"
      sorts={[
        { value: 'name', label: t('products.sorts.name') },
        { value: 'code', label: t('products.sorts.code') },
      ]}
      skeleton={ProductListSkeleton}
      add={AddProduct}
    >
      {(asked, whenEmpty) => <Products asked={asked} whenEmpty={whenEmpty} />}
    </DirectoryPage>
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

function Products({ asked, whenEmpty }: { asked: Asked<ProductSort>; whenEmpty: ReactNode }) {
  const list = useInfiniteQuery(productListQuery(asked))
  return (
    <DirectoryRows
      of="products"
      list={list}
      rows={list.data?.pages.flatMap((page) => page.products)}
      total={list.data?.pages[0]?.total ?? 0}
      skeleton={ProductListSkeleton}
      whenEmpty={whenEmpty}
    >
      {(products) => <ProductList products={products} />}
    </DirectoryRows>
  )
}
