import { useTranslation } from 'react-i18next'
import type { DeliveryAxis } from '#web/api/queries.ts'
import { IconAlert, IconCircleCheck, IconClock, IconEye, IconHelp } from './icons.ts'
import classes from './StateBadge.module.css'

const LOOKS = {
  queued: { tone: 'busy', icon: IconClock },
  sent: { tone: 'done', icon: IconCircleCheck },
  viewed: { tone: 'done', icon: IconEye },
  bounced: { tone: 'wrong', icon: IconAlert },
  failed: { tone: 'wrong', icon: IconAlert },
  unknown: { tone: 'needsYou', icon: IconHelp },
} as const

/** The mail's own axis; a document that has none says nothing. */
export function DeliveryBadge({ delivery }: { delivery: DeliveryAxis }) {
  const { t } = useTranslation()
  if (delivery === 'none') return null
  const { tone, icon: Icon } = LOOKS[delivery]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={16} aria-hidden />
      {t(`deliveryStates.${delivery}`)}
    </span>
  )
}
