import { useTranslation } from 'react-i18next'
import type { DocumentRow } from '#web/api/queries.ts'
import { IconCheck, IconCircleCheck, IconClock, IconHand, IconHelp } from './icons.ts'
import classes from './StateBadge.module.css'

export type ReactionState = NonNullable<DocumentRow['reaction']>

const LOOKS = {
  none: { tone: 'calm', icon: IconClock },
  accepted: { tone: 'done', icon: IconCircleCheck },
  receipt: { tone: 'done', icon: IconCircleCheck },
  claimed: { tone: 'needsYou', icon: IconHand },
  tacit: { tone: 'done', icon: IconCheck },
  paid: { tone: 'calm', icon: IconCheck },
  other: { tone: 'calm', icon: IconHelp },
} as const

/**
 * What a factura's receiver did with it at the SII (docs/decisions/0026). `isOver`: nothing is asked for, and it may
 * stay quiet.
 */
export function ReactionBadge({
  state,
  isOver = false,
}: {
  state: ReactionState
  isOver?: boolean
}) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = LOOKS[state]
  return (
    <span className={classes.badge} data-tone={isOver ? 'calm' : tone}>
      <Icon size={16} aria-hidden />
      {t(`reactionStates.${state}`)}
    </span>
  )
}
