import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_RULES_AT_ONCE } from '#contract/rule-bulk.ts'
import type { Rule } from '#web/api/queries.ts'
import { ChosenBar } from '#web/ui/ChosenBar.tsx'
import type { Chosen } from '#web/ui/use-chosen.ts'
import { AtOnceDialog } from './AtOnceDialog.tsx'
import { DayDialog } from './DayDialog.tsx'
import { PricesDialog } from './PricesDialog.tsx'
import '#web/texts/bulk.ts'

type Action = 'prices' | 'day' | 'pause' | 'resume' | 'delete'

/** What can be done with the ticked rules; each asks with what it does to every one of them. */
export function RulesAtOnce({
  rules,
  chosen,
  onEnd,
}: {
  /** As listed. */
  rules: readonly Rule[]
  chosen: Chosen
  onEnd: () => void
}) {
  const { t } = useTranslation()
  const [action, setAction] = useState<Action | null>(null)
  const ids = chosen.ids
  const taken = rules.filter(({ id }) => ids.includes(id))
  const isOff = ids.length === 0 || ids.length > MAX_RULES_AT_ONCE
  const close = { onClose: () => setAction(null), onDone: onEnd }
  const offers: Action[] = [
    'prices',
    'day',
    ...(taken.length === 0 || taken.some(({ is_paused }) => !is_paused)
      ? (['pause'] as const)
      : []),
    ...(taken.some(({ is_paused }) => is_paused) ? (['resume'] as const) : []),
    'delete',
  ]
  return (
    <>
      <ChosenBar
        kind="rules"
        listed={rules.map(({ id }) => id)}
        most={MAX_RULES_AT_ONCE}
        chosen={chosen}
        onEnd={onEnd}
      >
        {offers.map((offer) => (
          <Button
            key={offer}
            variant={offer === 'prices' ? 'filled' : 'default'}
            disabled={isOff}
            onClick={() => setAction(offer)}
          >
            {t(`bulk.rules.actions.${offer}`)}
          </Button>
        ))}
      </ChosenBar>
      {action === 'prices' && <PricesDialog rules={taken} {...close} />}
      {action === 'day' && <DayDialog rules={ids} {...close} />}
      {(action === 'pause' || action === 'resume' || action === 'delete') && (
        <AtOnceDialog
          title={t(`bulk.rules.title.${action}`, { count: ids.length })}
          rules={ids}
          change={{ kind: action }}
          isDangerous={action === 'delete'}
          {...close}
        />
      )}
    </>
  )
}
