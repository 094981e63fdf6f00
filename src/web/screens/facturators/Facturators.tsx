import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Facturators as List } from '#web/api/queries.ts'
import { certificateQuery, companiesQuery, facturatorsQuery } from '#web/api/queries.ts'
import { useActivateFacturator } from '#web/frame/FacturatorChoice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconAlert, IconCircleCheck, IconPlus } from '#web/ui/icons.ts'
import { Page } from '#web/ui/Page.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { CredentialsForm } from '../onboarding/CredentialsForm.tsx'
import classes from './Facturators.module.css'

export function Facturators() {
  const { t } = useTranslation()
  const [isAdding, adding] = useDisclosure()
  const list = useQuery(facturatorsQuery())
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={adding.open}>
      {t('facturators.add')}
    </Button>
  )
  return (
    <Page title={t('facturators.title')} lead={t('facturators.lead')} actions={add}>
      {list.isPending && <Skeleton height={148} radius={12} />}
      {list.isError && <FaultState fault={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.facturators.length === 0 && (
        <EmptyState
          title={t('facturators.emptyTitle')}
          body={t('facturators.emptyBody')}
          action={add}
        />
      )}
      {list.data !== undefined && <Cards list={list.data} />}
      <Dialog title={t('facturators.dialogTitle')} opened={isAdding} onClose={adding.close}>
        <CredentialsForm
          onDone={adding.close}
          cancel={
            <Button size="md" variant="default" onClick={adding.close}>
              {t('actions.cancel')}
            </Button>
          }
        />
      </Dialog>
    </Page>
  )
}

function Cards({ list: { facturators, active } }: { list: List }) {
  const { t } = useTranslation()
  const activate = useActivateFacturator()
  return (
    <ul className={classes.cards}>
      {facturators.map(({ id, label, type }) => {
        const isActive = active?.id === id
        return (
          <li key={id} className={classes.card} data-active={isActive || undefined}>
            <div className={classes.head}>
              <span className={classes.type}>{type.toUpperCase()}</span>
              <Pill tone={isActive ? 'accent' : 'plain'}>
                {t(isActive ? 'facturators.active' : 'facturators.inactive')}
              </Pill>
            </div>
            <h2 className={classes.label}>{label}</h2>
            {isActive && <ActiveFacts id={id} />}
            {!isActive && (
              <Button
                variant="default"
                loading={activate.isPending && activate.variables === id}
                onClick={() => activate.mutate(id)}
              >
                {t('facturators.activate')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function ActiveFacts({ id }: { id: number }) {
  const companies = useQuery(companiesQuery())
  const certificate = useQuery(certificateQuery(id))
  return (
    <ul className={classes.facts}>
      {companies.data?.map(({ id: companyId, company_info }) => (
        <li key={companyId}>{company_info.name}</li>
      ))}
      {certificate.data !== undefined && <CertificateFact certificate={certificate.data} />}
    </ul>
  )
}

function CertificateFact({
  certificate,
}: {
  certificate: { has_centralized_cert: boolean; has_cert_password: boolean; password_state: string }
}) {
  const { t } = useTranslation()
  const text = certificate.has_centralized_cert
    ? certificate.password_state === 'rejected'
      ? t('facturators.certificateRejected')
      : certificate.has_cert_password
        ? t('facturators.certificateReady')
        : t('facturators.certificatePassword')
    : t('facturators.certificateMissing')
  const isReady = certificate.has_centralized_cert && certificate.has_cert_password
  const Icon = isReady && certificate.password_state !== 'rejected' ? IconCircleCheck : IconAlert
  return (
    <li className={classes.certificate} data-ready={Icon === IconCircleCheck || undefined}>
      <Icon size={16} aria-hidden />
      {text}
    </li>
  )
}
