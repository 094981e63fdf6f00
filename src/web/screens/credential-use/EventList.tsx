import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { auditEvent } from '#contract/audit.ts'
import { dayInChile, formatDay, type Day } from '#domain/day.ts'
import { formatTime } from '#web/clock.ts'
import { TextBar } from '#web/ui/TextBar.tsx'
import classes from './CredentialUse.module.css'

type AuditEvent = z.output<typeof auditEvent>

/** By days, as they are in Chile; the newest first, as they come. */
export function EventList({ events }: { events: AuditEvent[] }) {
  return (
    <>
      {byDay(events).map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
          <h2 id={`day-${day}`} className={classes.date}>
            {formatDay(day)}
          </h2>
          <ul className={classes.list}>
            {ofDay.map((event) => (
              <Event key={event.id} event={event} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Event({ event: { at, text, person, user } }: { event: AuditEvent }) {
  const { t } = useTranslation()
  const who = user === null ? t('credentialUse.byFolio') : user.email
  return (
    <li className={classes.event}>
      <time dateTime={at} className={classes.time}>
        {formatTime(at)}
      </time>
      <div className={classes.words}>
        <p>{text}</p>
        <p className={classes.facts}>
          {person !== null && <span>{t('credentialUse.of', { name: person })}</span>}
          {who !== '' && <span>{t('credentialUse.by', { who })}</span>}
        </p>
      </div>
    </li>
  )
}

function byDay(events: AuditEvent[]): [Day, AuditEvent[]][] {
  const days = new Map<Day, AuditEvent[]>()
  for (const event of events) {
    const day = dayInChile(Date.parse(event.at))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}

/** A day of four. */
export function EventListSkeleton() {
  return (
    <div className={classes.day} aria-hidden="true">
      <div className={classes.date}>
        <TextBar width={90} />
      </div>
      <ul className={classes.list}>
        {['75%', '60%', '85%', '50%'].map((width) => (
          <li key={width} className={classes.event}>
            <div className={classes.time}>
              <TextBar width={38} />
            </div>
            <div className={classes.wordsWaiting}>
              <TextBar width={width} />
              <div className="small">
                <TextBar width={180} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
