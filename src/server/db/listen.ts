import { Client } from 'pg'
import type { Clock } from '../clock.ts'

export type ListenOptions = { url: string; clock: Clock }

export type Ear = {
  notify(payload: string): void
  /** Also after a break, during which notifications were lost. */
  connected(): void
}

/** Listens on one connection; when it breaks it is made again, with a growing wait, until stopped. */
export function listen(
  options: ListenOptions,
  channel: 'folio_changes' | 'folio_requests' | 'folio_answers',
  ear: Ear,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const listening = listenAlways(options, channel, stopping.signal, ear)
  return {
    stop: async () => {
      stopping.abort()
      await listening
    },
  }
}

async function listenAlways(
  { url, clock }: ListenOptions,
  channel: string,
  signal: AbortSignal,
  ear: Ear,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const listened = await listenOnce(url, channel, signal, ear)
    waitMs = listened ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
    await clock.wait(waitMs, signal)
  }
}

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 15_000

/** Ends when the connection does. Answers whether it had been made. */
async function listenOnce(
  url: string,
  channel: string,
  signal: AbortSignal,
  ear: Ear,
): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: channel.replace('_', '-'),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ payload }) => ear.notify(payload ?? ''))
  try {
    await client.connect()
    await client.query(`LISTEN ${channel}`)
    ear.connected()
    await ended
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
