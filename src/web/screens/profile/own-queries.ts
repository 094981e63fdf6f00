import { queryOptions } from '@tanstack/react-query'
import { listSessions, readSecondFactor } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => send(listSessions, {}, signal),
  })
}

export function secondFactorQuery() {
  return queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => send(readSecondFactor, {}, signal),
  })
}
