import type { Kysely } from 'kysely'
import type { Rut } from '#domain/rut.ts'
import type { PortalSession, Sii } from '#sii/sii.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { Vault } from '../../vault/vault.ts'
import { holds, type Lease } from '../lease.ts'

export interface SessionNeeds {
  db: Kysely<Schema>
  clock: Clock
  vault: Vault
  sii: Sii
}

export interface KeptSession {
  organisationId: number
  secretId: number
  session: PortalSession
}

/** What a lease's holder has at hand: used again, without opening it anew, while it is the stored one. */
const opened = new WeakMap<Lease, KeptSession>()

export function heldSession(lease: Lease): KeptSession | undefined {
  return opened.get(lease)
}

export function holdSession(lease: Lease, kept: KeptSession): void {
  opened.set(lease, kept)
}

/** Under the row's lock: a superseded holder may be erasing it. */
export async function storedSession(
  { db, vault, sii }: Pick<SessionNeeds, 'db' | 'vault' | 'sii'>,
  { person }: { person: Rut },
): Promise<KeptSession | null> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('portal_person')
      .select(['session_organisation_id', 'session_secret_id'])
      .where('person_rut', '=', person)
      .forUpdate()
      .executeTakeFirst()
    if (row?.session_secret_id == null || row.session_organisation_id == null) return null
    const organisationId = row.session_organisation_id
    const secretId = row.session_secret_id
    const use = { kind: 'portalSession', purpose: 'portalSession' } as const
    const cookies = await vault.open(trx, { organisationId, secretId, ...use })
    return { organisationId, secretId, session: sii.resume({ person, cookies }) }
  })
}

/**
 * Kept for whoever holds the lease next; answers the secret's id. Null, and nothing is kept, for an
 * superseded holder: it must not put its session in the place of another's.
 */
export async function storeSession(
  { db, clock, vault }: Pick<SessionNeeds, 'db' | 'clock' | 'vault'>,
  lease: Lease,
  user: { organisationId: number; person: Rut },
  session: PortalSession,
): Promise<number | null> {
  const { organisationId } = user
  const kept = await db.transaction().execute(async (trx) => {
    if (!(await holds(trx, clock, lease))) return null
    await eraseSession(trx, vault, user.person, null)
    const secretId = await vault.seal(trx, {
      organisationId,
      kind: 'portalSession',
      plaintext: session.store().cookies,
    })
    await trx
      .updateTable('portal_person')
      .set({
        session_organisation_id: organisationId,
        session_secret_id: secretId,
        session_epoch: lease.epoch,
      })
      .where('person_rut', '=', user.person)
      .execute()
    return secretId
  })
  if (kept !== null) holdSession(lease, { organisationId, secretId: kept, session })
  return kept
}

/** Only the one that was found dead: whoever took over may have stored another since, and need it found. */
export async function dropSession(
  { db, vault }: Pick<SessionNeeds, 'db' | 'vault'>,
  person: Rut,
  secretId: number,
): Promise<void> {
  await db.transaction().execute((trx) => eraseSession(trx, vault, person, secretId))
}

/** `only` null: whichever it is. */
export async function eraseSession(
  trx: Kysely<Schema>,
  vault: Vault,
  person: Rut,
  only: number | null,
): Promise<void> {
  const row = await trx
    .selectFrom('portal_person')
    .select(['session_organisation_id', 'session_secret_id'])
    .where('person_rut', '=', person)
    .forUpdate()
    .executeTakeFirst()
  if (row?.session_secret_id == null || row.session_organisation_id == null) return
  if (only !== null && only !== row.session_secret_id) return
  await trx
    .updateTable('portal_person')
    .set({ session_organisation_id: null, session_secret_id: null, session_epoch: null })
    .where('person_rut', '=', person)
    .execute()
  await vault.erase(trx, {
    organisationId: row.session_organisation_id,
    secretId: row.session_secret_id,
  })
}
