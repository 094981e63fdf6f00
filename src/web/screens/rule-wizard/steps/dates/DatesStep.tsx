import { Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showClp, showDay, showMonth } from '#texts/formats.ts'
import type { Emission, Forecast, Installation } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { hasTotals } from '../../payload.ts'
import { totalOf } from '../../preview.ts'
import type { StepProps } from '../../wizard.ts'
import { hasUfLine, readDay } from '../../wizard.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { DueDays } from './DueDays.tsx'
import { MonthOffset, UfRate } from './MonthOffset.tsx'
import { OnceDates } from './OnceDates.tsx'
import { StepHead } from '../StepHead.tsx'
import classes from '../steps.module.css'

const RULES = ['EXACT', 'FIRST_BUSINESS', 'LAST_BUSINESS', 'LAST_DAY'] as const
const CATCH_UPS = ['notify', 'issue_today', 'skip'] as const

type Props = StepProps & {
  installation: Installation
  forecast: UseQueryResult<Forecast>
  /** The first there will be: today's or the next, as was chosen. */
  emission: Emission | undefined
}

export function DatesStep(props: Props) {
  const { t } = useTranslation()
  return (
    <>
      <StepHead title={t('wizard.dates.title')} />
      <DatesFields {...props} />
    </>
  )
}

export function DatesFields(props: Props) {
  const { state, onChange, installation } = props
  if (state.once === null) return <ScheduleFields {...props} />
  const { today } = installation
  return (
    <div className={classes.fields}>
      <OnceDates state={state} onChange={onChange} once={state.once} today={today} />
    </div>
  )
}

function ScheduleFields({ state, onChange, forecast, emission }: Props) {
  const { t } = useTranslation()
  const isExact = state.businessDayRule === 'EXACT'
  const day = readDay(state.day)
  const dayError =
    Number(state.day) > 28 ? t('wizard.dates.dayAbove') : t('wizard.dates.dayMissing')
  return (
    <div className={classes.fields}>
      <Choice
        label={t('wizard.dates.rule')}
        columns
        options={RULES.map((rule) => ({
          value: rule,
          label: t(`wizard.dates.${rule}`),
          hint: t(`wizard.dates.${rule}Hint`),
        }))}
        value={state.businessDayRule}
        onChange={(businessDayRule) => onChange((old) => ({ ...old, businessDayRule }))}
      />
      {isExact && (
        <TextInput
          label={t('wizard.dates.day')}
          description={t('wizard.dates.dayHint')}
          inputMode="numeric"
          className={classes.day}
          maxLength={2}
          value={state.day}
          error={state.day !== '' && day === null && dayError}
          onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, day: value }))}
        />
      )}
      <MonthOffset state={state} onChange={onChange} />
      {hasUfLine(state) && <UfRate state={state} onChange={onChange} />}
      <Next state={state} forecast={forecast} emission={emission} />
      <DueDays state={state} onChange={onChange} />
      <Unusual state={state} onChange={onChange} />
    </div>
  )
}

/** Seldom changed: a word before each, and what becomes of a day that went by (docs/decisions/0017). */
function Unusual({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  return (
    <>
      <Checkbox
        label={t('wizard.dates.needsApproval')}
        description={t('wizard.dates.needsApprovalHint')}
        checked={state.needsApproval}
        onChange={({ currentTarget: { checked } }) =>
          onChange((old) => ({ ...old, needsApproval: checked }))
        }
      />
      <NativeSelect
        label={t('wizard.dates.catchUp')}
        description={t(`wizard.dates.catchUpHints.${state.catchUp}`)}
        value={state.catchUp}
        data={CATCH_UPS.map((value) => ({ value, label: t(`wizard.dates.catchUps.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const catchUp = CATCH_UPS.find((known) => known === value)
          if (catchUp !== undefined) onChange((old) => ({ ...old, catchUp }))
        }}
      />
    </>
  )
}

const SHOWN = 3

function Next({
  state,
  forecast,
  emission: first,
}: Pick<Props, 'state' | 'forecast' | 'emission'>) {
  const { t } = useTranslation()
  // A total counted for other lines would be a wrong one.
  const isKnown = hasTotals(state) && !forecast.isPlaceholderData
  if (state.businessDayRule === 'EXACT' && readDay(state.day) === null) return null
  const known = forecast.data?.emissions ?? []
  const chosen =
    first === undefined ? known : [first, ...known.filter((one) => isAfter(one, first))]
  const emissions = chosen
    .slice(0, SHOWN)
    .map((emission) => ({ emission, total: totalOf(state, emission) }))
  const totalText = (total: number) =>
    state.clients.length > 1 ? t('wizard.dates.each', { total: showClp(total) }) : showClp(total)
  return (
    <section className={classes.next} aria-live="polite" aria-busy={forecast.isPlaceholderData}>
      <h3>{t('wizard.dates.next')}</h3>
      {forecast.isError && (
        <div className={classes.nextFailed}>
          <FaultNotice
            title={t('wizard.dates.failed')}
            fault={forecast.error}
            onRetry={() => void forecast.refetch()}
          />
        </div>
      )}
      {forecast.data === undefined && !forecast.isError && (
        <>
          <Skeleton height={20} mt={10} />
          <Skeleton height={20} mt={10} />
          <Skeleton height={20} mt={10} />
        </>
      )}
      <ol>
        {emissions.map(({ emission, total }) => (
          <li key={emission.emission_date} className="num">
            <span className={classes.nextDay}>
              <strong>{showDay(emission.emission_date)}</strong>{' '}
              <span className="muted nowrap">
                {t('wizard.dates.service', {
                  month: showMonth(emission.service_month, language()),
                })}
              </span>
            </span>
            {isKnown && (
              <span className={total === null ? classes.nextUnknown : classes.nextTotal}>
                {total === null ? t('wizard.dates.unknownTotal') : totalText(total)}
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function isAfter(one: Emission, other: Emission): boolean {
  return one.emission_date > other.emission_date
}
