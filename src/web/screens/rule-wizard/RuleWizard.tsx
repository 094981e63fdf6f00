import { useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company, EmailAccount, Emission, Forecast, Installation } from '#web/api/queries.ts'
import { newRequestKey } from '#web/api/request-key.ts'
import { Page } from '#web/ui/Page.tsx'
import { useConnectMailbox } from '../email-accounts/use-connect-mailbox.ts'
import { Aside } from './Aside.tsx'
import { useConfirm } from './confirm.ts'
import type { Draft, DraftPlace } from './draft.ts'
import { dropDraft } from './draft.ts'
import { DraftBanner, OtherDraft } from './DraftBanner.tsx'
import { hasSameSchedule } from './payload.ts'
import { problemText } from './problem-text.ts'
import { StepBar } from './StepBar.tsx'
import { StepBody } from './StepBody.tsx'
import type { StepName, WizardFacts } from './steps.ts'
import {
  certificateProblem,
  furthestStep,
  isLastStep,
  stepAfterChoice,
  stepProblem,
  stepsFor,
} from './steps.ts'
import { useKeptDraft } from './use-draft.ts'
import { useForecast } from './use-forecast.ts'
import { useLeaveStep } from './wizard-actions.ts'
import { WizardButtons } from './WizardButtons.tsx'
import type { Kind, WizardState } from './wizard.ts'
import classes from './RuleWizard.module.css'

export interface RuleWizardProps {
  title: string
  place: DraftPlace
  /** Where it is found, for a provider to come back to. */
  path: string
  names: Readonly<Record<Kind, string>>
  companies: Company[]
  certificate: WizardFacts['certificate']
  accounts: EmailAccount[]
  installation: Installation
  initial: WizardState
  /** Which step to open with, of what says something already. */
  opensAt: string | null
  /** It begins with what a saved rule or an earlier document says. */
  isFilled: boolean
  /** What was left of it, when something was. */
  left: Draft | null
  /** Another company for which a new rule was begun and left. */
  other: Company | null
  /** The person has just come back from connecting a mailbox: nothing is to be asked about the draft. */
  isReturn: boolean
  onDiscard: () => void
}

export function RuleWizard(props: RuleWizardProps) {
  const { t } = useTranslation()
  const { companies, certificate, installation, place, left, initial } = props
  const [state, setState] = useState(left?.state ?? initial)
  const company = companies.find(({ id }) => id === state.companyId)
  const facts: WizardFacts = { company, certificate, accounts: props.accounts }
  // Kept as it was: saving the password must not take the step away from under the person.
  const [asksCertificate, setAsksCertificate] = useState(certificateProblem(certificate) !== null)
  const steps = stepsFor(state.kind, asksCertificate)
  const [wanted, setStep] = useState<StepName>(left?.step ?? firstStep(props, steps, facts))
  const furthest = furthestStep(state, steps, facts)
  // A draft may stand where its rule can't be any more.
  const step = steps.includes(wanted) ? wanted : (steps[Math.min(furthest, 1)] ?? 'choose')
  const isOnce = state.once !== null
  const isNewSchedule = place.ruleId === null || !hasSameSchedule(state, initial)
  const forecast = useForecast(state, installation.today, {
    ruleId: place.ruleId,
    company: isNewSchedule ? company?.id : undefined,
  })
  const first = forecast.data?.first ?? null
  const asksFirst = !isOnce && isNewSchedule && forecast.data?.is_paused !== true && first !== null
  const emission = firstEmission(forecast.data, asksFirst && state.first === 'next')
  const [requestKey] = useState(() => left?.requestKey ?? newRequestKey())
  const confirm = useConfirm(state, place, { requestKey, forecast: forecast.data })
  const leave = useLeaveStep(company)
  // Of the documents that wait: how many are to get the change too. A draft doesn't keep it: they go on.
  const [applied, setApplied] = useState(0)
  const mailbox = useConnectMailbox(props.path, ({ id }) =>
    setState((old) => ({ ...old, sendsEmail: true, emailAccountId: id })),
  )
  const { isSaving } = confirm
  useKeptDraft(place, left?.state ?? initial, { state, step, requestKey, isSaving })
  useStepStart(step)
  const index = steps.indexOf(step)
  const problem = stepProblem(state, step, facts)
  const isLast = isLastStep(step)
  // While an answer is on its way the former one stands in, and whether today must be asked about is unknown.
  const isCounted = forecast.isSuccess && !forecast.isPlaceholderData
  const isBlocked = problem !== null || (isLast && !isCounted)
  const isBusy = leave.isPending || confirm.isPending
  const go = (to: StepName | undefined) => {
    if (to !== undefined) setStep(to)
  }
  const next = async () => {
    if (isBlocked || company === undefined) return
    if (isLast) {
      const { today } = installation
      await confirm.run({ company, emission, asksFirst, waiting: applied, today })
      return
    }
    if (step === 'choose') {
      const asks = certificateProblem(certificate) !== null
      setAsksCertificate(asks)
      go(stepAfterChoice(state, stepsFor(state.kind, asks), { facts, companies }))
      return
    }
    const isLeft = await leave.mutateAsync({ state, step }).catch(() => false)
    if (isLeft) go(steps[index + 1])
  }
  const submit = useOneAtATime(next)
  const foot = {
    step,
    isBlocked,
    isBusy,
    hasBack: index > 0,
    confirm: confirm.label,
    problem: problem === null ? '' : problemText(t, problem, state),
    onBack: () => go(steps[index - 1]),
  }
  return (
    <Page title={props.title}>
      {left !== null && !props.isReturn && (
        <DraftBanner
          onDiscard={() => {
            dropDraft(place, requestKey)
            props.onDiscard()
          }}
        />
      )}
      {left === null && props.other !== null && <OtherDraft company={props.other} />}
      <StepBar steps={steps} step={step} furthest={furthest} onGo={go} />
      <div className={classes.columns}>
        <div className={classes.work}>
          <form className={classes.card} noValidate onSubmit={submit}>
            <StepBody
              {...props}
              state={state}
              onChange={setState}
              facturatorId={place.facturatorId}
              ruleId={place.ruleId}
              applied={applied}
              onApplied={setApplied}
              step={step}
              problem={problem}
              company={company}
              mailbox={mailbox}
              forecast={forecast}
              emission={emission}
              isCounted={isCounted}
              asksFirst={asksFirst}
              onCertificate={() => go(steps[index + 1])}
              foot={foot}
              onGo={go}
            />
            {step !== 'cert' && <WizardButtons {...foot} />}
          </form>
        </div>
        <Aside
          state={state}
          facturatorId={place.facturatorId}
          company={company}
          installation={installation}
          accounts={props.accounts}
          emission={emission}
        />
      </div>
    </Page>
  )
}

/** What the first document will be, by the answer to "today or next month". */
function firstEmission(forecast: Forecast | undefined, isNextMonth: boolean): Emission | undefined {
  return isNextMonth ? (forecast?.first?.otherwise ?? undefined) : forecast?.emissions[0]
}

/** Runs `act` unless it is running. A ref, because a second click may come before the render that disables the button. */
function useOneAtATime(act: () => Promise<void>): (event: FormEvent) => void {
  const isRunning = useRef(false)
  return (event) => {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    void act().finally(() => {
      isRunning.current = false
    })
  }
}

/** Another step begins at its top, and is read from its title on: as soon as it stands, or it would take a key typed. */
function useStepStart(step: StepName): void {
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo({ top: 0 })
    document.getElementById('step-title')?.focus({ preventScroll: true })
  }, [step])
}

/**
 * What says something already opens where it was asked to, or at the step before it that must be mended first; a document
 * that is ordered again at its last one, which shows all of it.
 */
function firstStep(
  { initial, opensAt, isFilled }: RuleWizardProps,
  steps: readonly StepName[],
  facts: WizardFacts,
): StepName {
  if (!isFilled) return 'choose'
  const usual = initial.once === null ? 1 : steps.length - 1
  const asked = steps.findIndex((step) => step === opensAt)
  const at = Math.min(asked === -1 ? usual : asked, furthestStep(initial, steps, facts))
  return steps[at] ?? 'choose'
}
