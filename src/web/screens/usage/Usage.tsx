import { Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { parseMonth } from '#domain/day.ts'
import { DOCUMENT_PRICE_UF, formatFee } from '#domain/prices.ts'
import { formatUf } from '#domain/uf.ts'
import { showClp, showMonth } from '#texts/formats.ts'
import { installationQuery } from '#web/api/queries.ts'
import { usageQuery, type Usage } from '#web/api/usage.ts'
import { language } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/usage.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { UsageControls } from './UsageControls.tsx'
import { UsageLines } from './UsageLines.tsx'
import classes from './Usage.module.css'

/** What Folio charges for a month: the sums, each line with its documents, and the same as a workbook. */
export function UsageScreen() {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const asked = parseMonth(query.get('month') ?? '') ?? ''
  const list = useInfiniteQuery(usageQuery(asked))
  const usage = list.data?.pages[0]
  const lines = list.data?.pages.flatMap((page) => page.lines) ?? []
  const choose = (month: string) =>
    changeQuery((now) => {
      now.set('month', month)
      return now
    })
  return (
    <Page
      title={t('usage.title')}
      lead={t('usage.lead')}
      above={<BackLink to={PATHS.profile}>{t('usage.back')}</BackLink>}
      actions={<UsageControls usage={usage} asked={asked} onChoose={choose} />}
    >
      <NotCollected />
      {usage === undefined ? (
        list.isError ? (
          <FaultState
            title={t('usage.loadFailed')}
            fault={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
        )
      ) : (
        <div aria-busy={list.isPlaceholderData}>
          <Sums usage={usage} />
          {lines.length === 0 ? (
            <EmptyState
              title={t('usage.emptyTitle', { month: showMonth(usage.month, language()) })}
              body={t('usage.emptyBody')}
            />
          ) : (
            <>
              <UsageLines lines={lines} />
              <ListFoot
                list={list}
                shown={t('usage.shown', { count: lines.length })}
                more={t('usage.more')}
              />
            </>
          )}
        </div>
      )}
      <PriceList />
    </Page>
  )
}

/** It is no bill: said before any figure. */
function NotCollected() {
  const { t } = useTranslation()
  const isExample = useQuery(installationQuery()).data?.demonstration ?? true
  return (
    <div className={classes.notCollected}>
      <Notice tone="calm" title={t(isExample ? 'usage.example' : 'usage.notCollected')}>
        {t(isExample ? 'usage.exampleBody' : 'usage.notCollectedBody')}
      </Notice>
    </div>
  )
}

function Sums({ usage: { sum } }: { usage: Usage }) {
  const { t } = useTranslation()
  const { net, iva, total, unpriced } = sum
  return (
    <>
      <dl className={classes.cards}>
        {(['documents', 'mails', 'payments'] as const).map((name) => (
          <div key={name} className={classes.card}>
            <dt>{t(`usage.${name}`)}</dt>
            <dd className="num">{sum[name]}</dd>
          </div>
        ))}
        <div className={classes.card} data-name="total">
          <dt>{t('usage.total')}</dt>
          <dd className="num">{showClp(total)}</dd>
          <dd className={`${classes.parts} num`}>
            {t('usage.parts', { net: showClp(net), iva: showClp(iva) })}
          </dd>
        </div>
      </dl>
      {unpriced > 0 && (
        <div className={classes.unpriced}>
          <Notice tone="calm">{t('usage.unpriced', { count: unpriced })}</Notice>
        </div>
      )}
    </>
  )
}

function PriceList() {
  const { t } = useTranslation()
  const { alone, withMail } = DOCUMENT_PRICE_UF
  return (
    <section className={classes.prices} aria-labelledby="usage-prices">
      <h2 id="usage-prices">{t('usage.pricesTitle')}</h2>
      <ul>
        <li>{t('usage.prices.free')}</li>
        <li className="num">
          {t('usage.prices.document', { alone: formatUf(alone), withMail: formatUf(withMail) })}
        </li>
        <li className="num">
          {t('usage.prices.payment', { transfer: formatFee('transfer'), card: formatFee('card') })}
        </li>
        <li>{t('usage.prices.nothing')}</li>
      </ul>
    </section>
  )
}
