import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import { IconAlert, IconCheck, IconProgress } from '#web/ui/icons.ts'
import { countUnsaved } from '../edits/corrections.ts'
import type { SheetState } from './use-sheet.ts'
import classes from './Review.module.css'

/** Whether everything that was typed is kept, said where one looks while typing. */
export function SaveState({ save }: { save: SheetState['save'] }) {
  const { t } = useTranslation()
  const { state, fault, unsaved, again } = save
  if (state === 'failed') {
    return (
      <span className={classes.save} data-state={state} role="alert">
        <IconAlert size={16} aria-hidden />
        {t('uploads.save.failed', { count: countUnsaved(unsaved) })}
        <Button size="compact-sm" variant="default" onClick={again}>
          {t('actions.retry')}
        </Button>
      </span>
    )
  }
  if (state === 'refused') {
    return (
      <span className={classes.save} data-state={state} role="alert">
        <IconAlert size={16} aria-hidden />
        {firstMessage(fault) ?? t('uploads.save.refused')}
      </span>
    )
  }
  const Icon = state === 'saved' ? IconCheck : IconProgress
  return (
    <span className={classes.save} data-state={state} role="status">
      <Icon size={16} aria-hidden />
      {t(`uploads.save.${state}`)}
    </span>
  )
}
