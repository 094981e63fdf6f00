import { useTranslation } from 'react-i18next'
import type { DocumentRow } from '#web/api/queries.ts'
import { IconAlert, IconCircleCheck, IconClock, IconHelp, IconRefresh } from './icons.ts'
import classes from './StateBadge.module.css'

export type PaymentState = NonNullable<DocumentRow['payment']>['state']

const LOOKS = {
  due: { tone: 'busy', icon: IconClock },
  overdue: { tone: 'wrong', icon: IconAlert },
  declared: { tone: 'needsYou', icon: IconHelp },
  partly_paid: { tone: 'busy', icon: IconClock },
  paid: { tone: 'done', icon: IconCircleCheck },
  overpaid: { tone: 'needsYou', icon: IconAlert },
  refunded: { tone: 'done', icon: IconRefresh },
} as const

/** The payment's own axis (docs/decisions/0020); a document that owes nothing says nothing. */
export function PaymentBadge({ state, large = false }: { state: PaymentState; large?: boolean }) {
  const { t } = useTranslation()
  if (state === 'none') return null
  const { tone, icon: Icon } = LOOKS[state]
  return (
    <span className={classes.badge} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 20 : 16} aria-hidden />
      {t(`paymentStates.${state}`)}
    </span>
  )
}
