import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resumeRule } from '#contract/rule-months.ts'
import { showDay, showMonth } from '#texts/formats.ts'
import type { MissedMonths } from '#web/api/agenda.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { language } from '#web/language.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import classes from './OnlyMonthDialog.module.css'

const NONE = 'none'

/** Days went by while the rule was paused: it goes on without them, or with one of them today (D-26). */
export function ResumeDialog({
  rule,
  missed,
  onClose,
}: {
  rule: { id: number; name: string }
  missed: MissedMonths
  onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const newestFirst = missed.months.toReversed()
  const [answer, setAnswer] = useState(
    missed.catch_up === 'issue_today' ? (newestFirst[0]?.period ?? NONE) : NONE,
  )
  const issue = answer === NONE ? null : answer
  const resume = useMutation({
    mutationFn: () => send(resumeRule, { params: { id: rule.id }, body: { issue } }),
    onSuccess: () => toastSuccess(t('rules.activatedToast')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('rules.toggleFailed')),
    onSettled: async () => {
      onClose()
      await refreshAgenda(client)
    },
  })
  return (
    <Dialog title={t('rules.resumeTitle')} opened onClose={onClose}>
      <p className={classes.lead}>
        {t('rules.resumeLead', { name: rule.name, count: missed.months.length })}
      </p>
      <div className={classes.answer}>
        <Choice
          columns
          label={t('rules.resumeQuestion')}
          options={[
            { value: NONE, label: t('rules.resumeNone'), hint: t('rules.resumeNoneHint') },
            ...newestFirst.map(({ period, own_date, service_month }) => ({
              value: period,
              label: t('rules.resumeIssue', { month: showMonth(service_month, language()) }),
              hint: t('rules.resumeIssueHint', { date: showDay(own_date) }),
            })),
          ]}
          value={answer}
          onChange={setAnswer}
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          {t(issue === null ? 'rules.activate' : 'rules.resumeConfirm')}
        </Button>
      </div>
    </Dialog>
  )
}
