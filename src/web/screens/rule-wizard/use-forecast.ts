import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { forecastQuery } from '#web/api/queries.ts'
import { forecastPayload, forecastStart } from './payload.ts'
import type { WizardState } from './wizard.ts'

const WHILE_TYPING_MS = 350

/** The next emissions, by the very code that issues, asked for when the typing rests. */
export function useForecast(state: WizardState, today: string) {
  const body = forecastPayload(state, forecastStart(state, today))
  const [settled] = useDebouncedValue(JSON.stringify(body), WHILE_TYPING_MS)
  const isSettled = settled === JSON.stringify(body)
  const query = body === null ? null : forecastQuery(body)
  return useQuery({
    queryKey: query?.queryKey ?? ['forecast', 'none'],
    queryFn: query === null || !isSettled ? skipToken : query.queryFn,
    placeholderData: query === null ? undefined : query.placeholderData,
    staleTime: 60_000,
  })
}
