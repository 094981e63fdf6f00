import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { deliveryAxis, documentState } from '#contract/documents.ts'
import { paymentState } from '#contract/payments.ts'
import { reactionState } from '#contract/reactions.ts'
import { DeliveryBadge } from '#web/ui/DeliveryBadge.tsx'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { IconPause } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { ReactionBadge } from '#web/ui/ReactionBadge.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { useStanding } from '#web/documents/standing.ts'
import classes from './Gallery.module.css'

const NOTHING_ELSE = {
  reason: null,
  told: null,
  can_decide: false,
  annulment: null,
  stop: null,
  emission_date: '2026-11-30',
} as const

const STATES = ['forecast', ...documentState.options] as const

export function States() {
  const { t } = useTranslation()
  const standingOf = useStanding()
  const of = (state: (typeof STATES)[number]) => ({ ...NOTHING_ELSE, state })
  return (
    <>
      <div>
        <h3>{t('gallery.states.document')}</h3>
        <div className={classes.row}>
          {STATES.map((state) => (
            <StateBadge key={state} of={standingOf(of(state))} />
          ))}
        </div>
      </div>
      <div>
        <h3>{t('gallery.states.large')}</h3>
        <div className={classes.row}>
          {STATES.map((state) => (
            <StateBadge key={state} of={standingOf(of(state))} large />
          ))}
        </div>
      </div>
      <div>
        <h3>{t('gallery.states.delivery')}</h3>
        <div className={classes.row}>
          {deliveryAxis.options.map((delivery) => (
            <DeliveryBadge key={delivery} delivery={delivery} />
          ))}
        </div>
      </div>
      <div>
        <h3>{t('gallery.states.payment')}</h3>
        <div className={classes.row}>
          {paymentState.options.map((state) => (
            <PaymentBadge key={state} state={state} />
          ))}
        </div>
      </div>
      <div>
        <h3>{t('gallery.states.reaction')}</h3>
        <div className={classes.row}>
          {reactionState.options.map((state) => (
            <ReactionBadge key={state} state={state} />
          ))}
        </div>
      </div>
      <div>
        <h3>{t('gallery.states.pills')}</h3>
        <div className={classes.row}>
          <Pill>{t('gallery.states.plain')}</Pill>
          <Pill tone="accent">{t('gallery.states.accent')}</Pill>
          <Pill tone="amber">{t('gallery.states.amber')}</Pill>
          <Pill tone="red">{t('gallery.states.red')}</Pill>
          <Pill icon={<IconPause size={14} aria-hidden />}>{t('gallery.states.icon')}</Pill>
        </div>
      </div>
    </>
  )
}

const TONES = ['calm', 'safe', 'needsYou', 'wrong'] as const

export function Notices() {
  const { t } = useTranslation()
  return (
    <>
      {TONES.map((tone) => (
        <Notice
          key={tone}
          tone={tone}
          title={t(`gallery.notices.titles.${tone}`)}
          action={
            <Button variant="default" size="sm">
              {t('gallery.notices.action')}
            </Button>
          }
        >
          {t('gallery.notices.body')}
        </Notice>
      ))}
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone}>
          {t('gallery.notices.short')}
        </Notice>
      ))}
    </>
  )
}
