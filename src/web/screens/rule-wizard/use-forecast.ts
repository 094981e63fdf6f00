import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { forecastQuery } from '#web/api/queries.ts'
import { forecastPayload, forecastStart } from './payload.ts'
import type { WizardState } from './wizard.ts'

const WHILE_TYPING_MS = 350

/**
 * The next emissions, by the very code that issues, asked for when the typing rests. `company`: the rule's first day is
 * still to be chosen, and what is today's has the date it would carry if saved now.
 */
export function useForecast(
  state: WizardState,
  today: string,
  { ruleId, company }: { ruleId: number | null; company: number | undefined },
) {
  const body = forecastPayload(state, forecastStart(state, today), ruleId, company)
  const [settled] = useDebouncedValue(JSON.stringify(body), WHILE_TYPING_MS)
  const isSettled = settled === JSON.stringify(body)
  const query = body === null ? null : forecastQuery(body)
  return useQuery({
    queryKey: query?.queryKey ?? ['forecast', 'none'],
    queryFn: query === null || !isSettled ? skipToken : query.queryFn,
    placeholderData: query === null ? undefined : query.placeholderData,
    // What is made, and what is lacking, may have changed on another page.
    staleTime: 0,
  })
}
