import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resumeRule } from '#contract/rule-months.ts'
import { showDay, showMonth } from '#texts/formats.ts'
import type { MissedMonths } from '#web/api/agenda.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { DEPARTURES } from '#web/api/queries.ts'
import { partKey, useMutateOnce } from '#web/api/use-mutate-once.ts'
import { language } from '#web/language.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { stoppedText } from './made-text.ts'
import { useDeparture } from '#web/ui/use-departure.ts'
import classes from './OnlyMonthDialog.module.css'

const NONE = 'none'
/** What the pause stopped and may still go out on its day. */
const RESTORE = 'restore'

/**
 * A rule goes on. Where its pause stopped documents or let days go by, they are offered: nothing of them is issued
 * without a person's word (docs/decisions/0017).
 */
export function ResumeDialog({
  rule,
  missed,
  onClose,
}: {
  rule: { id: number; name: string; facturator_comp: number }
  missed: MissedMonths
  onClose: () => void
}) {
  const { t } = useTranslation()
  const newestFirst = missed.catch_up === 'skip' ? [] : missed.months.toReversed()
  const { stopped } = missed
  const [answer, setAnswer] = useState(
    missed.catch_up === 'issue_today' ? (newestFirst[0]?.period ?? NONE) : NONE,
  )
  const departure = useDeparture(rule.facturator_comp)
  const resume = useResume(rule.id, departure.date, onClose)
  const which = stoppedText(t, stopped, 'which')
  const isOffer = newestFirst.length === 0
  const own = stopped[0]?.emission_date ?? ''
  const isLater = departure.date !== undefined && departure.date > own
  const isDateKnown = departure.date !== undefined
  const dated = (hint: string) => (isDateKnown ? hint : t('departure.asking'))
  const restoreHint = dated(
    t(`rules.resumeRestoreHint${isLater ? 'Later' : ''}`, {
      date: showDay(isLater ? departure.date : own),
      time: departure.time,
    }),
  )
  return (
    <Dialog
      title={t(isOffer ? 'rules.resumeOfferTitle' : 'rules.resumeTitle')}
      opened
      onClose={onClose}
    >
      <p className={classes.lead}>
        {isOffer
          ? t('rules.resumeStopped', { name: rule.name, which })
          : t('rules.resumeLead', { name: rule.name, count: newestFirst.length })}
      </p>
      {isOffer ? (
        <p className={`${classes.answer} muted`}>{restoreHint}</p>
      ) : (
        <div className={classes.answer}>
          <Choice
            columns
            label={t('rules.resumeQuestion')}
            options={[
              { value: NONE, label: t('rules.resumeNone'), hint: t('rules.resumeNoneHint') },
              ...(stopped.length === 0
                ? []
                : [
                    {
                      value: RESTORE,
                      label: t('rules.resumeRestoreChoice', { which }),
                      hint: restoreHint,
                    },
                  ]),
              ...newestFirst.map(({ period, own_date, service_month }) => ({
                value: period,
                label: t(`rules.resumeIssue.${departure.when}`, {
                  month: showMonth(service_month, language()),
                  time: departure.time,
                }),
                hint: dated(
                  t('rules.resumeIssueHint', { own: showDay(own_date), date: departure.shown }),
                ),
              })),
            ]}
            value={answer}
            onChange={setAnswer}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        {isOffer ? (
          <>
            <Button
              variant="default"
              loading={resume.isPending}
              onClick={() => resume.mutate(NONE)}
            >
              {t('rules.resumeOnly')}
            </Button>
            <Button
              loading={resume.isPending || !isDateKnown}
              onClick={() => resume.mutate(RESTORE)}
            >
              {t('rules.resumeRestore')}
            </Button>
          </>
        ) : (
          <Button
            loading={resume.isPending || (answer !== NONE && !isDateKnown)}
            onClick={() => resume.mutate(answer)}
          >
            {t(confirmKey(answer, departure.when))}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function confirmKey(answer: string, when: 'today' | 'tomorrow' | 'unknown') {
  if (answer === NONE) return 'rules.activate'
  return answer === RESTORE ? 'rules.resumeRestore' : (`rules.resumeConfirm.${when}` as const)
}

/** `date`: the one that the choices name. */
function useResume(id: number, date: string | undefined, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    mutationFn: (answer: string, key) => {
      const isMonth = answer !== NONE && answer !== RESTORE
      const named = answer !== NONE && date !== undefined ? { date } : {}
      const body = { issue: isMonth ? answer : null, restore: answer === RESTORE, ...named }
      return send(resumeRule, { params: { id }, body, key: partKey(key, answer) })
    },
    onSuccess: () => toastSuccess(t('rules.activatedToast')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('rules.toggleFailed')),
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: DEPARTURES })
      await refreshAgenda(client)
    },
  })
}
