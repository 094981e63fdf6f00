import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import { previewRulesChange } from '#contract/rule-bulk.ts'
import { send } from './client.ts'

export type RulesChange = BodyToWrite<typeof previewRulesChange>['change']
export type RuleDifference = ReplyOf<typeof previewRulesChange>['rules'][number]
export type LineDifference = RuleDifference['lines'][number]

/** What the change would do now. Never kept: what is confirmed must be what is shown. */
export function rulesChangeQuery(rules: readonly number[], change: RulesChange | null) {
  return queryOptions({
    queryKey: ['rules at once', rules, change],
    queryFn: ({ signal }) => {
      if (change === null) throw new Error('No change to look at')
      return send(previewRulesChange, { body: { rules: [...rules], change } }, signal)
    },
    enabled: change !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
