import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, compare, firstDayOf, lastDayOf, parseMonth, weekday } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { holidayName } from '#domain/holidays.ts'
import { showClp, showDay, showMonth, weekdayNames } from '#texts/formats.ts'
import type { MonthAhead, UpcomingRow } from '#web/api/agenda.ts'
import { language } from '#web/language.ts'
import { countedOf, sumOf } from '#web/documents/groups.ts'
import classes from './Calendar.module.css'

/** The month as a sheet of days, Monday first; a day with documents can be pressed. */
export function Calendar({
  month,
  today,
  chosen,
  onChoose,
}: {
  month: MonthAhead
  today: string
  chosen: string
  onChoose: (day: string) => void
}) {
  const { t } = useTranslation()
  return (
    <table
      className={classes.calendar}
      aria-label={t('thisMonth.calendarOf', { month: showMonth(month.month, language()) })}
    >
      <thead>
        <tr>
          {weekdayNames(language()).map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month.month).map((week, index) => (
          <tr key={index}>
            {week.map((day, place) => (
              <td
                key={day ?? `blank ${place}`}
                className={classes.cell}
                data-today={day === today || undefined}
                data-free={(day !== null && (place > 4 || holidayName(day) !== null)) || undefined}
              >
                {day !== null && (
                  <Cell
                    day={day}
                    rows={month.rows.filter(({ emission_date }) => emission_date === day)}
                    isChosen={day === chosen}
                    onChoose={onChoose}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const SHOWN = 2

function Cell({
  day,
  rows,
  isChosen,
  onChoose,
}: {
  day: Day
  rows: UpcomingRow[]
  isChosen: boolean
  onChoose: (day: string) => void
}) {
  const { t } = useTranslation()
  const number = Number(day.slice(8))
  const holiday = holidayName(day)
  if (rows.length === 0) {
    return (
      <span className={classes.day} title={holiday ?? undefined}>
        <span className={`${classes.number} num`}>{number}</span>
        {holiday !== null && <span className={classes.holiday}>{holiday}</span>}
      </span>
    )
  }
  const { total } = sumOf(rows)
  const counted = countedOf(rows).length
  const left = rows.length - counted
  const what = [
    ...(counted > 0 ? [t('thisMonth.dayCell', { date: showDay(day), count: counted })] : []),
    ...(left > 0 ? [t('thisMonth.dayCellLeft', { date: showDay(day), count: left })] : []),
  ].join('; ')
  return (
    <button
      type="button"
      className={classes.day}
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
    >
      {/* In words, for whoever listens; what is seen says the same in the little room there is. */}
      <VisuallyHidden>
        {total === null ? what : t('thisMonth.dayCellTotal', { what, total: showClp(total) })}
      </VisuallyHidden>
      <span className={`${classes.number} num`} aria-hidden="true">
        {number}
      </span>
      <span className={classes.count} aria-hidden="true">
        {counted}
      </span>
      <span className={classes.names} aria-hidden="true">
        {rows.slice(0, SHOWN).map((row, index) => (
          <span key={index} className={classes.name}>
            {row.recipient.name}
          </span>
        ))}
        {rows.length > SHOWN && <span className={classes.more}>+{rows.length - SHOWN}</span>}
      </span>
      {total !== null && (
        <span className={`${classes.total} num`} aria-hidden="true">
          {showClp(total)}
        </span>
      )}
    </button>
  )
}

/** Rows of seven from Monday on; null outside the month. */
function weeksOf(period: string): (Day | null)[][] {
  const month = parseMonth(period)
  if (month === null) return []
  const first = firstDayOf(month)
  const last = lastDayOf(month)
  const weeks: (Day | null)[][] = []
  let start = addDays(first, 1 - weekday(first))
  // At most six weeks touch a month.
  while (compare(start, last) <= 0) {
    const monday = start
    weeks.push(
      Array.from({ length: 7 }, (_, ahead) => {
        const day = addDays(monday, ahead)
        return compare(day, first) < 0 || compare(day, last) > 0 ? null : day
      }),
    )
    start = addDays(start, 7)
  }
  return weeks
}
