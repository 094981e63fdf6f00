import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { deleteClient } from '#contract/directory.ts'
import { showClp, showRut } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { clientPageQuery, type ClientPage } from '#web/api/directory.ts'
import { hasStatus } from '#web/api/fault.ts'
import { latestDocumentsQuery } from '#web/api/queries.ts'
import { documentsOfPath, newRulePath, PATHS } from '#web/paths.ts'
import '#web/texts/directory.ts'
import '#web/texts/payments.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Card } from '../directory/Card.tsx'
import { DeleteCard } from '../directory/DeleteCard.tsx'
import classes from '../directory/Directory.module.css'
import { RuleList } from '../directory/RuleList.tsx'
import { DocumentList, DocumentListSkeleton } from '../documents/DocumentList.tsx'
import { MuteClient, useReminded } from '../payments/MuteClient.tsx'
import { Activities, Addresses } from './ClientParts.tsx'
import { ClientContacts } from './ClientContacts.tsx'
import { ClientData } from './ClientData.tsx'

const DOCUMENTS = 5

/** One client: its data and contacts, what it owes, the rules that name it and its last documents. */
export function ClientScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().clientId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const page = useQuery({ ...clientPageQuery(id), enabled: isNumber })
  if (!isNumber || hasStatus(page.error, 404)) return <Gone />
  if (page.data !== undefined) return <Shown page={page.data} />
  if (page.isError) {
    return (
      <Page title={t('clients.title')} above={<Back />}>
        <FaultState fault={page.error} onRetry={() => void page.refetch()} />
      </Page>
    )
  }
  return <Loading />
}

function Back() {
  const { t } = useTranslation()
  return <BackLink to={PATHS.clients}>{t('clients.back')}</BackLink>
}

function Gone() {
  const { t } = useTranslation()
  return (
    <Page title={t('directory.goneTitle')} above={<Back />}>
      <EmptyState title={t('directory.goneTitle')} body={t('directory.goneBody')} />
    </Page>
  )
}

function Shown({ page }: { page: ClientPage }) {
  const { t } = useTranslation()
  const { client, company, rules } = page
  return (
    <Page title={client.client_info.name} lead={showRut(client.rut)} above={<Back />}>
      <div className={classes.page}>
        <div className={classes.stack}>
          <ClientData page={page} />
          <Addresses client={client} />
          <Activities client={client} />
          <ClientContacts clientId={client.id} />
        </div>
        <div className={classes.stack}>
          <Owed page={page} />
          <Card
            title={t('directory.rules')}
            action={
              <LinkButton to={newRulePath(company.id)} variant="subtle" size="compact-sm">
                {t('clients.newRule')}
              </LinkButton>
            }
          >
            <RuleList rules={rules} />
          </Card>
          <Delete page={page} />
        </div>
        <div className={classes.below}>
          <Documents rut={client.rut} />
        </div>
      </div>
    </Page>
  )
}

function Delete({ page }: { page: ClientPage }) {
  const { t } = useTranslation()
  const { client, owed, rules, single_documents: documents } = page
  const stays = owed.open === 0 ? [] : [t('clients.deleteOwed', { amount: showClp(owed.open) })]
  return (
    <DeleteCard
      of="clients"
      name={client.client_info.name}
      body={[t('clients.deleteBody'), ...stays].join(' ')}
      rules={rules}
      documents={documents}
      onDelete={() => send(deleteClient, { params: { id: client.id } })}
    />
  )
}

function Owed({ page: { owed, client, company } }: { page: ClientPage }) {
  const { t } = useTranslation()
  const of = {
    company: { ...company, identifier: showRut(company.identifier) },
    client: { identifier: showRut(client.rut), name: client.client_info.name },
  }
  const reminded = useReminded(of)
  return (
    <Card title={t('clients.owed')}>
      {owed.open === 0 ? (
        <p className="muted">
          {t('clients.owesNothing')}. {t('clients.notFollowed')}
        </p>
      ) : (
        <p>
          <span className={`${classes.big} num`}>{showClp(owed.open)}</span>
          <span className="muted small">
            {' '}
            {t('clients.openDocuments', { count: owed.documents })}
          </span>
          {owed.overdue > 0 && (
            <span className={classes.overdue}>
              {t('clients.overdue', { amount: showClp(owed.overdue) })}
            </span>
          )}
        </p>
      )}
      {reminded !== null && (
        <div className={classes.item}>
          <span>
            {t('clients.reminders')}
            {reminded === 'no' && (
              <span className="muted small"> · {t('receivables.notReminded')}</span>
            )}
          </span>
          <MuteClient {...of} />
        </div>
      )}
    </Card>
  )
}

function Documents({ rut }: { rut: string }) {
  const { t } = useTranslation()
  const list = useQuery(latestDocumentsQuery({ search: rut, limit: DOCUMENTS }))
  const documents = list.data?.documents
  return (
    <section className={classes.stack} aria-label={t('clients.documents')}>
      <div className={classes.cardHead}>
        <h2>{t('clients.documents')}</h2>
        {documents !== undefined && documents.length > 0 && (
          <LinkButton to={documentsOfPath(rut)} variant="subtle" size="compact-sm">
            {t('clients.allDocuments')}
          </LinkButton>
        )}
      </div>
      {documents === undefined &&
        (list.isError ? (
          <FaultState fault={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <DocumentListSkeleton rows={2} />
        ))}
      {documents?.length === 0 && <p className="muted">{t('clients.noDocuments')}</p>}
      {documents !== undefined && documents.length > 0 && <DocumentList documents={documents} />}
    </section>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Page
      title={t('clients.title')}
      heading={
        <>
          <VisuallyHidden>{t('loading')}</VisuallyHidden>
          <Skeleton width={260} height={34} />
        </>
      }
      above={<Back />}
    >
      <div className={classes.page} role="status" aria-label={t('loading')}>
        <div className={classes.stack}>
          <Skeleton height={180} radius={12} />
          <Skeleton height={140} radius={12} />
        </div>
        <div className={classes.stack}>
          <Skeleton height={120} radius={12} />
          <Skeleton height={120} radius={12} />
        </div>
      </div>
    </Page>
  )
}
