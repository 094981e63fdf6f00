import { Checkbox } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { uf, type Uf } from '#domain/uf.ts'
import { showPrice, showQuantity } from '#texts/formats.ts'
import type { ProductPage, RuleOfProduct } from '#web/api/directory.ts'
import { editRulePath } from '#web/paths.ts'
import '#web/texts/directory.ts'
import { Pill } from '#web/ui/Pill.tsx'
import classes from '../directory/Directory.module.css'
import { NextDay } from '../directory/RuleList.tsx'
import { documentDifference, isFollowing, showDifference } from './price-draft.ts'

/** While the price is being changed: to which one, and which rules keep theirs. */
interface PriceChange {
  /** Null while it can't be read. */
  after: Uf | null
  kept: ReadonlySet<number>
  onToggle: (rule: number) => void
}

/** Which rules follow the product's price and which do not, and what a change makes of each. */
export function PriceRules({ page, change }: { page: ProductPage; change?: PriceChange }) {
  const { t } = useTranslation()
  const { rules, product } = page
  if (rules.length === 0) return <p className="muted">{t('products.usedNowhere')}</p>
  const following = rules.filter(isFollowing)
  const others = rules.filter((rule) => !isFollowing(rule))
  return (
    <>
      {following.length > 0 && (
        <Group
          title={t('products.follow')}
          hint={t(change === undefined ? 'products.followWithoutPrice' : 'products.followHint')}
        >
          {following.map((rule) => (
            <Following key={rule.id} rule={rule} product={product} change={change} />
          ))}
        </Group>
      )}
      {others.length > 0 && (
        <Group title={t('products.doNotFollow')}>
          {others.map((rule) => (
            <li key={rule.id} className={classes.item}>
              <span className={classes.words}>
                <RuleName rule={rule} />
                <span className="muted small num">{ownPrices(t, rule, product.currency)}</span>
              </span>
              {rule.is_paused && <Pill>{t('directory.paused')}</Pill>}
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

function Group({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h3 id={id}>{title}</h3>
      {hint !== undefined && <p className="muted small">{hint}</p>}
      <ul className={classes.items}>{children}</ul>
    </section>
  )
}

function Following({
  rule,
  product,
  change,
}: {
  rule: RuleOfProduct
  product: ProductPage['product']
  change: PriceChange | undefined
}) {
  const { t } = useTranslation()
  const { currency } = product
  const isKept = change?.kept.has(rule.id) === true
  const after = change?.after ?? null
  return (
    <li className={classes.item}>
      {change !== undefined && (
        <Checkbox
          aria-label={rule.name}
          checked={!isKept}
          onChange={() => change.onToggle(rule.id)}
        />
      )}
      <span className={`${classes.words} ${classes.grows}`}>
        <RuleName rule={rule} />
        {rule.lines.map((line) => (
          <span key={line.order} className="muted small num">
            {lineText(t, line, currency)}
          </span>
        ))}
        <span className="muted small">
          {t('products.documentCount', { count: rule.clients })} · <NextDay rule={rule} />
        </span>
        {rule.waiting > 0 && (
          <span className="muted small">{t('products.waiting', { count: rule.waiting })}</span>
        )}
      </span>
      {after !== null && !isKept && (
        <Difference rule={rule} change={{ before: uf(product.unit_price), after, currency }} />
      )}
      {rule.is_paused && <Pill>{t('directory.paused')}</Pill>}
    </li>
  )
}

function Difference({
  rule,
  change,
}: {
  rule: RuleOfProduct
  change: { before: Uf; after: Uf; currency: 'CLP' | 'UF' }
}) {
  const { t } = useTranslation()
  const difference = documentDifference(rule, change)
  return (
    <span className={`${classes.difference} num`}>
      <span>
        {showPrice(change.before, change.currency)} → {showPrice(change.after, change.currency)}
      </span>
      {difference !== null && (
        <span className="muted small">
          {t('products.perDocument', { difference: showDifference(difference, change.currency) })}
        </span>
      )}
    </span>
  )
}

function RuleName({ rule }: { rule: RuleOfProduct }) {
  return (
    <Link to={editRulePath(rule.id, 'lines')} className={classes.link}>
      {rule.name}
    </Link>
  )
}

type Line = RuleOfProduct['lines'][number]

function lineText(t: TFunction, { quantity, price, takes }: Line, currency: 'CLP' | 'UF'): string {
  if (price === null || takes === 'monthly') return t('products.monthlyPrice')
  const shown = showPrice(price, currency)
  if (quantity === null) return t('products.monthlyQuantity', { price: shown })
  return t('products.times', { quantity: showQuantity(quantity), price: shown })
}

function ownPrices(t: TFunction, { lines }: RuleOfProduct, currency: 'CLP' | 'UF'): string {
  return lines
    .map(({ price, takes }) =>
      price === null || takes === 'monthly'
        ? t('products.monthlyPrice')
        : t('products.ownPrice', { price: showPrice(price, currency) }),
    )
    .join(' · ')
}
