import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { restoreRuleMonth } from '#contract/rule-months.ts'
import { showDay } from '#texts/formats.ts'
import type { MonthAhead } from '#web/api/agenda.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useHasSeveralCompanies } from '#web/api/companies.ts'
import classes from './ThisMonth.module.css'

/** What somebody skipped stays in sight, with the way back. */
export function LeftOut({ month: { month, left_out } }: { month: MonthAhead }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const namesCompany = useHasSeveralCompanies()
  const putBack = useMutation({
    mutationFn: (id: number) => send(restoreRuleMonth, { params: { id, period: month } }),
    onSuccess: () => toastSuccess(t('thisMonth.putBackToast')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('onlyMonth.failed')),
    onSettled: () => refreshAgenda(client),
  })
  return (
    <section aria-labelledby="left-out">
      <h2 id="left-out" className={classes.subtitle}>
        {t('thisMonth.leftOut')}
      </h2>
      <ul className={classes.notes}>
        {left_out.map(({ rule, company, own_date }) => (
          <li key={rule.id} className={classes.note}>
            <span className={classes.noteWords}>
              <span className={classes.noteTitle}>{rule.name}</span>
              {namesCompany && <span className="muted small">{company.name}</span>}
              <span className="muted small num">
                {t('thisMonth.leftOutHint', { date: showDay(own_date) })}
              </span>
            </span>
            <Button
              variant="default"
              size="sm"
              aria-label={`${t('thisMonth.putBack')}: ${rule.name}`}
              loading={putBack.isPending && putBack.variables === rule.id}
              onClick={() => putBack.mutate(rule.id)}
            >
              {t('thisMonth.putBack')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
