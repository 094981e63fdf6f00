import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { changeRuleMonth, restoreRuleMonth } from '#contract/rule-months.ts'
import { showDay, showMonth, showWeekday } from '#texts/formats.ts'
import type { RuleMonth } from '#web/api/agenda.ts'
import { refreshAgenda, ruleMonthsQuery } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { language } from '#web/language.ts'
import { documentPath } from '#web/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { useDeparture } from '#web/ui/use-departure.ts'
import { useStanding } from '#web/documents/standing.ts'
import { madeSentences } from './made-text.ts'
import type { MonthWish } from './month-wish.ts'
import { daysToMoveTo, wishOf } from './month-wish.ts'
import classes from './OnlyMonthDialog.module.css'

interface Props {
  rule: { id: number; name: string }
  company: number
  /** The month shown first; the next one the rule has when it isn't among its own. */
  period?: string
  onClose: () => void
}

/** One month of a rule apart from the others: on another day, skipped, or as the rule says again. */
export function OnlyMonthDialog({ rule, company, period, onClose }: Props) {
  const { t } = useTranslation()
  const months = useQuery(ruleMonthsQuery(rule.id))
  const { date: first } = useDeparture(company)
  return (
    <Dialog title={t('onlyMonth.title')} opened onClose={onClose}>
      <p className={classes.lead}>{t('onlyMonth.lead', { name: rule.name })}</p>
      {months.isLoadingError && (
        <FaultNotice
          title={t('onlyMonth.notLoaded')}
          fault={months.error}
          onRetry={() => void months.refetch()}
        />
      )}
      {months.data?.length === 0 && <Notice tone="calm">{t('onlyMonth.none')}</Notice>}
      {months.data !== undefined && months.data.length > 0 && first !== undefined ? (
        <MonthForm
          rule={rule}
          period={period}
          months={months.data}
          first={first}
          onClose={onClose}
        />
      ) : (
        months.isPending && (
          <div role="status" aria-label={t('loading')}>
            <Skeleton height={240} radius={8} />
          </div>
        )
      )}
    </Dialog>
  )
}

function MonthForm({
  rule,
  period,
  months,
  first,
  onClose,
}: Omit<Props, 'company'> & { months: RuleMonth[]; first: string }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(period ?? '')
  const month = months.find((one) => one.period === chosen) ?? months[0]
  if (month === undefined) return null
  return (
    <>
      <NativeSelect
        label={t('onlyMonth.month')}
        className={classes.month}
        value={month.period}
        data={months.map((one) => ({
          value: one.period,
          label: showMonth(one.period, language()),
        }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <WishForm
        key={`${month.period} ${month.change} ${month.emission_date}`}
        rule={rule}
        month={month}
        first={first}
        onClose={onClose}
      />
    </>
  )
}

function WishForm({
  rule,
  month,
  first,
  onClose,
}: Pick<Props, 'rule' | 'onClose'> & { month: RuleMonth; first: string }) {
  const { t } = useTranslation()
  const days = daysToMoveTo(month, first)
  const [wish, setWish] = useState<MonthWish['kind']>(wishOf(month))
  const [day, setDay] = useState(firstDay(month, days))
  const save = useSave(rule.id, month.period, onClose)
  const mayChange = !month.is_planned || mayStop(month)
  const isSame = wish === wishOf(month) && (wish !== 'move' || day === month.emission_date)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSame) save.mutate(wish === 'move' ? { kind: 'move', day } : { kind: wish })
      }}
    >
      {month.is_planned && <UnderWay month={month} />}
      {mayChange && (
        <Choice
          label={t('onlyMonth.choose', { month: showMonth(month.period, language()) })}
          options={optionsOf(t, month, days.length > 0)}
          columns
          value={wish}
          onChange={setWish}
        />
      )}
      {wish === 'move' && (
        <NativeSelect
          label={t('onlyMonth.day')}
          value={day}
          data={days.map(({ date, isBusiness }) => {
            const label = showWeekday(date, language())
            return {
              value: date,
              label: isBusiness ? label : t('onlyMonth.notBusiness', { day: label }),
            }
          })}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t(mayChange ? 'actions.cancel' : 'actions.close')}
        </Button>
        {mayChange && (
          <Button type="submit" disabled={isSame} loading={save.isPending}>
            {t('actions.save')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is made of the month already: that goes its own way. */
function UnderWay({ month }: { month: RuleMonth }) {
  const { t } = useTranslation()
  const standingOf = useStanding()
  return (
    <Notice tone={mayStop(month) ? 'needsYou' : 'calm'} title={t('onlyMonth.plannedTitle')}>
      <ul className={classes.made}>
        {madeSentences(t, standingOf, month.documents).map(({ key, text, document }) => (
          <li key={key}>
            {text}{' '}
            {document !== null && (
              <Link to={documentPath(document)} className="nowrap">
                {t('rules.made.see')}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!mayStop(month) && <p>{t('onlyMonth.stopsLeft')}</p>}
    </Notice>
  )
}

/** As the server has it: none of them is issued or on its way, and one is still to be stopped. */
function mayStop({ documents }: RuleMonth): boolean {
  const isTooLate = documents.some(({ state }) =>
    ['issuing', 'uncertain', 'issued', 'annulled'].includes(state),
  )
  return !isTooLate && documents.some(({ state }) => state !== 'skipped')
}

function optionsOf(
  t: TFunction,
  { own_date, is_planned }: RuleMonth,
  canMove: boolean,
): { value: MonthWish['kind']; label: string; hint: string }[] {
  if (is_planned) {
    return [
      { value: 'own', label: t('onlyMonth.keep'), hint: t('onlyMonth.keepHint') },
      { value: 'skip', label: t('onlyMonth.stop'), hint: t('onlyMonth.stopHint') },
    ]
  }
  const own = t('onlyMonth.ownHint', { date: showDay(own_date) })
  return [
    { value: 'own', label: t('onlyMonth.own'), hint: own },
    ...(canMove
      ? [{ value: 'move' as const, label: t('onlyMonth.move'), hint: t('onlyMonth.moveHint') }]
      : []),
    { value: 'skip', label: t('onlyMonth.skip'), hint: t('onlyMonth.skipHint') },
  ]
}

function firstDay({ change, emission_date }: RuleMonth, days: { date: string }[]): string {
  if (change === 'moved' && emission_date !== null) return emission_date
  return days[0]?.date ?? ''
}

function useSave(id: number, period: string, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (wish: MonthWish) => {
      const params = { id, period }
      if (wish.kind === 'own') return send(restoreRuleMonth, { params })
      if (wish.kind === 'skip') return send(changeRuleMonth, { params, body: { change: 'skip' } })
      const body = { change: 'move', emission_date: wish.day } as const
      return send(changeRuleMonth, { params, body })
    },
    onSuccess: (_month, wish) => {
      if (wish.kind === 'own') toastSuccess(t('onlyMonth.restoredToast'))
      else if (wish.kind === 'skip') toastSuccess(t('onlyMonth.skippedToast'))
      else toastSuccess(t('onlyMonth.movedToast', { date: showDay(wish.day) }))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('onlyMonth.failed')),
    onSettled: async () => {
      onDone()
      await refreshAgenda(client)
    },
  })
}
