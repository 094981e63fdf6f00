import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showMonth, showWeekday } from '#texts/formats.ts'
import type { MonthAhead, ThisMonth } from '#web/api/agenda.ts'
import { thisMonthQuery } from '#web/api/agenda.ts'
import { language } from '#web/language.ts'
import { NEW_RULE } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconCalendar, IconList } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { useAddressQuery } from '#web/ui/use-address-query.ts'
import { Calendar } from './Calendar.tsx'
import { DayList } from './DayList.tsx'
import { daysOf } from '#web/documents/groups.ts'
import { IssueOne } from '#web/documents/IssueOne.tsx'
import { UploadLink } from '#web/documents/UploadLink.tsx'
import { LeftOut } from './LeftOut.tsx'
import { MissingClients } from './MissingClients.tsx'
import { MonthCards, MonthCardsSkeleton } from './MonthCards.tsx'
import { NotReady } from './NotReady.tsx'
import { Stopped } from './Stopped.tsx'
import classes from './ThisMonth.module.css'

/** What this month and the next issue, day by day, and what is missing for it. */
export function ThisMonthScreen() {
  const { t } = useTranslation()
  const ahead = useQuery(thisMonthQuery())
  const [place, setPlace] = usePlace()
  const isNew = ahead.data !== undefined && isNothingAtAll(ahead.data)
  return (
    <Page
      title={t('thisMonth.title')}
      lead={t('thisMonth.lead')}
      actions={
        isNew ? undefined : (
          <>
            <Segments
              label={t('thisMonth.view')}
              value={place.view}
              options={[
                { value: 'list', label: t('thisMonth.list'), icon: <IconList size={16} /> },
                {
                  value: 'calendar',
                  label: t('thisMonth.calendar'),
                  icon: <IconCalendar size={16} />,
                },
              ]}
              onChange={(view) => setPlace({ view, day: '' })}
            />
            <UploadLink />
            <IssueOne />
          </>
        )
      }
    >
      {ahead.isPending && <Loading />}
      {ahead.isError && ahead.data === undefined && (
        <FaultState fault={ahead.error} onRetry={() => void ahead.refetch()} />
      )}
      {isNew && <NothingYet />}
      {ahead.data !== undefined && !isNew && (
        <Ahead ahead={ahead.data} place={place} onGo={setPlace} />
      )}
    </Page>
  )
}

interface Place {
  view: 'list' | 'calendar'
  month: string
  day: string
}

/** In the address, so that a day can be sent to somebody or gone back to. */
function usePlace(): [Place, (part: Partial<Place>) => void] {
  const [query, changeQuery] = useAddressQuery()
  const go = (part: Partial<Place>) =>
    changeQuery((now) => {
      const next = { ...readPlace(now), ...part }
      const given = Object.entries({ ...next, view: next.view === 'list' ? '' : next.view })
      return new URLSearchParams(given.filter(([, value]) => value !== ''))
    })
  return [readPlace(query), go]
}

function readPlace(query: URLSearchParams): Place {
  return {
    view: query.get('view') === 'calendar' ? 'calendar' : 'list',
    month: query.get('month') ?? '',
    day: query.get('day') ?? '',
  }
}

function isNothingAtAll({ months, not_ready, missing_clients }: ThisMonth): boolean {
  const isEmpty = months.every(({ rows, left_out }) => rows.length + left_out.length === 0)
  return isEmpty && not_ready.length === 0 && missing_clients.length === 0
}

function Ahead({
  ahead,
  place,
  onGo,
}: {
  ahead: ThisMonth
  place: Place
  onGo: (part: Partial<Place>) => void
}) {
  const shown = ahead.months.find(({ month }) => month === place.month) ?? ahead.months[0]
  if (shown === undefined) return null
  const isCurrent = shown === ahead.months[0]
  return (
    <>
      {ahead.stops.length > 0 && <Stopped stops={ahead.stops} />}
      <MonthCards
        months={ahead.months}
        shown={shown.month}
        onShow={(month) => onGo({ month: month === ahead.months[0]?.month ? '' : month, day: '' })}
      />
      <div className={classes.sections}>
        <div>
          {place.view === 'calendar' && (
            <Calendar
              month={shown}
              today={ahead.today}
              chosen={place.day}
              onChoose={(day) => onGo({ day: day === place.day ? '' : day })}
            />
          )}
          <Days month={shown} place={place} today={ahead.today} onGo={onGo} />
        </div>
        {shown.left_out.length > 0 && <LeftOut month={shown} />}
        {ahead.not_ready.length > 0 && <NotReady rules={ahead.not_ready} />}
        {isCurrent && ahead.missing_clients.length > 0 && (
          <MissingClients clients={ahead.missing_clients} />
        )}
      </div>
    </>
  )
}

function Days({
  month,
  place,
  today,
  onGo,
}: {
  month: MonthAhead
  place: Place
  today: string
  onGo: (part: Partial<Place>) => void
}) {
  const { t } = useTranslation()
  const isOneDay = place.view === 'calendar' && place.day !== ''
  const rows = isOneDay
    ? month.rows.filter(({ emission_date }) => emission_date === place.day)
    : month.rows
  if (month.rows.length === 0 && place.view === 'list') {
    return (
      <EmptyState
        title={t('thisMonth.emptyMonthTitle', { month: showMonth(month.month, language()) })}
        body={t('thisMonth.emptyMonthBody')}
        action={
          <div className={classes.choices}>
            <IssueOne />
            <LinkButton to={NEW_RULE} variant="default">
              {t('thisMonth.createRule')}
            </LinkButton>
          </div>
        }
      />
    )
  }
  return (
    <>
      {isOneDay && (
        <div className={classes.oneDay}>
          <h2 className={classes.subtitle}>{showWeekday(place.day, language())}</h2>
          <Button variant="subtle" size="compact-sm" onClick={() => onGo({ day: '' })}>
            {t('thisMonth.wholeMonth')}
          </Button>
        </div>
      )}
      {rows.length === 0 ? (
        isOneDay && <p className={classes.none}>{t('thisMonth.emptyDay')}</p>
      ) : (
        <DayList days={daysOf(rows)} today={today} withoutHeads={isOneDay} />
      )}
      {month.more > 0 && (
        <p className="muted small">{t('thisMonth.more', { count: month.more })}</p>
      )}
    </>
  )
}

function NothingYet() {
  const { t } = useTranslation()
  return (
    <EmptyState
      box={t('sheet.type')}
      title={t('thisMonth.emptyTitle')}
      body={t('thisMonth.emptyBody')}
      action={
        <div className={classes.choices}>
          <LinkButton to={NEW_RULE}>{t('thisMonth.createRule')}</LinkButton>
          <IssueOne variant="default" />
          <UploadLink />
        </div>
      }
    />
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('loading')}>
      <MonthCardsSkeleton />
      <div className={classes.list}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className={classes.row}>
            <span className={classes.who}>
              <Skeleton width="60%" height={16} />
              <Skeleton width="40%" height={12} mt={8} />
            </span>
            <span className={classes.state}>
              <Skeleton width={100} height={16} />
            </span>
            <span className={classes.amount}>
              <Skeleton width={90} height={16} ml="auto" />
              <span className={classes.parts}>
                <Skeleton width={140} height={12} mt={8} ml="auto" />
              </span>
            </span>
            <Skeleton width={20} height={16} />
          </div>
        ))}
      </div>
    </div>
  )
}
