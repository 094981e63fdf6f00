import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatFee } from '#domain/prices.ts'
import { paymentConnectionsQuery, type CompanyConnections } from '#web/api/payments.ts'
import { installationQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/providers.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ProviderCard } from './ProviderCard.tsx'
import classes from './PaymentProviders.module.css'

/** The accounts at payment providers by which each company charges, and how to get one. */
export function PaymentProvidersScreen() {
  const { t } = useTranslation()
  const companies = useQuery(paymentConnectionsQuery())
  const installation = useQuery(installationQuery())
  const isDemonstration = installation.data?.demonstration
  const isWaiting = companies.isPending || (companies.isSuccess && isDemonstration === undefined)
  return (
    <Page
      title={t('providers.title')}
      lead={t('providers.lead')}
      above={<BackLink to={PATHS.paymentTerms}>{t('providers.above')}</BackLink>}
    >
      <p className={`${classes.cost} num`}>
        {t('providers.cost', { transfer: formatFee('transfer'), card: formatFee('card') })}
      </p>
      {isWaiting && !companies.isLoadingError && (
        <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
      )}
      {companies.isLoadingError && (
        <FaultState
          title={t('providers.loadFailed')}
          fault={companies.error}
          onRetry={() => void companies.refetch()}
        />
      )}
      {companies.data?.length === 0 && (
        <EmptyState title={t('providers.none')} body={t('providers.noneBody')} />
      )}
      {isDemonstration !== undefined &&
        companies.data?.map((one) => (
          <Company
            key={one.company.id}
            one={one}
            isAlone={companies.data.length === 1}
            isDemonstration={isDemonstration}
          />
        ))}
    </Page>
  )
}

function Company({
  one,
  isAlone,
  isDemonstration,
}: {
  one: CompanyConnections
  isAlone: boolean
  isDemonstration: boolean
}) {
  const { company, providers } = one
  return (
    <section className={classes.company} aria-label={company.name}>
      {!isAlone && <h2>{company.name}</h2>}
      <div className={classes.cards}>
        {providers.map((provider) => (
          <ProviderCard
            key={provider.provider}
            companyId={company.id}
            of={provider}
            isDemonstration={isDemonstration}
            isBelowCompany={!isAlone}
          />
        ))}
      </div>
    </section>
  )
}
