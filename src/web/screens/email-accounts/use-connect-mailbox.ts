import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { authorizeGoogle, startMicrosoft } from '#contract/email-accounts.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { EmailAccount } from '#web/api/queries.ts'
import { emailAccountsQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { showOverlay } from '#web/frame/overlay.ts'
import { PATHS } from '#web/paths.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { ConnectFault, Connection } from './connection.ts'
import {
  hearConnections,
  POPUP_FEATURES,
  POPUP_NAME,
  readConnection,
  withoutConnection,
} from './connection.ts'

export type Provider = EmailAccount['provider']

export interface ConnectMailbox {
  /** With an account, connects that one again. Call it in the click itself, or the popup is blocked. */
  connect: (provider: Provider, account?: number, largeFiles?: boolean) => void
  isPending: boolean
  /** Google's window is open; the same can be done in this page. */
  isInPopup: boolean
  fault: ConnectFault | null
}

/**
 * Connects a mailbox and calls back with it. Google in a popup, and in the whole page when the popup is
 * blocked or closed at once; Microsoft in the whole page, which comes back to `returnPath`.
 */
export function useConnectMailbox(
  returnPath: string,
  onConnected?: (account: EmailAccount) => void,
): ConnectMailbox {
  const { t } = useTranslation()
  const [isInPopup, setInPopup] = useState(false)
  const ended = useConnectionEnd(onConnected, () => setInPopup(false))
  const start = useMutateAlone({
    mutationFn: (wish: Wish) => authorize(wish, returnPath),
    onSuccess: (isPopup) => setInPopup(isPopup),
    onError: (fault, { provider, popup }) => {
      popup?.close()
      const told = firstMessage(fault)
      toastError(told ?? t(`emailAccounts.startFailed.${provider}`))
    },
  })
  return {
    connect: (provider, account, largeFiles = false) => {
      ended.forget()
      sessionStorage.setItem(AGAIN, String(account ?? ''))
      const popup =
        provider === 'google' ? window.open('about:blank', POPUP_NAME, POPUP_FEATURES) : null
      start.mutate({ provider, account, largeFiles, popup })
    },
    isPending: start.isPending,
    isInPopup,
    fault: ended.fault,
  }
}

interface Wish {
  provider: Provider
  account: number | undefined
  /** Also what documents above 3 MB need, where that is a right of its own. */
  largeFiles: boolean
  popup: Window | null
}

/** Whether it goes on in the popup; else this page is on its way to the provider. */
async function authorize(
  { provider, account, largeFiles, popup }: Wish,
  returnPath: string,
): Promise<boolean> {
  const asked = { return_path: returnPath, ...(account === undefined ? {} : { account }) }
  if (provider === 'microsoft') {
    const body = { ...asked, large_files: largeFiles }
    leaveTo((await send(startMicrosoft, { body })).auth_url)
    return false
  }
  if (popup !== null) {
    const inPopup = { ...asked, return_path: PATHS.emailAccountConnected }
    const { auth_url: url } = await send(authorizeGoogle, { query: inPopup })
    if (!popup.closed) {
      popup.location.assign(url)
      return true
    }
  }
  leaveTo((await send(authorizeGoogle, { query: asked })).auth_url)
  return false
}

function leaveTo(url: string): void {
  showOverlay()
  window.location.assign(url)
}

/** Which mailbox is being connected again: the page may be another one by the time that it is. */
const AGAIN = 'folio.reconnecting'

/** The ending comes in this page's own address, or from a popup. The same one is taken once. */
function useConnectionEnd(
  onConnected: ((account: EmailAccount) => void) | undefined,
  onEnd: () => void,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [query, setQuery] = useSearchParams()
  const [fault, setFault] = useState<ConnectFault | null>(null)
  const taken = useRef('')
  const take = async (connection: Connection) => {
    const mark = JSON.stringify(connection)
    if (taken.current === mark) return
    taken.current = mark
    onEnd()
    setFault(connection.kind === 'failed' ? connection.reason : null)
    if (connection.kind === 'failed') return
    const isAgain = sessionStorage.getItem(AGAIN) === String(connection.accountId)
    sessionStorage.removeItem(AGAIN)
    const accounts = await client.fetchQuery({ ...emailAccountsQuery(), staleTime: 0 })
    const account = accounts.find(({ id }) => id === connection.accountId)
    if (account === undefined) return
    toastSuccess(t(isAgain ? 'emailAccounts.reconnected' : 'emailAccounts.added'))
    onConnected?.(account)
  }
  const newest = useRef(take)
  useEffect(() => {
    newest.current = take
  })
  useEffect(() => hearConnections((connection) => void newest.current(connection)), [])
  useEffect(() => {
    const connection = readConnection(query)
    if (connection === null) return
    setQuery(withoutConnection(query), { replace: true, preventScrollReset: true })
    void newest.current(connection)
  }, [query, setQuery])
  return {
    fault,
    forget: () => {
      taken.current = ''
      setFault(null)
    },
  }
}
