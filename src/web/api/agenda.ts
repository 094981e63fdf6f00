import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { listAttention, previewRule, readThisMonth } from '#contract/agenda.ts'
import { readStops } from '#contract/issuing-stops.ts'
import { listMonthlyTasks } from '#contract/monthly-values.ts'
import { listRuleMonths, readMissedMonths } from '#contract/rule-months.ts'
import { watchInterval } from './watch.ts'
import { send } from './client.ts'

export type ThisMonth = ReplyOf<typeof readThisMonth>
export type MonthAhead = ThisMonth['months'][number]
export type UpcomingRow = MonthAhead['rows'][number]
export type RuleMonth = ReplyOf<typeof listRuleMonths>[number]
export type MissedMonths = ReplyOf<typeof readMissedMonths>
export type Stops = ReplyOf<typeof readStops>
export type MonthlyTask = ReplyOf<typeof listMonthlyTasks>[number]
export type AttentionItem = ReplyOf<typeof listAttention>['items'][number]

/** Everything here is made anew from rules and documents: a change of either makes all of it old. */
const AGENDA = 'agenda'

export function thisMonthQuery() {
  return queryOptions({
    queryKey: [AGENDA, 'this-month'],
    queryFn: ({ signal }) => send(readThisMonth, {}, signal),
    refetchInterval: watchInterval,
  })
}

export function attentionQuery() {
  return queryOptions({
    queryKey: [AGENDA, 'attention'],
    queryFn: ({ signal }) => send(listAttention, {}, signal),
    refetchInterval: watchInterval,
  })
}

/** This month's and the next one's document of one client, as they would be issued. */
export function previewQuery(ruleId: number, client: number) {
  return queryOptions({
    queryKey: [AGENDA, 'preview', ruleId, client],
    queryFn: ({ signal }) =>
      send(previewRule, { params: { id: ruleId }, query: { emissions: 2, client } }, signal),
  })
}

export function ruleMonthsQuery(ruleId: number) {
  return queryOptions({
    queryKey: [AGENDA, 'months', ruleId],
    queryFn: ({ signal }) => send(listRuleMonths, { params: { id: ruleId } }, signal),
  })
}

export function missedMonthsQuery(ruleId: number) {
  return queryOptions({
    queryKey: [AGENDA, 'missed', ruleId],
    queryFn: ({ signal }) => send(readMissedMonths, { params: { id: ruleId } }, signal),
    // What the pause has missed by now.
    staleTime: 0,
  })
}

export function stopsQuery() {
  return queryOptions({
    queryKey: [AGENDA, 'stops'],
    queryFn: ({ signal }) => send(readStops, {}, signal),
  })
}

/** Its next emission too, however far. */
export function monthlyTasksQuery(rule: number) {
  return queryOptions({
    queryKey: [AGENDA, 'monthly', rule],
    queryFn: ({ signal }) => send(listMonthlyTasks, { query: { rule } }, signal),
    // The form is filled from it once: never from what was read at another time.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** After a change: what was issued, what comes and what asks is read again. */
export async function refreshAgenda(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [AGENDA] }),
    client.invalidateQueries({ queryKey: ['documents'] }),
    // Not a single rule: its form must keep what was typed.
    client.invalidateQueries({ queryKey: ['rules'], exact: true }),
  ])
}
