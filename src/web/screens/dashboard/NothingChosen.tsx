import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** Of several connections none is the one to work with. */
export function NoFacturator() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('dashboard.noFacturatorTitle')}
      body={t('dashboard.noFacturatorBody')}
      action={<LinkButton to={PATHS.facturators}>{t('dashboard.noFacturatorAction')}</LinkButton>}
    />
  )
}

/** The connection brought nobody to issue for (the specification names this spelling). */
export function NoCompanies() {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('dashboard.noCompaniesTitle')}
      body={t('dashboard.noCompaniesBody')}
      action={
        <LinkButton to={PATHS.onboardingOtherSpelling}>
          {t('dashboard.noCompaniesAction')}
        </LinkButton>
      }
    />
  )
}
