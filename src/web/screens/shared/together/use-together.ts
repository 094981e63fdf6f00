import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { readPayerAccess } from '#contract/payer-access.ts'
import type { readSharedDocument } from '#contract/sharing.ts'
import { send } from '#web/api/client.ts'
import { lookAgainMs } from '../look-again-ms.ts'

export type Access = ReplyOf<typeof readPayerAccess>
export type Listed = Access['documents'][number]

export interface ListPage {
  payment: NonNullable<ReplyOf<typeof readSharedDocument>['payment']>
  token: string
  issuer: string
}

export interface TogetherState {
  /** Null: not read yet. */
  access: Access | null
  isBusy: boolean
  isAsked: boolean
  fault: Error | null
  ask: () => void
  retry: () => void
}

/** A payer who has just come back from the provider. */
const UNDER_WAY_MS = 10_000
/** Others may pay meanwhile, and half an hour runs out. */
const OPEN_MS = 30_000

export function accessKey(token: string) {
  return ['payer-access', token] as const
}

/**
 * The client's other documents, where they were asked for in this tab: nothing is requested before. The cookie that
 * opens them is out of reach here, so that the tab remembers only that it was.
 */
export function useTogether(token: string): TogetherState {
  const [isAsked, setIsAsked] = useState(() => wasOpen(token))
  const query = useQuery({
    queryKey: accessKey(token),
    queryFn: async ({ signal }) => {
      const access = await send(readPayerAccess, { params: { token } }, signal)
      if (access.until !== null) rememberOpen(token)
      return access
    },
    enabled: isAsked,
    retry: false,
    refetchInterval: ({ state }) => nextLookMs(state.data, state.dataUpdateCount),
  })
  const access = query.data ?? null
  return {
    access,
    isBusy: query.isFetching && access === null,
    isAsked,
    fault: query.error,
    ask: () => setIsAsked(true),
    retry: () => void query.refetch(),
  }
}

function nextLookMs(access: Access | undefined, looks: number): number | false {
  if (access === undefined || access.until === null) return false
  const state = access.attempt?.state
  return state === 'started' || state === 'checking' ? lookAgainMs(looks, UNDER_WAY_MS) : OPEN_MS
}

/** Whether the payment of several documents says all that the page's own last payment would. */
export function isToldTogether(
  access: Access | null,
  { folio, payment }: ReplyOf<typeof readSharedDocument>,
): boolean {
  const own = payment?.online.attempt ?? null
  const joint = access?.attempt ?? null
  if (own === null || joint === null) return false
  if (own.provider !== joint.provider || own.state !== joint.state) return false
  return joint.documents.some((one) => one.folio === folio && one.amount === own.amount)
}

/** Not to be paid before what is declared or being checked of it is certain. */
export function isUnderWay({ is_declared, is_checking }: Listed): boolean {
  return is_declared || is_checking
}

const nameOf = (token: string) => `folio.together.${token}`

/** The list was open in this tab, whatever became of it. */
export function wasOpen(token: string): boolean {
  try {
    return sessionStorage.getItem(nameOf(token)) !== null
  } catch {
    return false
  }
}

/** Without storage a return from the provider shows the page's own document, and the list is asked for again. */
export function rememberOpen(token: string): void {
  try {
    sessionStorage.setItem(nameOf(token), 'open')
  } catch {
    // A browser may refuse it.
  }
}
