import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { Secret } from '../../vault/secret.ts'
import type { Vault } from '../../vault/vault.ts'
import type { DisconnectReason, MailProvider, ProviderName } from '../providers/provider.ts'
import { lockAccount, type AccountAt } from './account-store.ts'

export type Key =
  | { kind: 'key'; access: Secret; provider: MailProvider }
  | { kind: 'disconnected'; reason: DisconnectReason }
  /** The mailbox was removed or is marked already. */
  | { kind: 'gone' }
  | { kind: 'unavailable' }
  | { kind: 'misconfigured' }

/** Access tokens of mailboxes, kept in this process alone for as long as they live. */
export interface MailboxKeys {
  keyOf(at: AccountAt): Promise<Key>
  /** The provider takes it no more: the next one is fresh. */
  forget(at: AccountAt): void
}

export interface KeyNeeds {
  db: Kysely<Schema>
  clock: Clock
  vault: Vault
  mailProviders: Partial<Record<ProviderName, MailProvider>>
}

/** A token that ends this soon is not begun with. */
const MARGIN_MS = 2 * 60_000
const MOST_KEPT = 10_000

export function createMailboxKeys(needs: KeyNeeds): MailboxKeys {
  const kept = new Map<string, { access: Secret; endsAtMs: number; provider: MailProvider }>()
  const nameOf = ({ organisationId, accountId }: AccountAt): string =>
    `${organisationId}:${accountId}`
  return {
    forget: (at) => void kept.delete(nameOf(at)),
    async keyOf(at) {
      const known = kept.get(nameOf(at))
      if (known && known.endsAtMs - MARGIN_MS > needs.clock.now()) return { kind: 'key', ...known }
      const fresh = await freshKey(needs, at)
      if (fresh.kind !== 'key') return fresh
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(nameOf(at), fresh)
      return fresh
    },
  }
}

/**
 * Asks for a token with the mailbox's row locked: where the refresh token rotates, two workers would lose
 * one of the two (and with it the mailbox). What rotated is kept before the token is used.
 */
function freshKey(
  { db, clock, vault, mailProviders }: KeyNeeds,
  at: AccountAt,
): Promise<(Key & { kind: 'key'; endsAtMs: number }) | Exclude<Key, { kind: 'key' }>> {
  const { organisationId } = at
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, at)
    if (account === null || account.state !== 'connected') return { kind: 'gone' }
    const provider = mailProviders[account.provider]
    if (provider === undefined) return { kind: 'misconfigured' }
    const secretId = account.token_secret_id
    const use = { organisationId, secretId, kind: 'mailToken', purpose: 'mailSending' } as const
    const refreshed = await provider.refresh(new Secret(await vault.open(trx, use)))
    if (refreshed.kind !== 'fresh') return refreshed
    const { accessToken, expiresInMs, refreshToken } = refreshed
    if (refreshToken !== null) {
      const rotated = { organisationId, kind: 'mailToken', plaintext: refreshToken } as const
      await vault.replace(trx, { ...rotated, secretId })
    }
    return { kind: 'key', access: accessToken, provider, endsAtMs: clock.now() + expiresInMs }
  })
}
