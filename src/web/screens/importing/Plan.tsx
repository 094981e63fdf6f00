import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showPrice, showRut } from '#texts/formats.ts'
import type { ImportPlan } from '#web/api/directory.ts'
import '#web/texts/directory.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { Card } from '../directory/Card.tsx'
import { writtenCount } from './Applied.tsx'
import classes from './Import.module.css'

/** What a file would change, row by row, and every cell that is wrong; then the button that applies it. */
export function Plan({
  plan,
  fileName,
  isBusy,
  isStale,
  problem,
  onApply,
  onAgain,
  onAnother,
}: {
  plan: ImportPlan
  fileName: string
  isBusy: boolean
  /** Something changed since it was read. */
  isStale: boolean
  problem: string | null
  onApply: (rules: 'follow' | 'keep') => void
  onAgain: () => void
  onAnother: () => void
}) {
  const { t } = useTranslation()
  const [follows, setFollows] = useState(true)
  const count = writtenCount(plan.counts)
  return (
    <div className={classes.plan}>
      <p className={classes.file}>{fileName}</p>
      <Counts plan={plan} />
      {plan.unread.length > 0 && (
        <p className="muted small">{t('importing.unread', { columns: plan.unread.join(', ') })}</p>
      )}
      {plan.fault_count > 0 && <Faults plan={plan} />}
      {plan.following.length > 0 && <Follow plan={plan} follows={follows} onChange={setFollows} />}
      {plan.changes.length > 0 && <Changes plan={plan} />}
      {count === 0 && plan.fault_count === 0 && (
        <Notice tone="safe">{t('importing.nothing')}</Notice>
      )}
      {problem !== null && (
        <Notice
          tone={isStale ? 'needsYou' : 'wrong'}
          isAlert
          action={
            isStale && (
              <Button variant="default" size="sm" onClick={onAgain}>
                {t('importing.again')}
              </Button>
            )
          }
        >
          {problem}
        </Notice>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onAnother} disabled={isBusy}>
          {t('importing.another')}
        </Button>
        {count > 0 && (
          <Button
            loading={isBusy}
            disabled={isStale}
            onClick={() => onApply(follows ? 'follow' : 'keep')}
          >
            {t('importing.apply', { count })}
          </Button>
        )}
      </div>
    </div>
  )
}

function Counts({ plan: { counts, fault_count: faults } }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  return (
    <table className={classes.counts}>
      <thead>
        <tr>
          <th scope="col">{t('importing.sheet')}</th>
          <th scope="col">{t('importing.added')}</th>
          <th scope="col">{t('importing.changed')}</th>
          <th scope="col">{t('importing.unchanged')}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ sheet, added, changed, unchanged }) => (
          <tr key={sheet}>
            <th scope="row">{t(`importing.sheets.${sheet}`)}</th>
            <td className="num">{added}</td>
            <td className="num">{changed}</td>
            <td className="num">{unchanged}</td>
          </tr>
        ))}
        {faults > 0 && (
          <tr data-wrong>
            <th scope="row">{t('importing.faults')}</th>
            <td className="num" colSpan={3}>
              {faults}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Faults({ plan: { faults, fault_count: count } }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  return (
    <Card title={t('importing.faultsTitle', { count })}>
      <p className="muted small">{t('importing.faultsBody')}</p>
      <ul className={classes.rows}>
        {faults.map((fault) => (
          <li key={`${fault.sheet} ${fault.row} ${fault.heading} ${fault.code}`}>
            <span className={`${classes.place} num`}>
              {t('importing.place', {
                sheet: fault.sheet,
                cell: `${fault.column ?? ''}${fault.row}`,
              })}
            </span>
            <span className={classes.words}>
              <span>
                {fault.heading}:{' '}
                {fault.value === '' ? t('importing.empty') : <code>{fault.value}</code>}
              </span>
              <span>
                {fault.cause} {fault.instead}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {count > faults.length && (
        <p className="muted small">{t('importing.moreFaults', { count: count - faults.length })}</p>
      )}
    </Card>
  )
}

function Follow({
  plan: { following },
  follows,
  onChange,
}: {
  plan: ImportPlan
  follows: boolean
  onChange: (follows: boolean) => void
}) {
  const { t } = useTranslation()
  const rules = new Set(following.map(({ rule }) => rule.id)).size
  return (
    <Card title={t('importing.following', { count: rules })}>
      <Checkbox
        label={t('importing.follow')}
        checked={follows}
        onChange={({ currentTarget: { checked } }) => onChange(checked)}
      />
      <ul className={classes.rows}>
        {following.map(({ rule, product, currency, before, after }) => (
          <li key={`${rule.id} ${product}`} className="num">
            {t('importing.followItem', {
              rule: rule.name,
              product,
              before: showPrice(before, currency),
              after: showPrice(after, currency),
            })}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Changes({ plan: { changes, counts } }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  const more = writtenCount(counts) - changes.length
  return (
    <Card title={t('importing.changesTitle')}>
      <ul className={classes.rows}>
        {changes.map((change) => (
          <li key={`${change.sheet} ${change.row}`}>
            <span className={`${classes.place} num`}>
              {t('importing.row', { row: change.row })}
            </span>
            <span className={classes.words}>
              <span className={classes.name}>
                {change.name}
                <span className="muted small num">{showRut(change.identifier)}</span>
                {change.kind === 'added' && <Pill tone="accent">{t('importing.isNew')}</Pill>}
              </span>
              {change.fields.map(({ field, before, after }) => (
                <span key={`${field} ${after}`} className="small">
                  <span className="muted">{field}:</span> {after}
                  {change.kind === 'changed' && (
                    <span className="muted">
                      {' '}
                      ({t('importing.from', { before: before || t('importing.emptyBefore') })})
                    </span>
                  )}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted small">{t('importing.moreChanges', { count: more })}</p>}
    </Card>
  )
}
