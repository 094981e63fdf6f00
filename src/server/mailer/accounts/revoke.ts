import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { Secret } from '../../vault/secret.ts'
import type { VaultWriter } from '../../vault/vault.ts'
import type { Granted, ProviderName } from '../providers/provider.ts'
import type { KeyNeeds } from './mailbox-keys.ts'

const BATCH = 20
const WAIT_MS = 10 * 60_000
const MOST_TRIES = 6

/** A permission that was given and that we don't take waits to be given back; one of nobody knows whom is left alone. */
export async function giveBackRefused(
  { db, clock, vault }: { db: Kysely<Schema>; clock: Clock; vault: VaultWriter },
  { organisationId, provider }: { organisationId: number; provider: ProviderName },
  { token, email }: Granted,
): Promise<void> {
  if (email === null) return
  await db.transaction().execute(async (trx) => {
    const sealed = { organisationId, kind: 'mailToken', plaintext: token } as const
    await trx
      .insertInto('mail_revocation')
      .values({
        organisation_id: organisationId,
        secret_id: await vault.seal(trx, sealed),
        provider,
        address: email,
        next_try_at: instantText(clock.now()),
      })
      .execute()
  })
}

/** Gives back the permissions of removed mailboxes and those we don't take, then erases them. Answers how many. */
export async function revokeRemoved(needs: KeyNeeds): Promise<number> {
  const { db, clock, vault, mailProviders } = needs
  const due = await db
    .updateTable('mail_revocation')
    .set({ next_try_at: instantText(clock.now() + WAIT_MS), tries: sql`tries + 1` })
    .where((eb) =>
      eb(
        eb.refTuple('organisation_id', 'secret_id'),
        'in',
        eb
          .selectFrom('mail_revocation')
          .where('next_try_at', '<=', instantText(clock.now()))
          .orderBy('next_try_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked()
          .select(['organisation_id', 'secret_id'])
          .$asTuple('organisation_id', 'secret_id'),
      ),
    )
    .returning(['organisation_id', 'secret_id', 'provider', 'address', 'tries'])
    .execute()
  for (const { organisation_id: organisationId, secret_id: secretId, ...row } of due) {
    const { provider, address, tries } = row
    const giveBack = async () => {
      if (await isSentFrom(db, provider, address)) return true
      const use = { organisationId, secretId, kind: 'mailToken', purpose: 'mailRemoval' } as const
      return mailProviders[provider]?.revoke(new Secret(await vault.open(db, use)))
    }
    // One that can't be opened keeps the others from nothing.
    const revoked = await giveBack().catch(() => false)
    // Whatever the provider says, nothing of it stays here for ever.
    if (revoked !== false || tries >= MOST_TRIES) {
      await vault.erase(db, { organisationId, secretId })
    }
  }
  return due.length
}

/**
 * Google takes back all that a mailbox gave us at once: while one, of whatever organisation, still sends from it,
 * ours is only forgotten.
 */
async function isSentFrom(
  db: Kysely<Schema>,
  provider: ProviderName,
  address: string | null,
): Promise<boolean> {
  if (address === null) return false
  const live = await db
    .selectFrom('email_account')
    .select('id')
    .where('provider', '=', provider)
    .where('address', '=', address)
    .where('state', '=', 'connected')
    .limit(1)
    .executeTakeFirst()
  return live !== undefined
}
