import { queryOptions } from '@tanstack/react-query'
import { readTerms } from '#contract/auth.ts'
import type { ReplyOf } from '#contract/call.ts'
import { send } from './client.ts'

export type Terms = ReplyOf<typeof readTerms>

const HOUR_MS = 60 * 60_000

/** Once a page and hour: a new version comes with a new deployment. */
export function termsQuery() {
  return queryOptions({
    queryKey: ['terms'],
    queryFn: ({ signal }) => send(readTerms, {}, signal),
    staleTime: HOUR_MS,
  })
}
