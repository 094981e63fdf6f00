import type { UseQueryResult } from '@tanstack/react-query'
import type { Company, EmailAccount, Emission, Forecast, Installation } from '#web/api/queries.ts'
import type { ConnectMailbox } from '../email-accounts/use-connect-mailbox.ts'
import type { StepName, StepProblem, WizardFacts } from './steps.ts'
import { BoletaStep } from './steps/BoletaStep.tsx'
import { CertStep } from './steps/CertStep.tsx'
import { ChooseStep } from './steps/ChooseStep.tsx'
import { ClientsStep } from './steps/ClientsStep.tsx'
import { DatesStep } from './steps/dates/DatesStep.tsx'
import { EmailStep } from './steps/EmailStep.tsx'
import { IssuerStep } from './steps/IssuerStep.tsx'
import { LinesStep } from './steps/LinesStep.tsx'
import { ReviewStep } from './steps/ReviewStep.tsx'
import type { Kind, StepProps } from './wizard.ts'
import type { WizardFoot } from './WizardButtons.tsx'

export interface StepBodyProps extends StepProps {
  step: StepName
  problem: StepProblem | null
  /** Null: a new one. */
  ruleId: number | null
  /** In how many documents that wait the change is wanted too. */
  applied: number
  onApplied: (count: number) => void
  facturatorId: number
  names: Readonly<Record<Kind, string>>
  companies: Company[]
  company: Company | undefined
  certificate: WizardFacts['certificate']
  installation: Installation
  accounts: EmailAccount[]
  mailbox: ConnectMailbox
  forecast: UseQueryResult<Forecast>
  emission: Emission | undefined
  /** Whether the emission is counted for exactly what is on the screen. */
  isCounted: boolean
  asksFirst: boolean
  onCertificate: () => void
  /** The bar of the certificate's step, whose button is of its own. */
  foot: WizardFoot
  onGo: (step: StepName) => void
}

/** The one step that is open. */
export function StepBody(props: StepBodyProps) {
  const { step, company, emission, isCounted } = props
  if (step === 'choose') return <ChooseStep {...props} isEdit={props.ruleId !== null} />
  if (step === 'cert') return <CertStep {...props} onSaved={props.onCertificate} />
  if (step === 'issuer') return <IssuerStep {...props} />
  if (company === undefined) return null
  const known = { ...props, company }
  const counted = {
    ...known,
    emission: isCounted ? emission : undefined,
    asksFirst: isCounted && props.asksFirst,
  }
  switch (step) {
    case 'boleta':
      return <BoletaStep {...known} counted={counted} />
    case 'clients':
      return <ClientsStep {...known} />
    case 'lines':
      return <LinesStep {...known} />
    case 'dates':
      return <DatesStep {...props} />
    case 'email':
      return <EmailStep {...props} />
    case 'review':
      return <ReviewStep {...counted} />
  }
}
