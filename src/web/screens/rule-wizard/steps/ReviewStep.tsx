import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, parseDay, parseMonth } from '#domain/day.ts'
import { showClp, showDay, showQuantity, showRut, showUf } from '#texts/formats.ts'
import type { Company, EmailAccount, Installation } from '#web/api/queries.ts'
import { scheduleText } from '../../rules/schedule-text.ts'
import { dueDaysOf, useCompanyDueDays } from '../due-days.ts'
import type { LineDraft } from '../line.ts'
import { readPrice, readQuantity } from '../line.ts'
import { inWords } from '../preview.ts'
import { RuleCost } from '../RuleCost.tsx'
import type { StepName } from '../steps.ts'
import { readDay } from '../wizard.ts'
import type { StepProps } from '../wizard.ts'
import { Lacking } from './Lacking.tsx'
import { StepHead } from './StepHead.tsx'
import type { WaitingProps } from './WaitingNow.tsx'
import { WaitingNow } from './WaitingNow.tsx'
import type { WillHappenProps } from './WillHappen.tsx'
import { FirstDate, WillHappen } from './WillHappen.tsx'
import classes from './steps.module.css'

export interface ReviewProps extends WillHappenProps, WaitingProps {
  company: Company
  accounts: EmailAccount[]
  installation: Installation
  onGo: (step: StepName) => void
}

const SHOWN_CLIENTS = 8

/** Everything once more, each with its way back, before it is confirmed. */
export function ReviewStep(props: ReviewProps) {
  const { state, onChange, company, emission: shown, onGo } = props
  const { t } = useTranslation()
  const count = state.clients.length
  const month = parseMonth(shown?.service_month ?? '')
  const account = props.accounts.find(({ id }) => id === state.emailAccountId)
  const issuerAddress = company.addresses.find(({ id }) => id === state.addressId)
  return (
    <>
      <StepHead title={t('wizard.review.title')} />
      <div className={classes.fields}>
        <WillHappen state={state} forecast={props.forecast} emission={shown} />
        <RuleCost state={state} installation={props.installation} />
        <Lacking {...props} lacks={shown === undefined ? [] : (props.forecast.data?.lacks ?? [])} />
        <FirstDate {...props} />
        <WaitingNow {...props} />
        {state.once === null && <RuleName state={state} onChange={onChange} />}
        <div className={classes.review}>
          <Section step="issuer" title={t('wizard.review.issuer')} onGo={onGo}>
            <p>{company.company_info.name}</p>
            <p className="muted small">
              {issuerAddress?.street_and_number}, {issuerAddress?.commune}
            </p>
            <p className="muted small">{state.email}</p>
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
            <WhenIssued state={state} emission={shown} />
            <Due state={state} emission={shown} />
            {state.needsApproval && (
              <p className="muted small">{t('wizard.dates.needsApproval')}</p>
            )}
            {state.catchUp !== 'notify' && (
              <p className="muted small">
                {t('wizard.dates.catchUp')}: {t(`wizard.dates.catchUps.${state.catchUp}`)}
              </p>
            )}
          </Section>
          <Section step="email" title={t('wizard.review.email')} onGo={onGo}>
            <p>
              {state.sendsEmail
                ? t('wizardEmail.willSend', { address: account?.email_address ?? '' })
                : t('wizardEmail.willNotSend')}
            </p>
          </Section>
        </div>
      </div>
    </>
  )
}

export function RuleName({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('wizard.review.name')}
      maxLength={80}
      value={state.name}
      error={state.name.trim() === '' && t('wizard.review.nameMissing')}
      onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, name: value }))}
    />
  )
}

/** On which days of each month; of one document, its date. */
function WhenIssued({ state, emission }: Pick<ReviewProps, 'state' | 'emission'>) {
  const { t } = useTranslation()
  if (state.once !== null) {
    return <p className="num">{emission === undefined ? '—' : showDay(emission.emission_date)}</p>
  }
  const schedule = scheduleText(t, {
    business_day_rule: state.businessDayRule,
    day_of_month: readDay(state.day),
  })
  return (
    <p>
      {t('schedule.monthly')}, {schedule}
    </p>
  )
}

/** When what is issued falls due, where payments are followed. */
function Due({ state, emission }: Pick<ReviewProps, 'state' | 'emission'>) {
  const { t } = useTranslation()
  const ofCompany = useCompanyDueDays(state.companyId)
  if (ofCompany === null) return null
  const days = dueDaysOf(state, ofCompany)
  if (days === null) return <p className="muted small">{t('wizard.review.dueByClient')}</p>
  const issued = parseDay(emission?.emission_date ?? '')
  const next = issued === null ? null : showDay(addDays(issued, days))
  const nextDue = state.once === null ? 'wizard.review.nextDue' : 'wizard.once.due'
  return (
    <p className="muted small num">
      {t('wizard.review.due', { count: days })}
      {next !== null && ` ${t(nextDue, { date: next })}`}
    </p>
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
