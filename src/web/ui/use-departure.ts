import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import { departureQuery } from '#web/api/queries.ts'
import { formatTime } from '#web/clock.ts'

/**
 * When what a person orders now would be prepared, in words, and the date it would carry. Until that is known no date is
 * named and none is sent.
 */
export function useDeparture(company: number) {
  const { t } = useTranslation()
  const { data } = useQuery(departureQuery(company))
  const isLater = data !== undefined && data.date !== data.today
  const when = isLater ? 'tomorrow' : 'today'
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
