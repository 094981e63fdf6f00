import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { instantText } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { FoundLink } from '../../links/document-links.ts'
import type { Db } from '../owed/receivable.ts'

export type AccessRow = Selectable<Schema['payer_access']>
type LinkAt = Pick<FoundLink, 'organisationId' | 'linkId'>

export function browserHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export async function insertAccess(
  trx: Db,
  { organisationId, linkId }: LinkAt,
  made: { contactId: number; addressHash: Buffer; secret: string; seed: Buffer; atMs: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('payer_access')
    .values({
      organisation_id: organisationId,
      link_id: linkId,
      contact_id: made.contactId,
      address_hash: made.addressHash,
      browser_hash: browserHash(made.secret),
      seed: made.seed,
      asked_at: instantText(made.atMs),
      opened_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts a try of this page's and browser's code before it is compared; null when there is none to try any more. */
export async function countTry(
  db: Db,
  { organisationId, linkId }: LinkAt,
  { secret, askedAfterMs, maxTries }: { secret: string; askedAfterMs: number; maxTries: number },
): Promise<AccessRow | null> {
  const row = await db
    .updateTable('payer_access')
    .set({ tries: sql`tries + 1` })
    .where('organisation_id', '=', organisationId)
    .where('link_id', '=', linkId)
    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', 'is', null)
    .where('asked_at', '>', instantText(askedAfterMs))
    .where('tries', '<', maxTries)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Once, and to a new secret. False: another request with the same code was first. */
export async function markOpened(
  trx: Db,
  { organisation_id, id }: AccessRow,
  { secret, atMs }: { secret: string; atMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('payer_access')
    .set({ opened_at: instantText(atMs), browser_hash: browserHash(secret) })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What this page's code opened in this browser after that instant. */
export async function openedAccess(
  db: Db,
  { organisationId, linkId }: LinkAt,
  { secret, openedAfterMs }: { secret: string; openedAfterMs: number },
): Promise<(AccessRow & { opened_at: string }) | null> {
  const row = await db
    .selectFrom('payer_access')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('link_id', '=', linkId)
    .where('browser_hash', '=', browserHash(secret))
    .where('opened_at', '>', instantText(openedAfterMs))
    .executeTakeFirst()
  return row === undefined || row.opened_at === null ? null : { ...row, opened_at: row.opened_at }
}

/** For the nightly sweep: what was asked for before that instant, opened or not. */
export async function forgetAccesses(db: Db, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('payer_access')
    .where('asked_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
