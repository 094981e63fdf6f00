import { z } from 'zod'

/** How connecting a mailbox ended, as the server writes it into the address it returns to. */
export type Connection =
  | { kind: 'connected'; accountId: number }
  | { kind: 'failed'; reason: ConnectFault }

const faults = ['expired', 'denied', 'scopeMissing', 'refused', 'unavailable', 'tooMany'] as const
export type ConnectFault = (typeof faults)[number]

/** The name of the parameter, of the message and of the storage event. */
const CONNECTED = 'new_email_account'
const FAILED = 'email_account_error'

export const POPUP_NAME = 'google_oauth'
export const POPUP_FEATURES = 'popup,width=500,height=600'

const accountId = z.coerce.number().int().positive()
const connectedMessage = z.object({ [CONNECTED]: accountId })
const failedMessage = z.object({ [FAILED]: z.enum(faults) })

/** Null: the address says nothing of it. */
export function readConnection(query: URLSearchParams): Connection | null {
  return (
    connectionOf({ [CONNECTED]: query.get(CONNECTED) ?? undefined }) ??
    connectionOf({ [FAILED]: query.get(FAILED) ?? undefined })
  )
}

export function withoutConnection(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete(CONNECTED)
  rest.delete(FAILED)
  return rest
}

/**
 * From the popup to whoever opened it. The provider's page may have cut the way back to the opener, so it is
 * said in the storage too, which every page of ours hears.
 */
export function tellOpener(connection: Connection): void {
  const [key, value] =
    connection.kind === 'connected'
      ? [CONNECTED, String(connection.accountId)]
      : [FAILED, connection.reason]
  const opener: unknown = window.opener
  if (isWindow(opener)) opener.postMessage({ [key]: value }, window.location.origin)
  localStorage.setItem(key, value)
  localStorage.removeItem(key)
}

/** Another window's: it is no instance of anything here. */
function isWindow(value: unknown): value is Window {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}

/** Calls back for each ending that another window of ours tells; answers how to stop. */
export function hearConnections(onEnd: (connection: Connection) => void): () => void {
  const onMessage = ({ origin, data }: MessageEvent<unknown>) => {
    const told = origin === window.location.origin ? connectionOf(data) : null
    if (told !== null) onEnd(told)
  }
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const told = key === null || newValue === null ? null : connectionOf({ [key]: newValue })
    if (told !== null) onEnd(told)
  }
  window.addEventListener('message', onMessage)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener('message', onMessage)
    window.removeEventListener('storage', onStorage)
  }
}

function connectionOf(told: unknown): Connection | null {
  const connected = connectedMessage.safeParse(told)
  if (connected.success) return { kind: 'connected', accountId: connected.data[CONNECTED] }
  const failed = failedMessage.safeParse(told)
  return failed.success ? { kind: 'failed', reason: failed.data[FAILED] } : null
}
