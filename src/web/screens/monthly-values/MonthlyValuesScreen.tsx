import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { showDay, showMonth } from '#texts/formats.ts'
import { monthlyTasksQuery } from '#web/api/agenda.ts'
import { hasStatus } from '#web/api/fault.ts'
import { language } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ValuesForm } from './ValuesForm.tsx'

/** The quantities and prices that a rule asks for each month (D-22). */
export function MonthlyValuesScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().ruleId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const tasks = useQuery({ ...monthlyTasksQuery(id), enabled: isNumber })
  const open = (tasks.data ?? []).filter(({ values }) => values.length > 0)
  const task = open.find(({ is_complete }) => !is_complete) ?? open[0]
  if (task !== undefined) {
    const month = showMonth(task.service_month, language())
    return (
      <Page
        title={t('values.title')}
        heading={t('values.heading', { name: task.rule.name, month })}
        lead={
          task.is_complete
            ? t('values.complete')
            : t('values.lead', { date: showDay(task.emission_date) })
        }
        narrow
      >
        <ValuesForm key={`${task.rule.id} ${task.period}`} task={task} />
      </Page>
    )
  }
  const isNone = !isNumber || tasks.data !== undefined || hasStatus(tasks.error, 404)
  return (
    <Page title={t('values.title')} narrow>
      {isNone ? (
        <EmptyState
          title={t('values.noneTitle')}
          body={t('values.noneBody')}
          action={<LinkButton to={PATHS.rules}>{t('values.backToRules')}</LinkButton>}
        />
      ) : tasks.isError ? (
        <FaultState fault={tasks.error} onRetry={() => void tasks.refetch()} />
      ) : (
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={180} radius={12} />
        </div>
      )}
    </Page>
  )
}
