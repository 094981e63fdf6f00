import { useTranslation } from 'react-i18next'
import '#web/texts/trail.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { ListFoot } from '#web/ui/ListFoot.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import { eventText, eventTone } from './event-text.ts'
import { useEvents } from './use-events.ts'
import classes from './Timeline.module.css'

/** The newest first: what a person comes for is what has just happened. */
export function Timeline({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const events = useEvents(document)
  return (
    <section aria-labelledby="timeline">
      <h2 className={classes.title} id="timeline">
        {t('document.timeline')}
      </h2>
      <ol className={classes.events} reversed>
        {events.shown.map((event) => (
          <li key={event.seq} className={classes.event} data-tone={eventTone(event.kind)}>
            <p>{eventText(t, event)}</p>
            <time className="num" dateTime={event.at}>
              {formatInstant(event.at)}
            </time>
          </li>
        ))}
      </ol>
      <ListFoot list={events.earlier} more={t('trail.more')} />
    </section>
  )
}

export function TimelineSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={classes.title}>
        <TextBar width={80} />
      </div>
      {['70%', '85%', '55%'].map((width) => (
        <div key={width} className={classes.event}>
          <TextBar width={width} />
          <TextBar width={110} />
        </div>
      ))}
    </div>
  )
}
