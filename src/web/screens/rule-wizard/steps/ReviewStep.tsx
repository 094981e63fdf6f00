import { Skeleton, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { parseMonth } from '#domain/day.ts'
import { showClp, showDay, showQuantity, showRut, showUf } from '#texts/formats.ts'
import type { Company, Emission, Forecast } from '#web/api/queries.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { scheduleText } from '../../rules/schedule-text.ts'
import type { LineDraft } from '../line.ts'
import { readPrice, readQuantity } from '../line.ts'
import { hasTotals } from '../payload.ts'
import { inWords } from '../preview.ts'
import type { StepProps } from '../wizard.ts'
import type { StepName } from '../wizard.ts'
import { readDay } from '../wizard.ts'
import { Choice } from './Choice.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

interface Props extends StepProps {
  company: Company
  forecast: UseQueryResult<Forecast>
  /** Undefined until it is counted for exactly what is reviewed. */
  emission: Emission | undefined
  asksFirst: boolean
  isEdit: boolean
  onGo: (step: StepName) => void
}

const SHOWN_CLIENTS = 8

/** Says what will happen before it does. */
export function ReviewStep({
  state,
  onChange,
  company,
  forecast,
  emission: shown,
  asksFirst,
  isEdit,
  onGo,
}: Props) {
  const { t } = useTranslation()
  const count = state.clients.length
  const schedule = scheduleText(t, {
    business_day_rule: state.businessDayRule,
    day_of_month: readDay(state.day),
  })
  const secondDate = forecast.data?.emissions[1]?.emission_date ?? null
  const month = parseMonth(shown?.service_month ?? '')
  const issuerAddress = company.addresses.find(({ id }) => id === state.addressId)
  return (
    <>
      <StepHead title={t('wizard.review.title')} />
      <div className={classes.fields}>
        <WillHappen state={state} schedule={schedule} forecast={forecast} emission={shown} />
        {asksFirst && (
          <Choice
            label={t('wizard.review.firstTitle')}
            columns
            options={[
              {
                value: 'today',
                label: t('wizard.review.first.today'),
                hint: t('wizard.review.firstHint.today'),
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
        )}
        {isEdit && <Notice tone="calm">{t('wizard.review.waitingContent')}</Notice>}
        <TextInput
          label={t('wizard.review.name')}
          maxLength={80}
          value={state.name}
          error={state.name.trim() === '' && t('wizard.review.nameMissing')}
          onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, name: value }))}
        />
        <div className={classes.review}>
          <Section step="issuer" title={t('wizard.review.issuer')} onGo={onGo}>
            <p>{company.company_info.name}</p>
            <p className="muted small">
              {issuerAddress?.street_and_number}, {issuerAddress?.commune} · {state.email}
            </p>
          </Section>
          <Section step="clients" title={t('wizard.review.clients', { count })} onGo={onGo}>
            <ul>
              {state.clients.slice(0, SHOWN_CLIENTS).map(({ client: { id, client_info } }) => (
                <li key={id}>
                  {client_info.name}{' '}
                  <span className="muted small num nowrap">{showRut(client_info.identifier)}</span>
                </li>
              ))}
              {count > SHOWN_CLIENTS && (
                <li className="muted">{t('rules.andMore', { count: count - SHOWN_CLIENTS })}</li>
              )}
            </ul>
          </Section>
          <Section step="lines" title={t('wizard.review.lines')} onGo={onGo}>
            <ol className={classes.reviewLines}>
              {state.lines.map((line) => (
                <li key={line.key}>
                  <span>{inWords(line.name, month)}</span>
                  <LineFigures line={line} />
                </li>
              ))}
            </ol>
          </Section>
          <Section step="dates" title={t('wizard.review.dates')} onGo={onGo}>
            <p>
              {t('schedule.monthly')}, {schedule}
            </p>
          </Section>
        </div>
      </div>
    </>
  )
}

function WillHappen({
  state,
  schedule,
  forecast,
  emission,
}: Pick<Props, 'state' | 'forecast' | 'emission'> & { schedule: string }) {
  const { t } = useTranslation()
  if (forecast.isError) {
    return (
      <FaultState
        title={t('wizard.dates.failed')}
        fault={forecast.error}
        onRetry={() => void forecast.refetch()}
      />
    )
  }
  if (emission === undefined) return <Skeleton height={104} radius={10} />
  const { total } = emission
  const count = state.clients.length
  const date = showDay(emission.emission_date)
  const isKnown = hasTotals(state) && total !== null
  const sentence = isKnown
    ? t('wizard.review.willIssue', { date, total: showClp(total), count })
    : t(hasTotals(state) ? 'wizard.review.unknownTotal' : 'wizard.review.toComplete', {
        date,
        count,
      })
  return (
    <div className={classes.willIssue} role="status">
      <p className={`${classes.sentence} num`}>
        {sentence} {count > 1 && isKnown && t('wizard.review.each')}
      </p>
      <p className="muted">
        {t('wizard.review.then', { schedule })} {t('wizard.review.undo')}
      </p>
    </div>
  )
}

function LineFigures({ line }: { line: LineDraft }) {
  const { t } = useTranslation()
  const quantity = readQuantity(line)
  const price = readPrice(line)
  const open = t('wizard.review.toFill')
  const shownPrice =
    price === null ? open : price.currency === 'UF' ? showUf(price.unitUf) : showClp(price.unitClp)
  return (
    <span className="muted num">
      {t('wizard.review.quantityTimes', {
        quantity: quantity === null ? open : showQuantity(quantity),
        price: shownPrice,
      })}
    </span>
  )
}

function Section({
  step,
  title,
  onGo,
  children,
}: {
  step: StepName
  title: string
  onGo: (step: StepName) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <div className={classes.sectionBody}>{children}</div>
      <button
        type="button"
        className={classes.change}
        aria-label={t('wizard.review.changeStep', { step: title })}
        onClick={() => onGo(step)}
      >
        {t('wizard.review.change')}
      </button>
    </section>
  )
}
