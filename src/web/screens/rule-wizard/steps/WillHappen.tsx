import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { showClp, showDay, showMonthAlone } from '#texts/formats.ts'
import type { Emission, Forecast } from '#web/api/queries.ts'
import { documentPath } from '#web/paths.ts'
import { formatTime } from '#web/clock.ts'
import { language } from '#web/language.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { someNames } from '#web/ui/some-names.ts'
import type { MadeSentence } from '../../rules/made-text.ts'
import { madeSentences } from '../../rules/made-text.ts'
import { useStanding } from '#web/documents/standing.ts'
import { scheduleText } from '../../rules/schedule-text.ts'
import { hasTotals } from '../payload.ts'
import { totalOf } from '../preview.ts'
import type { StepProps, WizardState } from '../wizard.ts'
import { readDay } from '../wizard.ts'
import { Choice } from '#web/ui/Choice.tsx'
import classes from './steps.module.css'

export interface WillHappenProps extends StepProps {
  forecast: UseQueryResult<Forecast>
  /** Undefined until it is counted for exactly what is reviewed. */
  emission: Emission | undefined
  asksFirst: boolean
}

/** Says what will happen before it does. */
export function WillHappen(props: Pick<WillHappenProps, 'state' | 'forecast' | 'emission'>) {
  const { state, forecast, emission } = props
  const { t } = useTranslation()
  const standingOf = useStanding()
  if (forecast.isError) {
    return (
      <FaultState
        title={t('wizard.dates.failed')}
        fault={forecast.error}
        onRetry={() => void forecast.refetch()}
      />
    )
  }
  const made = madeSentences(t, standingOf, forecast.data?.made ?? [])
  if (emission === undefined) {
    const hasEnded = forecast.data?.emissions.length === 0 && !forecast.isPlaceholderData
    if (!hasEnded) return <Skeleton height={104} radius={10} />
    return (
      <div className={classes.willIssue} role="status">
        <Made sentences={made} />
        <Added state={state} forecast={forecast} />
        <p className={classes.sentence}>{t('wizard.review.ended')}</p>
      </div>
    )
  }
  const stop = forecast.data?.stop ?? null
  const schedule = scheduleText(t, {
    business_day_rule: state.businessDayRule,
    day_of_month: readDay(state.day),
  })
  return (
    <div className={classes.willIssue} role="status">
      <Made sentences={made} />
      <Added state={state} forecast={forecast} />
      {forecast.data?.is_paused && <p>{t('wizard.review.isPaused')}</p>}
      {stop !== null && <p>{t(`wizard.review.stopped.${stop}`)}</p>}
      <p className={`${classes.sentence} num`}>
        <NextSentence state={state} forecast={forecast} emission={emission} />
      </p>
      {state.once === null ? (
        <p className="muted">
          <OfNextMonth forecast={forecast} emission={emission} />
          {t('wizard.review.then', { schedule })}{' '}
          {t(state.needsApproval ? 'wizard.review.approve' : 'wizard.review.undo')}
        </p>
      ) : (
        <p className="muted">{t('wizard.once.undo')}</p>
      )}
    </div>
  )
}

/** Made on a month's last evening, a rule begins with the emission of the next month: said, as the one after it is far. */
function OfNextMonth({
  forecast,
  emission,
}: Pick<WillHappenProps, 'forecast'> & { emission: Emission }) {
  const { t } = useTranslation()
  const { first = null, emissions = [] } = forecast.data ?? {}
  const isOfNextMonth = first !== null && !first.is_today && first.date.endsWith('-01')
  const after = emissions[1]?.emission_date
  if (!isOfNextMonth || emission.emission_date !== first.date || after === undefined) return null
  const month = showMonthAlone(first.date.slice(0, 7), language())
  return `${t('wizard.review.ofNextMonth', { month, next: showDay(after) })} `
}

/** What is made already of the rule that is being changed: the change doesn't make it a second time. */
function Made({ sentences }: { sentences: readonly MadeSentence[] }) {
  const { t } = useTranslation()
  return sentences.map(({ key, text, document }) => (
    <p key={key} className={classes.made}>
      {text}{' '}
      {document !== null && (
        <Link to={documentPath(document)} className="nowrap">
          {t('rules.made.see')}
        </Link>
      )}
    </p>
  ))
}

/** Who comes to the rule on its day, after this month's were made, gets one too: with which date. */
function Added({ state, forecast }: Pick<WillHappenProps, 'state' | 'forecast'>) {
  const { t } = useTranslation()
  const { this_month: thisMonth = null } = forecast.data ?? {}
  const names = state.clients
    .filter(({ client }) => thisMonth?.added.includes(client.id))
    .map(({ client }) => client.client_info.name)
  if (thisMonth === null || names.length === 0) return null
  const date = showDay(thisMonth.date)
  return (
    <p className={`${classes.made} num`}>
      {t('wizard.review.added', { count: names.length, names: someNames(t, names), date })}
    </p>
  )
}

function NextSentence({
  state,
  forecast,
  emission,
}: Pick<WillHappenProps, 'state' | 'forecast'> & { emission: Emission }) {
  const { t } = useTranslation()
  const total = totalOf(state, emission)
  const isBoleta = state.kind === 'boletaHonorarios'
  const isKnown = hasTotals(state) && total !== null
  const date = showDay(emission.emission_date)
  const count = readyCount(state, forecast.data?.lacks ?? [])
  if (count === 0) return t('wizard.review.blocked', { date })
  const { is_paused: isPaused = false, stop = null, made = [] } = forecast.data ?? {}
  const isNext = made.some(({ period }) => !emission.emission_date.startsWith(period))
  const whenText = isPaused ? 'resumed' : stop !== null ? 'stopped' : isNext ? 'next' : 'first'
  const when = t(`wizard.review.when.${whenText}`, { date })
  if (!isKnown) {
    return t(hasTotals(state) ? 'wizard.review.unknownTotal' : 'wizard.review.toComplete', {
      when,
      count,
    })
  }
  const said = t(isBoleta ? 'wizard.boleta.willIssue' : 'wizard.review.willIssue', {
    when,
    total: showClp(total),
    count,
  })
  const each = isBoleta ? t('wizard.boleta.each') : t('wizard.review.each')
  return `${said}${count > 1 ? ` ${each}` : ''}`
}

/** Clients whose document lacks nothing; none while something is lacking for all. */
function readyCount(state: WizardState, lacks: Forecast['lacks']): number {
  if (lacks.some(({ client }) => client === undefined)) return 0
  const lacking = new Set(lacks.map(({ client }) => client?.id))
  return state.clients.filter(({ client }) => !lacking.has(client.id)).length
}

/** The first date is today: as soon as it can leave, or from the next month on (docs/decisions/0017). */
export function FirstDate({ state, onChange, forecast, asksFirst }: WillHappenProps) {
  const { t } = useTranslation()
  const first = forecast.data?.first ?? null
  if (!asksFirst || first === null) return null
  const when = first.is_today ? 'today' : 'tomorrow'
  const isStopped = (forecast.data?.stop ?? null) !== null
  const secondDate = first.otherwise?.emission_date ?? null
  return (
    <Choice
      label={t('wizard.review.firstTitle')}
      columns
      options={[
        {
          value: 'today',
          label: t(`departure.issue.${when}`, { time: formatTime(first.at) }),
          hint: t(`wizard.review.firstHint.${isStopped ? 'stopped' : when}`, {
            date: showDay(first.date),
          }),
        },
        {
          value: 'next',
          label: t('wizard.review.first.next'),
          hint: t('wizard.review.firstHint.next', {
            date: secondDate === null ? '' : showDay(secondDate),
          }),
        },
      ]}
      value={state.first}
      onChange={(chosen) =>
        onChange((old) => ({ ...old, first: chosen === 'today' ? 'today' : 'next' }))
      }
    />
  )
}
