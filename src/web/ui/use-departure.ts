import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import { departureQuery } from '#web/api/queries.ts'
import { formatTime } from '#web/clock.ts'

/**
 * When what a person orders now would be prepared, in words, and the date it would carry. Until that is known neither day
 * nor date is named, and nothing that is dated may be ordered.
 */
export function useDeparture(company: number, isShown = true) {
  const { t } = useTranslation()
  const { data } = useQuery({ ...departureQuery(company), enabled: isShown })
  const when = whenOf(data)
  const time = data === undefined ? '' : formatTime(data.at)
  return {
    today: data?.today,
    date: data?.date,
    when,
    time,
    shown: data === undefined ? '' : showDay(data.date),
    /** The button that orders it. */
    label: t(`departure.issue.${when}`, { time }),
  } as const
}

function whenOf(data: { date: string; today: string } | undefined) {
  if (data === undefined) return 'unknown'
  return data.date === data.today ? 'today' : 'tomorrow'
}

/** The same of what is ready: with its own date at any hour of that day, later with the next one it can carry. */
export function useReadyDeparture(company: number, own: string, isShown = true) {
  const { today, date: next } = useDeparture(company, isShown)
  const isPast = today !== undefined && own < today
  const date = today === undefined ? undefined : isPast ? next : own
  return { isPast, date, shown: date === undefined ? '' : showDay(date) }
}
