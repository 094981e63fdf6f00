import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconCheck } from '#web/ui/icons.ts'
import type { StepName } from './steps.ts'
import classes from './StepBar.module.css'

/** Goes back only; what lies after the furthest reachable step can't be opened. */
export function StepBar({
  steps,
  step,
  furthest,
  onGo,
}: {
  steps: readonly StepName[]
  step: StepName
  furthest: number
  onGo: (step: StepName) => void
}) {
  const { t } = useTranslation()
  const index = steps.indexOf(step)
  const percent = Math.min(100, Math.max(0, (index / (steps.length - 1)) * 100))
  return (
    <nav className={classes.bar} aria-label={t('wizard.stepsLabel')}>
      <p className={classes.count}>
        {t('wizard.stepOf', { step: index + 1, count: steps.length })} ·{' '}
        <strong>{t(`wizard.steps.${step}`)}</strong>
      </p>
      <div className={classes.track} aria-hidden="true">
        <div className={classes.fill} style={{ width: `${percent}%` }} />
      </div>
      <ol className={classes.steps}>
        {steps.map((name, position) => {
          const isDone = position < index
          return (
            <li key={name}>
              <button
                type="button"
                className={classes.step}
                aria-current={name === step ? 'step' : undefined}
                data-done={isDone || undefined}
                disabled={position >= index || position > furthest}
                onClick={() => onGo(name)}
              >
                <span className={classes.dot} aria-hidden="true">
                  {isDone ? <IconCheck size={14} /> : position + 1}
                </span>
                {t(`wizard.steps.${name}`)}
                {isDone && <VisuallyHidden>, {t('wizard.stepDone')}</VisuallyHidden>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
