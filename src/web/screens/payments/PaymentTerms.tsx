import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { paymentTermsQuery } from '#web/api/payment-terms.ts'
import { installationQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/payments.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Reminders } from './Reminders.tsx'
import { TermsForm } from './TermsForm.tsx'

/** How each company gets paid: since when, within which days and to which account. */
export function PaymentTermsScreen() {
  const { t } = useTranslation()
  const terms = useQuery(paymentTermsQuery())
  const today = useQuery(installationQuery()).data?.today
  return (
    <Page
      title={t('terms.title')}
      lead={t('terms.lead')}
      narrow
      actions={
        <LinkButton to={PATHS.paymentProviders} variant="default">
          {t('terms.online')}
        </LinkButton>
      }
      above={<BackLink to={PATHS.receivables}>{t('receivables.title')}</BackLink>}
    >
      {(terms.isPending || (terms.isSuccess && today === undefined)) && (
        <Skeleton height={420} radius={12} role="status" aria-label={t('loading')} />
      )}
      {terms.isLoadingError && (
        <FaultState
          title={t('terms.loadFailed')}
          fault={terms.error}
          onRetry={() => void terms.refetch()}
        />
      )}
      {today !== undefined &&
        terms.data?.map((one) => {
          const isAlone = terms.data.length === 1
          return (
            <Fragment key={one.company.id}>
              <TermsForm terms={one} today={today} isAlone={isAlone} />
              {one.enabled_from !== null && <Reminders company={one.company} isAlone={isAlone} />}
            </Fragment>
          )
        })}
    </Page>
  )
}
