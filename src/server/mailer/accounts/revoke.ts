import { sql } from 'kysely'
import { instantText } from '../../clock.ts'
import { Secret } from '../../vault/secret.ts'
import type { KeyNeeds } from './mailbox-keys.ts'

const BATCH = 20
const WAIT_MS = 10 * 60_000
const MOST_TRIES = 6

/** Gives back the permissions of removed mailboxes, then erases them. Answers how many. */
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
    .returning(['organisation_id', 'secret_id', 'provider', 'tries'])
    .execute()
  for (const { organisation_id: organisationId, secret_id: secretId, provider, tries } of due) {
    const giveBack = async () => {
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
