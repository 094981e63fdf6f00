import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import type { readCertificate, readCredentials } from '#contract/facturators.ts'
import type { Facturators as List } from '#web/api/queries.ts'
import {
  certificateQuery,
  companiesQuery,
  credentialsQuery,
  facturatorsQuery,
} from '#web/api/queries.ts'
import { useActivateFacturator } from '#web/frame/FacturatorChoice.tsx'
import { connectionAnchor } from '#web/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconAlert, IconCircleCheck, IconPlus } from '#web/ui/icons.ts'
import { Page } from '#web/ui/Page.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import '#web/texts/connections.ts'
import '#web/texts/wizard.ts'
import { CertificatePassword } from './CertificatePassword.tsx'
import { ChangeClave } from './ChangeClave.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import { IssuingStops } from './IssuingStops.tsx'
import { ProofFailure, ProveButton, useProof } from './ProveClave.tsx'
import { CredentialsForm } from '../onboarding/CredentialsForm.tsx'
import classes from './Facturators.module.css'

type ClaveState = ReplyOf<typeof readCredentials>['clave_state']

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
      {list.isLoadingError && <FaultState fault={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.facturators.length === 0 && (
        <EmptyState
          title={t('facturators.emptyTitle')}
          body={t('facturators.emptyBody')}
          action={add}
        />
      )}
      {list.data !== undefined && <Cards list={list.data} />}
      {list.data !== undefined && list.data.facturators.length > 0 && <IssuingStops />}
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
          <Card key={id} id={id} isActive={isActive}>
            <div className={classes.head}>
              <span className={classes.type}>{type.toUpperCase()}</span>
              <Pill tone={isActive ? 'accent' : 'plain'}>
                {t(isActive ? 'facturators.active' : 'facturators.inactive')}
              </Pill>
            </div>
            <h2 className={classes.label}>{label}</h2>
            <Facts id={id} />
            {!isActive && (
              <Button
                variant="default"
                className={classes.activate}
                onClick={() => activate.mutate(id)}
              >
                {t('facturators.activate')}
              </Button>
            )}
            <DeleteConnection connection={{ id, label }} />
          </Card>
        )
      })}
    </ul>
  )
}

function Card({ id, isActive, children }: { id: number; isActive: boolean; children: ReactNode }) {
  const card = useRef<HTMLLIElement>(null)
  const { hash } = useLocation()
  const isSought = hash === `#${connectionAnchor(id)}`
  useEffect(() => {
    if (isSought) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isSought])
  return (
    <li
      ref={card}
      id={connectionAnchor(id)}
      className={classes.card}
      data-active={isActive || undefined}
    >
      {children}
    </li>
  )
}

/** Of every connection: what one that isn't active lacks is mended here too. */
function Facts({ id }: { id: number }) {
  const { t } = useTranslation()
  const companies = useQuery(companiesQuery())
  const certificate = useQuery(certificateQuery(id))
  const credentials = useQuery(credentialsQuery(id))
  const all = [companies, certificate, credentials]
  if (all.some(({ isPending }) => isPending))
    return <Skeleton className={classes.waiting} radius={8} />
  const failed = all.filter(({ data }) => data === undefined)
  return (
    <>
      {failed.length > 0 && (
        <FaultNotice
          title={t('facturators.factsFailed')}
          fault={failed[0]?.error}
          onRetry={() => failed.forEach((query) => void query.refetch())}
        />
      )}
      <ul className={classes.facts}>
        {companies.data
          ?.filter(({ facturator }) => facturator === id)
          .map(({ id: companyId, company_info }) => (
            <li key={companyId}>{company_info.name}</li>
          ))}
        {certificate.data !== undefined && <CertificateFact certificate={certificate.data} />}
        <ClaveFact state={credentials.data?.clave_state} />
      </ul>
      <Secrets
        id={id}
        claveState={credentials.data?.clave_state}
        hasCertificate={certificate.data?.has_centralized_cert === true}
      />
    </>
  )
}

/** Said only when something is wrong: a clave that works needs no words. */
function ClaveFact({ state }: { state: ClaveState | undefined }) {
  const { t } = useTranslation()
  if (state === undefined || state === 'valid') return null
  return (
    <li className={classes.fact}>
      <IconAlert size={16} aria-hidden />
      {t(state === 'absent' ? 'facturators.claveAbsent' : 'facturators.claveRejected')}
    </li>
  )
}

function CertificateFact({ certificate }: { certificate: ReplyOf<typeof readCertificate> }) {
  const { t } = useTranslation()
  const { has_centralized_cert, has_cert_password, password_state } = certificate
  const state = !has_centralized_cert
    ? 'certificateMissing'
    : password_state === 'rejected'
      ? 'certificateRejected'
      : has_cert_password
        ? 'certificateReady'
        : 'certificatePassword'
  const isReady = state === 'certificateReady'
  const Icon = isReady ? IconCircleCheck : IconAlert
  return (
    <li className={classes.fact} data-ready={isReady || undefined}>
      <Icon size={16} aria-hidden />
      {t(`facturators.${state}`)}
    </li>
  )
}

function Secrets({
  id,
  claveState,
  hasCertificate,
}: {
  id: number
  claveState: ClaveState | undefined
  hasCertificate: boolean
}) {
  const { t } = useTranslation()
  const proof = useProof(id)
  const clave = t(claveState === 'absent' ? 'facturators.saveClave' : 'facturators.changeClave')
  const [open, setOpen] = useState<'clave' | 'certificate' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <ProofFailure proof={proof} />
      <div className={classes.buttons}>
        {claveState === 'valid' && <ProveButton proof={proof} />}
        <Button size="sm" variant="default" onClick={() => setOpen('clave')}>
          {clave}
        </Button>
        {hasCertificate && (
          <Button size="sm" variant="default" onClick={() => setOpen('certificate')}>
            {t('facturators.changeCertificate')}
          </Button>
        )}
        <Dialog title={clave} opened={open === 'clave'} onClose={close}>
          <ChangeClave id={id} onDone={close} />
        </Dialog>
        <Dialog title={t('wizard.cert.title')} opened={open === 'certificate'} onClose={close}>
          <CertificatePassword facturatorId={id} submit={t('actions.save')} onSaved={close} />
        </Dialog>
      </div>
    </>
  )
}
