import { useTranslation } from 'react-i18next'
import '#web/texts/trail.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { eventText } from './event-text.ts'
import { useEvents } from './use-events.ts'
import classes from './Trail.module.css'

/** The hash-chained proof of what was done and when, for whoever wants to see it; the newest first. */
export function Trail({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const events = useEvents(document)
  return (
    <details className={classes.trail}>
      <summary>{t('trail.title')}</summary>
      <p className="muted small">{t('trail.hint')}</p>
      <Verdict trail={document.trail} />
      <ol reversed>
        {events.shown.map((event) => (
          <li key={event.seq} className={classes.fact}>
            <span className="num muted">{event.seq}</span>
            <span>{eventText(t, event)}</span>
            <time className="num muted" dateTime={event.at}>
              {formatInstant(event.at)}
            </time>
            <code className={classes.hash} title={event.hash}>
              {event.hash}
            </code>
          </li>
        ))}
      </ol>
      <ListFoot list={events.earlier} more={t('trail.more')} />
    </details>
  )
}

/** Of the whole chain, however little of it is shown. */
function Verdict({ trail: { events: count, intact, broken_at } }: Pick<DocumentDetail, 'trail'>) {
  const { t } = useTranslation()
  if (intact === null) return <p className="small">{t('trail.tooLong', { count })}</p>
  if (intact) return <p className={`${classes.whole} small`}>{t('trail.whole', { count })}</p>
  return (
    <p className={`${classes.broken} small`}>{t('trail.broken', { seq: broken_at ?? count })}</p>
  )
}
