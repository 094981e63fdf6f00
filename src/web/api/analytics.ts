import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { readAnalytics } from '#contract/analytics.ts'
import { language } from '#web/language.ts'
import { send } from './client.ts'

export type Analysis = ReplyOf<typeof readAnalytics>

/** While months are being read at the SII each of them changes the figures. */
const WHILE_READING_MS = 4_000
/** The rest of the time nothing changes by itself: whoever looks again has it looked after. */
const AT_REST_MS = 5 * 60_000

export function analyticsQuery(companyId: number, monthsBack: number) {
  return queryOptions({
    // The names of months come in the language asked in.
    queryKey: ['analytics', companyId, monthsBack, language()],
    queryFn: ({ signal }) =>
      send(
        readAnalytics,
        { params: { company_id: companyId }, query: { months_back: monthsBack } },
        signal,
      ),
    refetchInterval: ({ state }) =>
      state.data?.ours.reading.state === 'reading' ? WHILE_READING_MS : AT_REST_MS,
  })
}
