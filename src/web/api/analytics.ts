import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { readAnalytics } from '#contract/analytics.ts'
import { msUntil } from '#web/clock.ts'
import { language } from '#web/language.ts'
import { send } from './client.ts'

export type Analysis = ReplyOf<typeof readAnalytics>

/** While months are being read at the SII each of them changes the figures. */
const WHILE_READING_MS = 4_000
/** The rest of the time nothing changes by itself: whoever looks again has it looked after. */
const AT_REST_MS = 5 * 60_000
/** After a pause has ended: by then the first month may be read. */
const AFTER_PAUSE_MS = 15_000

export function analyticsQuery(companyId: number, monthsBack: number) {
  return queryOptions({
    // The names of months come in the language asked in.
    queryKey: ['analytics', companyId, monthsBack, language()],
    queryFn: ({ signal }) =>
      send(
        readAnalytics,
        // The page shows no single documents: those are in the workbook.
        {
          params: { company_id: companyId },
          query: { months_back: monthsBack, documents: '0' },
        },
        signal,
      ),
    refetchInterval: ({ state }) => nextLookMs(state.data),
  })
}

function nextLookMs(analysis: Analysis | undefined): number {
  const { state, next_try_at: next } = analysis?.ours.reading ?? {
    state: 'idle',
    next_try_at: null,
  }
  if (state === 'reading') return WHILE_READING_MS
  const untilMs = next === null ? 0 : msUntil(next)
  return untilMs > 0 ? Math.min(AT_REST_MS, untilMs + AFTER_PAUSE_MS) : AT_REST_MS
}
