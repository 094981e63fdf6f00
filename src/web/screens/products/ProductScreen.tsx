import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { deleteProduct } from '#contract/parties.ts'
import { showPrice } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { productPageQuery, type ProductPage } from '#web/api/directory.ts'
import { hasStatus } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DeleteCard } from '../directory/DeleteCard.tsx'
import classes from '../directory/Directory.module.css'
import { ProductData } from './ProductData.tsx'
import { ProductPrice } from './ProductPrice.tsx'

/** One product: its data, its price, and the rules that follow it. */
export function ProductScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().productId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const page = useQuery({ ...productPageQuery(id), enabled: isNumber })
  if (!isNumber || hasStatus(page.error, 404)) return <Gone />
  if (page.data !== undefined) return <Shown page={page.data} />
  if (page.isError) {
    return (
      <Page title={t('products.title')} above={<Back />}>
        <FaultState fault={page.error} onRetry={() => void page.refetch()} />
      </Page>
    )
  }
  return <Loading />
}

function Back() {
  const { t } = useTranslation()
  return <BackLink to={PATHS.products}>{t('products.back')}</BackLink>
}

function Gone() {
  const { t } = useTranslation()
  return (
    <Page title={t('directory.goneTitle')} above={<Back />}>
      <EmptyState title={t('directory.goneTitle')} body={t('directory.goneBody')} />
    </Page>
  )
}

function Shown({ page }: { page: ProductPage }) {
  const { product } = page
  const { unit_price: price, currency, name, code } = product
  const lead = [...(code === '' ? [] : [code]), showPrice(price, currency)].join(' · ')
  return (
    <Page title={name} lead={<span className="num">{lead}</span>} above={<Back />}>
      <div className={classes.page}>
        <ProductPrice page={page} />
        <div className={classes.stack}>
          <ProductData page={page} />
          <Delete page={page} />
        </div>
      </div>
    </Page>
  )
}

function Delete({ page }: { page: ProductPage }) {
  const { t } = useTranslation()
  const { product, rules, single_documents: documents } = page
  return (
    <DeleteCard
      of="products"
      name={product.name}
      body={t('products.deleteBody')}
      rules={rules}
      documents={documents}
      onDelete={() => send(deleteProduct, { params: { id: product.id } })}
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('products.title')}
      heading={
        <>
          <VisuallyHidden>{t('loading')}</VisuallyHidden>
          <Skeleton width={260} height={34} />
        </>
      }
      above={<Back />}
    >
      <div className={classes.page} role="status" aria-label={t('loading')}>
        <Skeleton height={240} radius={12} />
        <div className={classes.stack}>
          <Skeleton height={160} radius={12} />
        </div>
      </div>
    </Page>
  )
}
