import { queryOptions } from '@tanstack/react-query'
import { readBlocking } from '#contract/blocking.ts'
import { listSessions, readEmailChange, readSecondFactor } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'

export function sessionsQuery() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => send(listSessions, {}, signal),
  })
}

export function emailChangeQuery() {
  return queryOptions({
    queryKey: ['email-change'],
    queryFn: ({ signal }) => send(readEmailChange, {}, signal),
  })
}

export function blockingQuery() {
  return queryOptions({
    queryKey: ['blocking'],
    queryFn: ({ signal }) => send(readBlocking, {}, signal),
  })
}

/** The answer brings recovery codes, which are shown this one time. */
export const MAKES_CODES = ['recovery-codes'] as const

export function secondFactorQuery() {
  return queryOptions({
    queryKey: ['second-factor'],
    queryFn: ({ signal }) => send(readSecondFactor, {}, signal),
  })
}
