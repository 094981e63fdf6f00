import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconBack } from '#web/ui/icons.ts'
import type { StepName } from './steps.ts'
import { isLastStep } from './steps.ts'
import classes from './RuleWizard.module.css'

/** Back, what is still missing, and on. The certificate's password has a button of its own. */
export function WizardButtons({
  step,
  hasBack,
  isEdit,
  isBlocked,
  isBusy,
  problem,
  onBack,
}: {
  step: StepName
  hasBack: boolean
  isEdit: boolean
  isBlocked: boolean
  isBusy: boolean
  problem: string
  onBack: () => void
}) {
  const { t } = useTranslation()
  const confirm = t(isEdit ? 'wizard.review.save' : 'wizard.review.create')
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
      {step !== 'cert' && (
        <Button type="submit" disabled={isBlocked} loading={isBusy} aria-describedby="step-problem">
          {isLastStep(step) ? confirm : t('actions.next')}
        </Button>
      )}
    </div>
  )
}
