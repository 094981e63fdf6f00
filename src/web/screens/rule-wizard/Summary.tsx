import { useTranslation } from 'react-i18next'
import type { Month } from '#domain/day.ts'
import { parseMonth } from '#domain/day.ts'
import { showDay, showQuantity, showRut, showUf, showClp } from '#texts/formats.ts'
import type { Company, EmailAccount, Emission } from '#web/api/queries.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { someNames } from '#web/ui/some-names.ts'
import { scheduleText } from '../rules/schedule-text.ts'
import type { LineDraft } from './line.ts'
import { readPrice, readQuantity } from './line.ts'
import { inWords } from './preview.ts'
import { RecipientChips } from './RecipientChips.tsx'
import type { ChosenClient, WizardState } from './wizard.ts'
import { readDay } from './wizard.ts'
import classes from './RuleWizard.module.css'

interface Props {
  state: WizardState
  company: Company | undefined
  accounts: EmailAccount[]
  emission: Emission | undefined
}

/** What has been chosen so far: each section only when there is something to say. */
export function Summary(props: Props) {
  const { t } = useTranslation()
  const { state, company } = props
  const { clients } = state
  const lines = state.lines.filter(({ productId }) => productId !== null)
  const [only] = clients
  const month = parseMonth(props.emission?.service_month ?? '')
  if (state.kind === null) return null
  return (
    <>
      <h2 className={classes.summaryTitle}>{t('wizard.summary')}</h2>
      <dl className={classes.summary}>
        <dt>{t('wizard.steps.choose')}</dt>
        <dd>{t(`wizard.choose.${state.kind}`)}</dd>
        {company !== undefined && state.kind === 'factura' && (
          <>
            <dt>{t('wizard.review.issuer')}</dt>
            <dd>
              <Issuer state={state} company={company} />
            </dd>
          </>
        )}
        {only !== undefined && (
          <>
            <dt>{t('wizard.review.clients', { count: clients.length })}</dt>
            <dd>
              {clients.length === 1 ? (
                <OneClient chosen={only} />
              ) : (
                someNames(
                  t,
                  clients.map(({ client }) => client.client_info.name),
                )
              )}
            </dd>
          </>
        )}
        {lines.length > 0 && (
          <>
            <dt>{t('wizard.review.lines')}</dt>
            <dd>
              {lines.map((line) => (
                <p key={line.key}>{lineText(line, month)}</p>
              ))}
              <p className="muted">{t('wizard.totalItems', { count: lines.length })}</p>
            </dd>
          </>
        )}
        <Dates {...props} />
        <Mail {...props} />
      </dl>
    </>
  )
}

function Issuer({ state, company }: { state: WizardState; company: Company }) {
  const address = company.addresses.find(({ id }) => id === state.addressId)
  const activity = company.activities.find(({ id }) => id === state.activityId)
  const place = [address?.street_and_number, address?.commune].filter(Boolean).join(', ')
  return (
    <>
      <p>{company.company_info.name}</p>
      <Lines of={[place, activity?.description, state.email.trim()]} />
    </>
  )
}

function OneClient({ chosen: { client, addressId, activityId } }: { chosen: ChosenClient }) {
  const address = client.addresses.find(({ id }) => id === addressId)
  const activity = client.activities.find(({ id }) => id === activityId)
  const place = [address?.street_and_number, address?.commune].filter(Boolean).join(', ')
  return (
    <>
      <p>
        {client.client_info.name}{' '}
        <span className="muted num nowrap">{showRut(client.client_info.identifier)}</span>
      </p>
      <Lines of={[place, activity?.description]} />
    </>
  )
}

/** Each on its own: joined by a dot, one that doesn't fit would leave the dot hanging. */
function Lines({ of }: { of: readonly (string | undefined)[] }) {
  return of.filter(Boolean).map((text) => (
    <p key={text} className="muted">
      {text}
    </p>
  ))
}

function lineText(line: LineDraft, month: Month | null): string {
  const quantity = readQuantity(line)
  const price = readPrice(line)
  const shown =
    price === null ? '—' : price.currency === 'UF' ? showUf(price.unitUf) : showClp(price.unitClp)
  return `${inWords(line.name, month)}: ${quantity === null ? '—' : showQuantity(quantity)} × ${shown}`
}

function Dates({ state, emission }: Props) {
  const { t } = useTranslation()
  const day = readDay(state.day)
  const isDayMissing = state.businessDayRule === 'EXACT' && day === null
  if (state.kind === null || (state.once === null && isDayMissing)) return null
  const date = emission?.emission_date
  return (
    <>
      <dt>{t('wizard.review.dates')}</dt>
      <dd>
        {state.once === null && (
          <>
            {t('schedule.monthly')},{' '}
            {scheduleText(t, { business_day_rule: state.businessDayRule, day_of_month: day })}
          </>
        )}
        {state.once !== null && date !== undefined && <span className="num">{showDay(date)}</span>}
        {state.once === null && date !== undefined && (
          <span className="num muted">
            {' '}
            · {t('rules.nextEmission').toLowerCase()} {showDay(date)}
          </span>
        )}
      </dd>
    </>
  )
}

function Mail({ state, accounts }: Props) {
  const { t } = useTranslation()
  const account = accounts.find(({ id }) => id === state.emailAccountId)
  if (!state.sendsEmail) return null
  return (
    <>
      <dt>{t('wizard.review.email')}</dt>
      <dd className={classes.chips}>
        <Pill tone="accent">{t('wizardEmail.auto')}</Pill>
        {account !== undefined && <span>{account.email_address}</span>}
        <RecipientChips clients={state.clients} />
      </dd>
    </>
  )
}
