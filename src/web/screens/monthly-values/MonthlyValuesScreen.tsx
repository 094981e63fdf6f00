import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { showMonth } from '#texts/formats.ts'
import { monthlyTasksQuery, type MonthlyTask } from '#web/api/agenda.ts'
import { hasStatus } from '#web/api/fault.ts'
import { language } from '#web/language.ts'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/wizard.ts'
import { ValuesForm } from './ValuesForm.tsx'

/** The month on the screen: it stays, whatever else is to be filled in, until somebody goes on. */
interface Held {
  id: number
  period: string
  /** Null: not saved. */
  saved: 'saved' | 'savedLate' | null
}

/** The quantities and prices that a rule asks for each month. */
export function MonthlyValuesScreen() {
  const { t } = useTranslation()
  const id = Number(useParams().ruleId)
  const isNumber = Number.isSafeInteger(id) && id > 0
  const [held, setHeld] = useState<Held | null>(null)
  const tasks = useQuery({ ...monthlyTasksQuery(id), enabled: isNumber })
  const open = (tasks.data ?? []).filter(({ values }) => values.length > 0)
  const first = open.find(({ is_complete }) => !is_complete) ?? open[0]
  const hold = (task: MonthlyTask | undefined, saved: Held['saved'] = null) =>
    setHeld(task === undefined ? null : { id, period: task.period, saved })
  const ofRule = held?.id === id ? held : null
  if (ofRule === null && first !== undefined) hold(first)
  const task = open.find(({ period }) => period === (ofRule ?? first)?.period)
  const nothing = NOTHING[ofRule === null ? 'none' : (ofRule.saved ?? 'tooLate')]
  if (task !== undefined) {
    const month = showMonth(task.service_month, language())
    return (
      <Page
        title={t('values.title')}
        heading={t('values.heading', { name: task.rule.name, month })}
        lead={t(task.is_complete ? 'values.complete' : 'values.lead')}
        narrow
      >
        <ValuesForm
          key={`${task.rule.id} ${task.period}`}
          task={task}
          onSaved={(isLate) => hold(task, isLate ? 'savedLate' : 'saved')}
        />
      </Page>
    )
  }
  const isNone = !isNumber || tasks.data !== undefined || hasStatus(tasks.error, 404)
  return (
    <Page title={t('values.title')} narrow>
      {isNone ? (
        <EmptyState
          title={t(nothing.title)}
          body={t(nothing.body)}
          action={
            first === undefined ? (
              <LinkButton to={PATHS.rules}>{t('values.backToRules')}</LinkButton>
            ) : (
              <Button onClick={() => hold(first)}>
                {t('values.goTo', { month: showMonth(first.service_month, language()) })}
              </Button>
            )
          }
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

/** Why nothing is asked: it never was, it was just told, or the document was made meanwhile. */
const NOTHING = {
  none: { title: 'values.noneTitle', body: 'values.noneBody' },
  saved: { title: 'values.saved', body: 'values.goesOn' },
  savedLate: { title: 'values.saved', body: 'values.goesOnLate' },
  tooLate: { title: 'values.tooLateTitle', body: 'values.tooLate' },
} as const
