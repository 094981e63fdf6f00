import { Refused } from '../../http/errors.ts'
import { offeredConnections } from '../connections/store.ts'
import type { ProviderName } from '../providers/connection.ts'
import type { Redirect } from '../providers/port.ts'
import type { AttemptNeeds } from './needs.ts'
import { redirectOf } from './payer-redirect.ts'
import { canResume, CREATING_MS, LIFE_MS } from './progress.ts'
import {
  atOf,
  closeShares,
  insertAttempt,
  openAttempts,
  sharesOf,
  startedAtMs,
  type AttemptRow,
  type Db,
} from './store.ts'

export interface Begun {
  attempt: AttemptRow
  /** Of an attempt that goes on; null for a new one, which the provider doesn't know yet. */
  redirect: Redirect | null
}

export interface NewShares {
  organisationId: number
  companyId: number
  /** The page's, where the payer is led back to. */
  linkId: number
  connectionId: number
  shares: readonly { documentId: number; amountClp: number }[]
}

/**
 * Begins an attempt for these shares, or goes on with the one that is open for the very same. Others of the same provider
 * that are open for one of the documents are closed. Under the receivables' locks.
 */
export async function beginAttempt(
  { clock, installation }: Pick<AttemptNeeds, 'clock' | 'installation'>,
  trx: Db,
  made: NewShares,
): Promise<Begun> {
  const nowMs = clock.now()
  const offered = (await offeredConnections(trx, made)).find(({ id }) => id === made.connectionId)
  if (offered === undefined || (offered.mode === 'test' && !installation.demonstration)) {
    throw new Refused(409, 'providerNotOffered')
  }
  const { provider, mode } = offered
  for (const known of await openOf(trx, made, provider)) {
    const redirect = (await isSame(trx, known, made)) ? usableRedirect(known, nowMs) : null
    if (redirect !== null) return { attempt: known, redirect }
    if (known.state === 'created' && nowMs - startedAtMs(known) < CREATING_MS) {
      throw new Refused(409, 'paymentStarting', { retryAfterSeconds: 5 })
    }
    await closeShares(trx, atOf(known))
  }
  const attempt = await insertAttempt(trx, {
    ...made,
    provider,
    mode,
    startedAtMs: nowMs,
    expiresAtMs: nowMs + LIFE_MS[provider],
    pollAtMs: nowMs + CREATING_MS,
  })
  return { attempt, redirect: null }
}

function openOf(
  trx: Db,
  { organisationId, shares }: NewShares,
  provider: ProviderName,
): Promise<AttemptRow[]> {
  const documentIds = shares.map(({ documentId }) => documentId)
  return openAttempts(trx, { organisationId, documentIds }, provider)
}

/** By each share: two choices of documents may come to the same sum. */
async function isSame(trx: Db, known: AttemptRow, wanted: NewShares): Promise<boolean> {
  if (known.connection_id !== wanted.connectionId) return false
  const shares = await sharesOf(trx, atOf(known))
  return (
    shares.length === wanted.shares.length &&
    shares.every((share) =>
      wanted.shares.some(
        ({ documentId, amountClp }) =>
          documentId === share.document_id && amountClp === share.amount_clp,
      ),
    )
  )
}

function usableRedirect(attempt: AttemptRow, nowMs: number): Redirect | null {
  if (attempt.state !== 'pending' || attempt.is_checking) return null
  return canResume(attempt.provider, startedAtMs(attempt), nowMs)
    ? redirectOf(attempt.redirect)
    : null
}
