import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay } from '#texts/formats.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import { TYPE_NAMES } from '#web/documents/type-names.ts'
import { documentPath, PATHS } from '#web/paths.ts'
import '#web/texts/analysis.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Dashboard.module.css'
import own from './Money.module.css'
import type { PaymentsOverview } from './payments-overview.ts'
import { SectionHead } from './SectionHead.tsx'

/** What is owed, and what came last. */
export function Money({ asked }: { asked: UseQueryResult<PaymentsOverview> }) {
  const { t } = useTranslation()
  const { data } = asked
  const isFailed = asked.isError && data === undefined
  return (
    <section aria-labelledby="money">
      <SectionHead id="money" title={t('analysis.money.title')}>
        <LinkButton to={PATHS.receivables} variant="subtle" size="compact-sm">
          {t('analysis.money.who')}
        </LinkButton>
      </SectionHead>
      {isFailed && (
        <FaultNotice
          title={t('analysis.money.failed')}
          fault={asked.error}
          onRetry={() => void asked.refetch()}
        />
      )}
      {data !== undefined && (
        <div className={own.money}>
          <Owed owed={data} />
          <Latest payments={data.latest} />
        </div>
      )}
    </section>
  )
}

function Owed({ owed: { open, overdue, clients } }: { owed: PaymentsOverview }) {
  const { t } = useTranslation()
  return (
    <dl className={own.owed}>
      <div>
        <dt className={own.label}>{t('analysis.money.open')}</dt>
        <dd>
          <span className={`${own.sum} num`}>{showClp(open)}</span>
          <span className="muted small">{t('analysis.money.clients', { count: clients })}</span>
        </dd>
      </div>
      <div>
        <dt className={own.label}>{t('analysis.money.overdue')}</dt>
        <dd>
          <span className={`${own.sum} num`} data-overdue={overdue > 0 || undefined}>
            {showClp(overdue)}
          </span>
          <span className="muted small">
            {t(overdue > 0 ? 'analysis.money.late' : 'analysis.money.nothingOverdue')}
          </span>
        </dd>
      </div>
    </dl>
  )
}

function Latest({ payments }: { payments: PaymentsOverview['latest'] }) {
  const { t } = useTranslation()
  return (
    <div className={own.latest}>
      <h3 id="latest-payments" className={own.label}>
        {t('analysis.money.latest')}
      </h3>
      {payments.length === 0 && <p className={own.none}>{t('analysis.money.none')}</p>}
      {payments.length > 0 && (
        <ul aria-labelledby="latest-payments">
          {payments.map((payment) => (
            <li key={payment.id}>
              <Payment payment={payment} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Payment({ payment }: { payment: PaymentsOverview['latest'][number] }) {
  const { t } = useTranslation()
  const { document, documents, company, day, amount, refunded } = payment
  const namesCompany = useHasSeveralCompanies()
  const what = [
    t(`documentTypes.${TYPE_NAMES[document.document_type]}`),
    document.folio === null ? [] : t('documents.number', { folio: document.folio }),
    documents === 1 ? [] : t('analysis.money.more', { count: documents - 1 }),
  ].flat()
  return (
    <Link to={documentPath(document.id)} className={classes.emission}>
      <span className={`${classes.when} ${classes.date} num`}>{showDay(day)}</span>
      <span className={classes.what}>
        <span className={classes.rule}>{document.recipient}</span>
        <span className={`${classes.clients} muted small num`}>
          {what.join(' ')}
          {namesCompany && ` · ${company.name}`}
        </span>
      </span>
      <span className={`${classes.amount} num`}>
        {showClp(amount)}
        {refunded > 0 && (
          <span className={`${own.refunded} muted small`}>
            {t('analysis.money.refunded', { amount: showClp(refunded) })}
          </span>
        )}
      </span>
    </Link>
  )
}
