import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { companiesQuery, type Company } from '#web/api/queries.ts'
import { uploadsQuery } from '#web/api/uploads.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import '#web/texts/uploads.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconDownload } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { Page } from '#web/ui/Page.tsx'
import { toastError } from '#web/ui/toast.ts'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { DropDocuments } from './DropDocuments.tsx'
import { keepTemplate } from './keep-files.ts'
import { UploadList } from './UploadList.tsx'
import classes from './Uploads.module.css'

/** Where a file of documents is uploaded, and what became of earlier ones. */
export function UploadsScreen() {
  const { t } = useTranslation()
  const companies = useQuery(companiesQuery())
  return (
    <Page
      title={t('uploads.title')}
      lead={t('uploads.lead')}
      above={<BackLink to={PATHS.documents}>{t('documents.title')}</BackLink>}
    >
      {companies.isPending && (
        <Skeleton height={320} radius={12} role="status" aria-label={t('loading')} />
      )}
      {companies.isLoadingError && (
        <FaultState fault={companies.error} onRetry={() => void companies.refetch()} />
      )}
      {companies.data !== undefined && <OfCompanies companies={companies.data} />}
    </Page>
  )
}

function OfCompanies({ companies }: { companies: Company[] }) {
  const { t } = useTranslation()
  const [query, changeQuery] = useAddressQuery()
  const asked = Number(query.get('company'))
  const company = companies.find(({ id }) => id === asked) ?? companies[0]
  if (company === undefined) {
    return (
      <EmptyState
        title={t('uploads.noCompanyTitle')}
        body={t('uploads.noCompanyBody')}
        action={<LinkButton to={PATHS.facturators}>{t('uploads.noCompanyAction')}</LinkButton>}
      />
    )
  }
  return (
    <div className={classes.stack}>
      <div className={classes.bar}>
        {companies.length > 1 && (
          <NativeSelect
            className={classes.company ?? ''}
            label={t('uploads.company')}
            value={String(company.id)}
            data={companies.map(({ id, company_info }) => ({
              value: String(id),
              label: company_info.name,
            }))}
            onChange={({ currentTarget: { value } }) =>
              changeQuery(() => new URLSearchParams({ company: value }))
            }
          />
        )}
        <Template company={company.id} />
      </div>
      <DropDocuments key={`file ${company.id}`} company={company.id} />
      <Uploads key={`list ${company.id}`} company={company.id} />
    </div>
  )
}

/** What is filled in, with the company's own clients and products in its lists. */
function Template({ company }: { company: number }) {
  const { t } = useTranslation()
  const keep = useMutateAlone({
    mutationFn: () => keepTemplate(company, t('uploads.templateFile')),
    onError: () => toastError(t('uploads.templateFailed')),
  })
  return (
    <div className={classes.template}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        loading={keep.isPending}
        onClick={() => keep.mutate()}
      >
        {t('uploads.template')}
      </Button>
      <p className="muted small">{t('uploads.templateHint')}</p>
    </div>
  )
}

function Uploads({ company }: { company: number }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(uploadsQuery(company))
  const uploads = list.data?.pages.flatMap((page) => page.uploads)
  return (
    <section aria-labelledby="uploads-list" className={classes.section}>
      <h2 id="uploads-list">{t('uploads.listTitle')}</h2>
      {list.isPending && (
        <div role="status" aria-label={t('loading')} className={classes.list}>
          {[1, 2, 3].map((row) => (
            <div key={row} className={classes.row}>
              <Skeleton width="50%" height={16} />
              <Skeleton width="30%" height={12} />
            </div>
          ))}
        </div>
      )}
      {list.isLoadingError && <FaultState fault={list.error} onRetry={() => void list.refetch()} />}
      {uploads?.length === 0 && (
        <EmptyState title={t('uploads.emptyTitle')} body={t('uploads.emptyBody')} />
      )}
      {uploads !== undefined && uploads.length > 0 && (
        <>
          <UploadList uploads={uploads} />
          <ListFoot list={list} more={t('uploads.more')} />
        </>
      )}
    </section>
  )
}
