import { useTranslation } from 'react-i18next'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import classes from './Trail.module.css'

/** The hash-chained proof of what was done and when, for whoever wants to see it. */
export function Trail({ document: { timeline } }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  return (
    <details className={classes.trail}>
      <summary>{t('document.trail')}</summary>
      <p className="muted small">{t('document.trailHint')}</p>
      <ol>
        {timeline.map(({ seq, at, kind, hash }) => (
          <li key={seq} className={classes.fact}>
            <span className="num muted">{seq}</span>
            <span>{kind}</span>
            <time className="num muted" dateTime={at}>
              {formatInstant(at)}
            </time>
            <code className={classes.hash} title={hash}>
              {hash}
            </code>
          </li>
        ))}
      </ol>
    </details>
  )
}
