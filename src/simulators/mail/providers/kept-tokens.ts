import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { z } from 'zod'

/** Where the authorisation server keeps grants, codes and tokens; in a file when it must survive a restart. */
export interface KeptTokens {
  adapter(model: string): Adapter
  /** Ends every grant at once, as a user does on the provider's own page. */
  revokeEverything(): void
}

type Entry = { payload: AdapterPayload; expiresAt: number | null }

const kept = z.record(
  z.string(),
  z.object({ payload: z.record(z.string(), z.unknown()), expiresAt: z.number().nullable() }),
)
const MOST_ENTRIES = 5_000
/** What outlives a restart; the rest is a matter of minutes. */
const LASTING = ['Grant', 'RefreshToken', 'AccessToken']

export function keepTokens(file: string | null, now: () => number): KeptTokens {
  const entries = new Map<string, Entry>(file === null ? [] : readKept(file))

  function save(): void {
    for (const key of [...entries.keys()].slice(0, Math.max(0, entries.size - MOST_ENTRIES))) {
      entries.delete(key)
    }
    if (file === null) return
    const lasting = [...entries].filter(([key]) => LASTING.includes(key.split(':', 1)[0] ?? ''))
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(lasting)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  function find(key: string): AdapterPayload | undefined {
    const entry = entries.get(key)
    if (entry?.expiresAt != null && entry.expiresAt <= now()) return undefined
    return entry?.payload
  }

  function adapter(model: string): Adapter {
    const key = (id: string): string => `${model}:${id}`
    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn ? now() + expiresIn * 1000 : null
        entries.set(key(id), { payload, expiresAt })
        save()
      },
      find: async (id) => find(key(id)),
      findByUid: async (uid) =>
        [...entries.values()].find(({ payload }) => payload.uid === uid)?.payload,
      findByUserCode: async () => undefined,
      destroy: async (id) => {
        entries.delete(key(id))
        save()
      },
      consume: async (id) => {
        const entry = entries.get(key(id))
        if (entry) entry.payload.consumed = Math.floor(now() / 1000)
        save()
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries) {
          if (payload.grantId === grantId) entries.delete(key)
        }
        save()
      },
    }
  }

  return {
    adapter,
    revokeEverything: () => {
      for (const key of entries.keys())
        if (/^(Grant|RefreshToken|AccessToken):/.test(key)) entries.delete(key)
      save()
    },
  }
}

function readKept(file: string): [string, Entry][] {
  try {
    return Object.entries(kept.parse(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    return []
  }
}
