import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paymentTermsQuery, type PaymentTerms } from '#web/api/payment-terms.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/payments.ts'
import '#web/texts/statements.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Payers } from './Payers.tsx'
import { Review } from './Review.tsx'
import { SettledClients } from './SettledClients.tsx'
import { Upload } from './Upload.tsx'
import classes from './Statements.module.css'

/** A bank's statement: uploaded, recognised, and what is left to a person. */
export function StatementsScreen() {
  const { t } = useTranslation()
  const terms = useQuery(paymentTermsQuery())
  return (
    <Page
      title={t('statements.title')}
      lead={t('statements.lead')}
      above={<BackLink to={PATHS.receivables}>{t('receivables.title')}</BackLink>}
    >
      {terms.isPending && (
        <Skeleton height={320} radius={12} role="status" aria-label={t('loading')} />
      )}
      {terms.isLoadingError && (
        <FaultState
          title={t('statements.loadFailed')}
          fault={terms.error}
          onRetry={() => void terms.refetch()}
        />
      )}
      {terms.data !== undefined && <Shown terms={terms.data} />}
    </Page>
  )
}

function Shown({ terms }: { terms: PaymentTerms[] }) {
  const { t } = useTranslation()
  const followed = terms.filter(({ enabled_from }) => enabled_from !== null)
  // As a mail's link says it.
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(Number(params.get('company')))
  const shown = followed.find((one) => one.company.id === chosen) ?? followed[0]
  const company = shown?.company.id
  if (company === undefined) {
    return (
      <EmptyState
        title={t('statements.offTitle')}
        body={t('statements.offBody')}
        action={<LinkButton to={PATHS.paymentTerms}>{t('statements.turnOn')}</LinkButton>}
      />
    )
  }
  return (
    <div className={classes.stack}>
      {followed.length > 1 && (
        <NativeSelect
          className={classes.company ?? ''}
          label={t('statements.company')}
          value={String(company)}
          data={followed.map((one) => ({
            value: String(one.company.id),
            label: one.company.name,
          }))}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <Upload key={`upload ${company}`} company={company} />
      <Review key={`review ${company}`} company={company} />
      <Payers company={company} />
      <SettledClients company={company} />
    </div>
  )
}
