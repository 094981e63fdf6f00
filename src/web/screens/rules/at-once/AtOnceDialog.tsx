import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import { rulesChangeQuery, type RulesChange } from '#web/api/rules-at-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { sumOf } from './difference-text.ts'
import { ShownChange, ShownChangeSkeleton } from './ShownChange.tsx'
import { useChangeAtOnce } from './use-change-at-once.ts'
import classes from '#web/ui/AtOnce.module.css'

/** What is to be changed, what that does to each rule, and the button that does just that. */
export function AtOnceDialog({
  title,
  rules,
  change,
  isDangerous = false,
  children,
  onClose,
  onDone,
}: {
  title: string
  rules: readonly number[]
  /** Null while it isn't said yet. */
  change: RulesChange | null
  isDangerous?: boolean
  /** Where it is said. */
  children?: ReactNode
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const shown = useQuery(rulesChangeQuery(rules, change))
  const make = useChangeAtOnce(
    () => {
      onClose()
      onDone()
    },
    () => void shown.refetch(),
  )
  const isShown = change !== null && shown.data !== undefined && !shown.isPlaceholderData
  const sum = isShown && !shown.isError ? sumOf(shown.data.rules) : null
  const isReady = isShown && !shown.isFetching && sum !== null && sum.rules > 0
  const confirm = () => {
    if (isReady && change !== null) make.mutate({ rules, change, digest: shown.data.digest })
  }
  return (
    <Dialog title={title} opened size="lg" isFirm onClose={onClose}>
      {children}
      <div className={classes.preview} aria-busy={shown.isFetching}>
        {change === null && <p className="muted">{t('bulk.rules.notSaid')}</p>}
        {change !== null && shown.isPending && <ShownChangeSkeleton />}
        {change !== null && shown.isError && (
          <Notice tone="wrong" isAlert>
            {firstMessage(shown.error) ?? t('bulk.failed')}
          </Notice>
        )}
        {sum !== null && shown.data !== undefined && (
          <>
            <p className={classes.sum} role="status">
              {sumText(t, sum, change)}
            </p>
            {sum.prepared > 0 && (
              <p className={classes.aside}>{t('bulk.rules.prepared', { count: sum.prepared })}</p>
            )}
            <ShownChange
              differences={shown.data.rules}
              from={change?.kind === 'prices' ? change.from : null}
            />
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
          {t('actions.cancel')}
        </Button>
        <Button
          color={isDangerous ? 'red' : 'teal'}
          disabled={!isReady}
          loading={make.isPending}
          onClick={confirm}
        >
          {sum === null || change === null || sum.rules === 0
            ? t('bulk.apply')
            : t(`bulk.rules.confirm.${change.kind}`, { count: sum.rules })}
        </Button>
      </div>
    </Dialog>
  )
}

type Sum = ReturnType<typeof sumOf>

function sumText(t: TFunction, sum: Sum, change: RulesChange | null): string {
  if (sum.rules === 0) return t('bulk.rules.nothing')
  if (change?.kind !== 'prices') {
    const stops = sum.stopped > 0 ? ` ${t('bulk.rules.stops', { count: sum.stopped })}.` : ''
    return t('bulk.rules.changes', { count: sum.rules }) + stops
  }
  const prices = t('bulk.rules.pricesCount', { count: sum.prices })
  return t('bulk.rules.pricesOf', { prices, rules: t('bulk.rules.count', { count: sum.rules }) })
}
