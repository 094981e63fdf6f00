import type { Switches } from './troubles.ts'

/** One call to a provider's mail, with whoever holds the token already known. */
export interface Asked {
  method: string
  /** Its path and query, as sent. */
  url: URL
  headers: Record<string, string | undefined>
  body: Buffer
  holder: { email: string; scopes: Set<string> }
}

/** `cut`: the connection breaks and no answer leaves. */
export type Said =
  | { kind: 'cut' }
  | { kind: 'said'; status: number; headers?: Record<string, string>; body?: unknown }

export interface MailApiNeeds {
  /** Milliseconds since 1970. */
  now(): number
  switches: Switches
  /** Its own address, for the links it gives out. */
  url: string
  /** Takes a message over; from here it counts as sent. */
  accept(message: { from: string; to: string[]; raw: Buffer }): void
}

export function said(status: number, body?: unknown, headers: Record<string, string> = {}): Said {
  return { kind: 'said', status, headers, body }
}

export function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
