import { useTranslation } from 'react-i18next'
import type { Standing } from '#domain/standing.ts'
import {
  IconAlert,
  IconBan,
  IconCalendar,
  IconCircleCheck,
  IconClock,
  IconHelp,
  IconProgress,
  IconSearch,
} from './icons.ts'
import classes from './StateBadge.module.css'

type Tone = 'done' | 'calm' | 'busy' | 'needsYou' | 'wrong'

type ShownState = Standing['badge']

/** One table of what each state looks like: colour only for meaning, always with an icon and a word. */
const LOOKS: Record<ShownState, { tone: Tone; icon: typeof IconClock }> = {
  forecast: { tone: 'calm', icon: IconCalendar },
  planned: { tone: 'calm', icon: IconCalendar },
  waiting: { tone: 'busy', icon: IconClock },
  needs_data: { tone: 'needsYou', icon: IconHelp },
  queued: { tone: 'busy', icon: IconProgress },
  asks: { tone: 'needsYou', icon: IconHelp },
  held: { tone: 'calm', icon: IconClock },
  late: { tone: 'needsYou', icon: IconAlert },
  issuing: { tone: 'busy', icon: IconProgress },
  uncertain: { tone: 'needsYou', icon: IconSearch },
  issued: { tone: 'done', icon: IconCircleCheck },
  failed: { tone: 'wrong', icon: IconAlert },
  skipped: { tone: 'calm', icon: IconBan },
  annulled: { tone: 'calm', icon: IconBan },
}

export function toneOf({ badge }: Standing): Tone {
  return LOOKS[badge].tone
}

/** Of a whole standing: a bare state doesn't say who is waited for. */
export function StateBadge({ of, large = false }: { of: Standing; large?: boolean }) {
  const { t } = useTranslation()
  const { badge } = of
  const { tone, icon: Icon } = LOOKS[badge]
  const isMoving = badge === 'issuing' || badge === 'queued'
  return (
    <span className={classes.badge} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 20 : 16} aria-hidden className={isMoving ? classes.moving : undefined} />
      {t(`documentStates.${badge}`)}
    </span>
  )
}
