import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chosen } from './use-chosen.ts'
import classes from './ChosenBar.module.css'

/** What can be done with those that are ticked. Stays in sight below the list. */
export function ChosenBar({
  kind,
  listed,
  most,
  chosen,
  onEnd,
  children,
}: {
  /** Of what: it is counted in its gender. */
  kind: 'rules' | 'documents'
  listed: readonly number[]
  /** As many as one request takes. */
  most: number
  chosen: Chosen
  onEnd: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const count = chosen.ids.length
  const isAll = count > 0 && count === Math.min(listed.length, most)
  return (
    <section className={classes.bar} aria-label={t(`bulk.${kind}.bar`)}>
      <p className={classes.count} role="status">
        {count > most ? t('bulk.tooMany', { most }) : t(`bulk.${kind}.chosen`, { count })}
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => chosen.choose(isAll ? [] : listed.slice(0, most))}
      >
        {isAll
          ? t(`bulk.${kind}.none`)
          : t(`bulk.${kind}.all`, { count: Math.min(listed.length, most) })}
      </Button>
      <div className={classes.actions}>{children}</div>
      <Button variant="default" onClick={onEnd}>
        {t('bulk.end')}
      </Button>
    </section>
  )
}
