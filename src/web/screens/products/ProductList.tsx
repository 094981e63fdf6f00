import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showPrice } from '#texts/formats.ts'
import type { ProductRow } from '#web/api/directory.ts'
import { productPath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import list from '#web/ui/RowList.module.css'
import classes from '../directory/Directory.module.css'

/** Every row opens its page; on phones a row becomes a card. */
export function ProductList({ products }: { products: readonly ProductRow[] }) {
  const { t } = useTranslation()
  return (
    <div className={list.list}>
      <div className={`${list.columns} ${classes.columns}`} aria-hidden="true">
        <span>{t('products.product')}</span>
        <span>{t('products.code')}</span>
        <span>{t('directory.rules')}</span>
        <span className={list.right}>{t('products.price')}</span>
      </div>
      <ul>
        {products.map(({ id, name, code, unit_price, currency, rules }) => (
          <li key={id}>
            <Link to={productPath(id)} className={`${list.row} ${classes.row}`}>
              <span className={classes.who}>
                <span className={list.name}>{name}</span>
              </span>
              <span className={`${classes.quiet} num`} data-none={code === '' || undefined}>
                {code === '' ? '—' : code}
              </span>
              <span className={`${classes.quiet} num`}>
                {rules === 0 ? t('products.unused') : t('clients.ruleCount', { count: rules })}
              </span>
              <span className={`${classes.amount} num`}>{showPrice(unit_price, currency)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const SKELETON_ROWS = 8

export function ProductListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className={list.list} aria-hidden="true">
        <div className={`${list.columns} ${classes.columns}`}>
          <Skeleton width={60} height={12} />
        </div>
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <div key={index} className={`${list.row} ${classes.row}`}>
            <span className={classes.who}>
              <Skeleton width="60%" height={16} />
            </span>
            <span className={classes.quiet}>
              <Skeleton width={60} height={14} />
            </span>
            <span className={classes.quiet}>
              <Skeleton width={60} height={14} />
            </span>
            <span className={classes.amount}>
              <Skeleton width={80} height={14} ml="auto" />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
