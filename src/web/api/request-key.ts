import { z } from 'zod'
import { KEY_REUSED } from '#contract/call.ts'
import { hasCode } from './fault.ts'

/** Idempotency key of one thing to be made. Not `randomUUID`, which pages served without HTTPS lack. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Where the key of a request waits until its answer is known. */
export interface KeyPlace {
  read(): string | undefined
  write(key: string | undefined): void
}

/** For a form whose content is lost with its page: the key is lost with it. */
export function keyInMemory(): KeyPlace {
  let kept: string | undefined
  return {
    read: () => kept,
    write: (key) => {
      kept = key
    },
  }
}

/** For a form that may be opened again after its answer was lost, by a reload or another day. */
export function keyInBrowser(name: string): KeyPlace {
  return {
    read: () => readKeys()[name],
    write: (key) => {
      const { [name]: _, ...others } = readKeys()
      // The newest first, because the oldest are dropped.
      const keys = key === undefined ? others : { [name]: key, ...others }
      try {
        const newest = Object.fromEntries(Object.entries(keys).slice(0, MOST_KEYS))
        localStorage.setItem(REQUEST_KEYS, JSON.stringify(newest))
      } catch {
        // A full or forbidden storage: the key lives as long as the page.
      }
    },
  }
}

const REQUEST_KEYS = 'folio.request-keys'
const MOST_KEYS = 50
const keysByName = z.record(z.string(), z.string().min(1).max(255))

function readKeys(): Record<string, string> {
  try {
    return keysByName.parse(JSON.parse(localStorage.getItem(REQUEST_KEYS) ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * One request at a time, each try of it under the same key until its answer is known: what was made by a try whose
 * answer was lost is answered again instead of made again. `begin` returns null while one is on its way.
 */
export function onePerKey(place: KeyPlace) {
  let isUnderway = false
  let current: string | undefined
  let last: string | undefined
  function renew(): void {
    current = undefined
    place.write(undefined)
  }
  return {
    /** `content`: what is ordered, where another content is another order; left out, all goes under one key. */
    begin(content?: string): string | null {
      if (isUnderway) return null
      isUnderway = true
      if (last !== undefined && last !== content) renew()
      last = content
      current ??= place.read() ?? newRequestKey()
      place.write(current)
      return current
    },
    /** What came of the last one shows: the next is another order, whatever its answer was. */
    renew,
    /** A refusal keeps the key, because it may have come before the server looked whether the request was done. */
    end(fault: unknown): void {
      isUnderway = false
      if (fault === null || hasCode(fault, KEY_REUSED)) renew()
    },
  }
}
