import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BOLETA_MAX_LINES } from '#domain/totals.ts'
import type { Company, Forecast, Installation } from '#web/api/queries.ts'
import { withholderOf } from '../preview.ts'
import { RuleCost } from '../RuleCost.tsx'
import type { StepName } from '../steps.ts'
import type { StepProps } from '../wizard.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { ClientsFields } from './ClientsStep.tsx'
import { DatesFields } from './dates/DatesStep.tsx'
import type { EmailProps } from './EmailStep.tsx'
import { EmailFields } from './EmailStep.tsx'
import { Lacking } from './Lacking.tsx'
import { LinesFields } from './LinesStep.tsx'
import { RuleName } from './ReviewStep.tsx'
import { StepHead } from './StepHead.tsx'
import type { WaitingProps } from './WaitingNow.tsx'
import { WaitingNow } from './WaitingNow.tsx'
import type { WillHappenProps } from './WillHappen.tsx'
import { FirstDate, WillHappen } from './WillHappen.tsx'
import classes from './steps.module.css'

type Props = EmailProps &
  WaitingProps & {
    company: Company
    onGo: (step: StepName) => void
    installation: Installation
    forecast: UseQueryResult<Forecast>
    /** As far as it is counted for exactly what is on the screen. */
    counted: WillHappenProps
  }

/** A boleta de honorarios on one page with its one button. */
export function BoletaStep({ counted, ...props }: Props) {
  const { t } = useTranslation()
  const { state, onChange } = props
  return (
    <>
      <StepHead title={t('wizard.boleta.title')} lead={t('wizard.boleta.lead')} />
      <div className={classes.parts}>
        <Part title={t('wizard.boleta.clients')}>
          <ClientsFields {...props} />
        </Part>
        <Part title={t('wizard.boleta.lines')}>
          <p className={`${classes.label} muted`}>
            {t('wizard.boleta.linesHint', { count: BOLETA_MAX_LINES })}
          </p>
          <LinesFields {...props} />
        </Part>
        <Withholding state={state} onChange={onChange} />
        <Part title={t('wizard.dates.title')}>
          <DatesFields {...props} />
        </Part>
        <Part title={t('wizardEmail.title')}>
          <EmailFields {...props} />
        </Part>
        {(state.once === null || state.clients.length > 0) && (
          <Part title={t('wizard.boleta.end')}>
            <div className={classes.fields}>
              {state.once === null && <RuleName state={state} onChange={onChange} />}
              {state.clients.length > 0 && <WillHappen {...counted} />}
              <RuleCost state={state} installation={props.installation} />
              <Lacking
                {...props}
                lacks={counted.emission === undefined ? [] : (props.forecast.data?.lacks ?? [])}
              />
              <FirstDate {...counted} />
              <WaitingNow {...props} />
            </div>
          </Part>
        )}
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** Who pays the tax to the State: what is usual for the recipient stands chosen. */
function Withholding({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  const [first] = state.clients
  const usual = first === undefined ? null : withholderOf({ ...state, withholder: null }, first)
  return (
    <Choice
      label={t('wizard.boleta.withholder')}
      columns
      options={(['recipient', 'issuer'] as const).map((who) => ({
        value: who,
        label: t(`wizard.boleta.withholders.${who}`),
        hint: t(who === usual ? 'wizard.boleta.usual' : `wizard.boleta.withholderHints.${who}`),
      }))}
      value={state.withholder ?? usual}
      onChange={(withholder) => onChange((old) => ({ ...old, withholder }))}
    />
  )
}
