import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import type { UploadOf } from '#web/api/statements.ts'
import { Notice } from '#web/ui/Notice.tsx'
import classes from './Upload.module.css'

/** What came of a statement: "42 pagos reconocidos, 7 por revisar, 151 sin documento". */
export function Taken({ taken, onAnother }: { taken: UploadOf<'taken'>; onAnother: () => void }) {
  const { t } = useTranslation()
  const { added, movements, matched, review, others } = taken
  const warnings = warningsOf(t, taken)
  return (
    <section className={classes.upload} aria-labelledby="taken">
      <div className={classes.taken} role="status">
        <div className={classes.words}>
          <h2 id="taken">
            {t('statements.taken', {
              first: showDay(taken.first_day),
              last: showDay(taken.last_day),
            })}
          </h2>
          <p className={classes.summary}>
            {t('statements.summary', {
              matched: t('statements.matched', { count: matched }),
              review: t('statements.review', { count: review }),
              others: t('statements.others', { count: others }),
            })}
          </p>
          {added === 0 && <p className="muted small">{t('statements.nothingNew')}</p>}
          {added > 0 && added < movements && (
            <p className="muted small">{t('statements.known', { count: movements - added })}</p>
          )}
          {taken.day_first_taken && <p className="muted small">{t('statements.dayFirst')}</p>}
        </div>
        <Button variant="default" onClick={onAnother}>
          {t('statements.another')}
        </Button>
      </div>
      {warnings.map((warning) => (
        <Notice key={warning} tone="needsYou">
          {warning}
        </Notice>
      ))}
    </section>
  )
}

function warningsOf(
  t: TFunction,
  { invalid_rut_rows, broken_balance_rows }: UploadOf<'taken'>,
): string[] {
  return [
    ...(invalid_rut_rows.length > 0
      ? [t('statements.invalidRuts', { rows: rowsText(t, invalid_rut_rows) })]
      : []),
    ...(broken_balance_rows.length > 0
      ? [t('statements.brokenBalances', { rows: rowsText(t, broken_balance_rows) })]
      : []),
  ]
}

/** More are in the file anyway. */
const MOST_ROWS = 12

function rowsText(t: TFunction, rows: readonly number[]): string {
  const shown = rows.slice(0, MOST_ROWS).join(', ')
  const list = rows.length > MOST_ROWS ? `${shown}…` : shown
  return t('statements.rows', { count: rows.length, list })
}
