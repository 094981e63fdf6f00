import { describe, expect, it } from 'vitest'
import type { RefreshAnswer, RefreshParts } from './refresh.ts'
import { oneAtATime, refreshTokens } from './refresh.ts'
import type { Tokens } from './tokens.ts'

const NEW: RefreshAnswer = { kind: 'refreshed', access: 'a2', refresh: 'r2' }

function session(answer: RefreshAnswer = NEW) {
  const asked: string[] = []
  const held: { tokens: Tokens | null } = { tokens: { access: 'a1', refresh: 'r1' } }
  const parts: RefreshParts = {
    read: () => held.tokens,
    write: (tokens) => {
      held.tokens = tokens
    },
    ask: async (refresh) => {
      asked.push(refresh)
      return answer
    },
    alone: oneAtATime(),
  }
  return { parts, held, asked }
}

describe('refreshing the session', () => {
  it('asks the server once however many calls find the same token stale', async () => {
    const { parts, asked, held } = session()
    const endings = await Promise.all([1, 2, 3].map(() => refreshTokens(parts, 'a1')))
    expect(endings).toEqual(['refreshed', 'refreshed', 'refreshed'])
    expect(asked).toEqual(['r1'])
    expect(held.tokens).toEqual({ access: 'a2', refresh: 'r2' })
  })

  it('keeps the refresh token when the server gives no new one', async () => {
    const { parts, held } = session({ kind: 'refreshed', access: 'a2', refresh: undefined })
    await refreshTokens(parts, 'a1')
    expect(held.tokens).toEqual({ access: 'a2', refresh: 'r1' })
  })

  it('ends the session when the server refuses', async () => {
    const { parts } = session({ kind: 'refused' })
    expect(await refreshTokens(parts, 'a1')).toBe('ended')
  })

  it('logs nobody out because the network is down', async () => {
    const { parts, held } = session({ kind: 'unreachable' })
    expect(await refreshTokens(parts, 'a1')).toBe('unreachable')
    expect(held.tokens?.access).toBe('a1')
  })

  it('does not bring back a session that was closed while the answer travelled', async () => {
    const { parts, held } = session()
    const asking = refreshTokens(
      {
        ...parts,
        ask: async () => {
          held.tokens = null
          return NEW
        },
      },
      'a1',
    )
    expect(await asking).toBe('ended')
    expect(held.tokens).toBeNull()
  })

  it('goes on after a refresh that threw', async () => {
    const { parts } = session()
    const broken = { ...parts, ask: () => Promise.reject(new Error('broken')) }
    await expect(refreshTokens(broken, 'a1')).rejects.toThrow('broken')
    expect(await refreshTokens(parts, 'a1')).toBe('refreshed')
  })
})
