import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconBack } from '#web/ui/icons.ts'
import type { StepName } from './steps.ts'
import { isLastStep } from './steps.ts'
import classes from './RuleWizard.module.css'

export interface WizardFoot {
  step: StepName
  hasBack: boolean
  /** What the last step's button does. */
  confirm: string
  isBlocked: boolean
  isBusy: boolean
  problem: string
  onBack: () => void
}

/** Back, what is still missing, and on; `children`: a button of the step's own instead. */
export function WizardButtons({
  step,
  hasBack,
  confirm,
  isBlocked,
  isBusy,
  problem,
  onBack,
  children,
}: WizardFoot & { children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.buttons}>
      {hasBack && (
        <Button
          variant="subtle"
          leftSection={<IconBack size={16} />}
          disabled={isBusy}
          onClick={onBack}
        >
          {t('actions.back')}
        </Button>
      )}
      <p className={classes.problem} id="step-problem">
        {problem}
      </p>
      {children ?? (
        <Button type="submit" disabled={isBlocked} loading={isBusy} aria-describedby="step-problem">
          {isLastStep(step) ? confirm : t('actions.next')}
        </Button>
      )}
    </div>
  )
}
