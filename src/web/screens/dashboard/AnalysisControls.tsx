import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ANALYTICS_REPORT_PATH } from '#contract/analytics.ts'
import { fetchFile } from '#web/api/client.ts'
import type { Company } from '#web/api/queries.ts'
import { installationQuery } from '#web/api/queries.ts'
import '#web/texts/analysis.ts'
import { IconDownload } from '#web/ui/icons.ts'
import { keepFile } from '#web/ui/keep-file.ts'
import { toastError } from '#web/ui/toast.ts'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import classes from './AnalysisControls.module.css'
import type { Choice } from './period-choice.ts'
import { PERIODS } from './period-choice.ts'

/** Whose sales and purchases, of how long, and the same as a workbook; what is chosen stands in the address. */
export function AnalysisControls({
  companies,
  choice: { company, months },
  isLoading,
}: {
  companies: readonly Company[]
  choice: Choice<Company>
  isLoading: boolean
}) {
  const { t } = useTranslation()
  const [, changeQuery] = useAddressQuery()
  const choose = (name: string, value: string) =>
    changeQuery((query) => {
      query.set(name, value)
      return query
    })
  return (
    <div className={classes.controls}>
      <NativeSelect
        aria-label={t('analysis.company')}
        className={classes.company}
        value={company?.id ?? ''}
        disabled={companies.length === 0}
        data={[
          ...(company === null ? [{ value: '', label: t('analysis.chooseCompany') }] : []),
          ...companies.map(({ id, company_info }) => ({
            value: String(id),
            label: company_info.name,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => choose('company', value)}
      />
      <NativeSelect
        aria-label={t('analysis.period')}
        value={String(months)}
        data={PERIODS.map((count) => ({
          value: String(count),
          label: t('analysis.lastMonths', { count }),
        }))}
        onChange={({ currentTarget: { value } }) => choose('months', value)}
      />
      <Download company={company} months={months} isLoading={isLoading} />
    </div>
  )
}

function Download({
  company,
  months,
  isLoading,
}: Choice<Company> & {
  isLoading: boolean
}) {
  const { t } = useTranslation()
  const day = useQuery(installationQuery()).data?.today ?? ''
  const download = useMutation({
    mutationFn: ({ id }: Company) =>
      fetchFile(ANALYTICS_REPORT_PATH, { company_id: id, months_back: months }),
    onSuccess: (file, { company_info: { name } }) =>
      keepFile(file, t('analysis.file', { company: name, months, day })),
    onError: () => toastError(t('analysis.downloadFailed')),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      disabled={company === null || isLoading}
      loading={download.isPending}
      onClick={() => company !== null && download.mutate(company)}
    >
      {t('analysis.download')}
    </Button>
  )
}
