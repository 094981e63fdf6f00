import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { changeIssuerAddress } from '#contract/parties.ts'
import { changeRule, createRule } from '#contract/rules.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { Company, Installation } from '#web/api/queries.ts'
import { companiesQuery, rulesQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { IconBack } from '#web/ui/icons.ts'
import { Page } from '#web/ui/Page.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { Aside } from './Aside.tsx'
import { hasSameSchedule, rulePayload, startDateOf } from './payload.ts'
import { StepBar } from './StepBar.tsx'
import { CertStep } from './steps/CertStep.tsx'
import { ClientsStep } from './steps/ClientsStep.tsx'
import { DatesStep } from './steps/DatesStep.tsx'
import { IssuerStep } from './steps/IssuerStep.tsx'
import { LinesStep } from './steps/LinesStep.tsx'
import { ReviewStep } from './steps/ReviewStep.tsx'
import { problemText } from './problem-text.ts'
import { useForecast } from './use-forecast.ts'
import type { StepName, StepProps, WizardFacts, WizardState } from './wizard.ts'
import { clientGap, furthestStep, stepProblem, stepsFor } from './wizard.ts'
import classes from './RuleWizard.module.css'

export interface RuleWizardProps {
  title: string
  ruleId: number | null
  facturatorId: number
  companies: Company[]
  certificate: WizardFacts['certificate']
  installation: Installation
  initial: WizardState
}

export function RuleWizard(props: RuleWizardProps) {
  const { t } = useTranslation()
  const { companies, certificate, installation, ruleId } = props
  const [state, setState] = useState(props.initial)
  const company = companies.find(({ id }) => id === state.companyId)
  const facts: WizardFacts = { company, certificate }
  // Kept as at the start: saving the password must not take the step away from under the person.
  const [steps] = useState(() => stepsFor(facts))
  const [step, setStep] = useState<StepName>(steps[0] ?? 'issuer')
  const forecast = useForecast(state, installation.today)
  const firstDate = forecast.data?.emissions[0]?.emission_date ?? null
  const isNewSchedule = ruleId === null || !hasSameSchedule(state, props.initial)
  const asksFirst = isNewSchedule && firstDate === installation.today
  // What the first factura will be, by the answer to "today or next month" (D-23).
  const emission = forecast.data?.emissions[asksFirst && state.first === 'next' ? 1 : 0]
  const save = useSave(ruleId)
  const leave = useLeaveStep(company)
  const index = steps.indexOf(step)
  const problem = stepProblem(state, step, facts)
  // While an answer is on its way the former one stands in, and whether today must be asked about is unknown.
  const isCounted = forecast.isSuccess && !forecast.isPlaceholderData
  const isBlocked = problem !== null || (step === 'review' && !isCounted)
  const isBusy = leave.isPending || save.isPending
  const go = (to: StepName | undefined) => {
    if (to === undefined) return
    setStep(to)
    window.scrollTo({ top: 0 })
    requestAnimationFrame(() => document.getElementById('step-title')?.focus())
  }
  const next = async () => {
    if (isBlocked || company === undefined) return
    if (step === 'review') {
      const body = rulePayload(state, company.id, startDateOf(state, installation.today, asksFirst))
      save.mutate(body)
      return
    }
    const left = await leave.mutateAsync({ state, step }).catch(() => false)
    if (left) go(steps[index + 1])
  }
  const stepProps: StepProps = { state, onChange: setState }
  return (
    <Page title={props.title}>
      <StepBar steps={steps} step={step} furthest={furthestStep(state, steps, facts)} onGo={go} />
      <div className={classes.columns}>
        <div className={classes.work}>
          <form
            className={classes.card}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!isBusy) void next()
            }}
          >
            {step === 'cert' && (
              <CertStep
                facturatorId={props.facturatorId}
                certificate={certificate}
                onSaved={() => go(steps[index + 1])}
              />
            )}
            {step === 'issuer' && <IssuerStep {...stepProps} companies={companies} />}
            {step === 'clients' && company && <ClientsStep {...stepProps} company={company} />}
            {step === 'lines' && company && (
              <LinesStep
                {...stepProps}
                company={company}
                installation={installation}
                emission={emission}
              />
            )}
            {step === 'dates' && <DatesStep {...stepProps} forecast={forecast} />}
            {step === 'review' && company && (
              <ReviewStep
                {...stepProps}
                company={company}
                forecast={forecast}
                emission={isCounted ? emission : undefined}
                asksFirst={isCounted && asksFirst}
                isEdit={ruleId !== null}
                onGo={go}
              />
            )}
            <div className={classes.buttons} hidden={step === 'cert'}>
              {index > 0 && (
                <Button
                  variant="subtle"
                  leftSection={<IconBack size={16} />}
                  disabled={isBusy}
                  onClick={() => go(steps[index - 1])}
                >
                  {t('actions.back')}
                </Button>
              )}
              <p className={classes.problem} id="step-problem">
                {problem !== null && problemText(t, problem, state)}
              </p>
              {step !== 'cert' && (
                <Button
                  type="submit"
                  disabled={isBlocked}
                  loading={isBusy}
                  aria-describedby="step-problem"
                >
                  {step === 'review'
                    ? t(ruleId === null ? 'wizard.review.create' : 'wizard.review.save')
                    : t('actions.next')}
                </Button>
              )}
            </div>
          </form>
        </div>
        <Aside state={state} company={company} installation={installation} emission={emission} />
      </div>
    </Page>
  )
}

/**
 * Leaving a step does what spec 4 says: an issuer's missing city is saved first and its failure stays;
 * clients without a city only warn. Answers whether the step may be left.
 */
function useLeaveStep(company: Company | undefined) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ state, step }: { state: WizardState; step: StepName }) => {
      if (step === 'clients' && state.clients.some((chosen) => clientGap(chosen) === 'city')) {
        toastWarning(t('wizard.clients.cityWarning'))
      }
      const address = company?.addresses.find(({ id }) => id === state.addressId)
      if (step !== 'issuer' || address === undefined || address.city !== '') return true
      const saved = await send(changeIssuerAddress, {
        params: { id: address.id },
        body: { city: state.city.trim() },
      })
      client.setQueryData(companiesQuery().queryKey, (companies) =>
        companies?.map((other) => ({
          ...other,
          addresses: other.addresses.map((old) => (old.id === saved.id ? saved : old)),
        })),
      )
      return true
    },
    onError: () => toastError(t('wizard.issuer.cityFailed')),
  })
}

function useSave(ruleId: number | null) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReturnType<typeof rulePayload>) =>
      ruleId === null
        ? send(createRule, { body })
        : send(changeRule, { params: { id: ruleId }, body }),
    onSuccess: async () => {
      toastSuccess(t(ruleId === null ? 'wizard.review.created' : 'wizard.review.updated'))
      await client.invalidateQueries({ queryKey: rulesQuery().queryKey })
      await client.invalidateQueries({ queryKey: ['documents'] })
      await navigate(PATHS.rules)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('wizard.review.failed')),
  })
}
