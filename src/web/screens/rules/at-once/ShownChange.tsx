import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#texts/formats.ts'
import type { RuleDifference } from '#web/api/rules-at-once.ts'
import { isChanged, lineNote, plainName, priceText, ruleTexts } from './difference-text.ts'
import classes from '#web/ui/AtOnce.module.css'

/** What the change does to each rule, line by line: those that change first. */
export function ShownChange({
  differences,
  from,
}: {
  differences: readonly RuleDifference[]
  /** Of prices: the month from which they hold. */
  from: string | null
}) {
  const { t } = useTranslation()
  const sorted = [
    ...differences.filter((one) => isChanged(one)),
    ...differences.filter((one) => !isChanged(one)),
  ]
  return (
    <ul className={classes.shown} aria-label={t('bulk.rules.preview')}>
      {sorted.map((one) => (
        <li key={one.id} className={classes.one} data-same={!isChanged(one) || undefined}>
          <p className={classes.name}>
            {one.name}
            <span className="muted"> · {one.company}</span>
          </p>
          {hasWords(one) && <p className={classes.what}>{ruleTexts(t, one).join(' · ')}</p>}
          <Lines difference={one} from={from} />
        </li>
      ))}
    </ul>
  )
}

/** A rule whose prices alone change says it by them. */
function hasWords({ lines, ...rule }: RuleDifference): boolean {
  return lines.length === 0 || isChanged({ ...rule, lines: [] })
}

function Lines({ difference, from }: { difference: RuleDifference; from: string | null }) {
  const { t } = useTranslation()
  return (
    <ul className={classes.lines}>
      {difference.lines.map((line) => {
        const note = lineNote(t, line, from)
        return (
          <li key={line.order} className={classes.line}>
            <span className={classes.product}>{plainName(line.description)}</span>
            {line.quantity !== null && (
              <span className={`${classes.prices} num`}>
                {t('bulk.rules.quantity')}{' '}
                <FromTo
                  from={quantityText(line.quantity.from)}
                  to={quantityText(line.quantity.to)}
                />
              </span>
            )}
            {line.price !== null && (
              <span className={`${classes.prices} num`}>
                <FromTo
                  from={priceText(line, line.price.from)}
                  to={priceText(line, line.price.to)}
                />
              </span>
            )}
            {note !== null && <span className={classes.note}>{note}</span>}
          </li>
        )
      })}
    </ul>
  )
}

function FromTo({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation()
  return (
    <>
      <s className="muted">
        <VisuallyHidden component="span">{t('bulk.rules.before')} </VisuallyHidden>
        {from}
      </s>
      <span aria-hidden> → </span>
      <strong>
        <VisuallyHidden component="span">{t('bulk.rules.after')} </VisuallyHidden>
        {to}
      </strong>
    </>
  )
}

function quantityText(text: string | null): string {
  return text === null ? '—' : showQuantity(text)
}

export function ShownChangeSkeleton() {
  return (
    <div className={classes.shown} aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <div key={row} className={classes.one}>
          <Skeleton width="50%" height={16} />
          <Skeleton width="90%" height={14} mt={8} />
        </div>
      ))}
    </div>
  )
}
