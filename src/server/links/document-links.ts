import { createHash, randomBytes } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Links } from '../vault/links.ts'

type Db = Kysely<Schema>
export type LinkRow = Selectable<Schema['document_link']>
export type LinkPurpose = LinkRow['purpose']
export type DocumentAt = { organisationId: number; documentId: number }

const PURPOSE = 'document'
const SEED_BYTES = 16

/** The address of a link: 256 bits that only its seed and our key together make. */
export function urlOf(links: Links, publicUrl: string, { seed }: Pick<LinkRow, 'seed'>): string {
  return `${publicUrl}/d/${tokenOf(links, seed)}`
}

function tokenOf(links: Links, seed: Buffer): string {
  return links.sign(PURPOSE, seed.toString('hex'))
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The one that serves now; null when none was made, or its owner withdrew it. */
export async function liveLink(
  db: Db,
  { organisationId, documentId }: DocumentAt,
  purpose: LinkPurpose,
): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('document_link')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('purpose', '=', purpose)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Makes one unless there is one; twice at once, one is made. */
export async function ensureLink(
  db: Db,
  { links, clock }: { links: Links; clock: Clock },
  at: DocumentAt,
  purpose: LinkPurpose,
): Promise<{ link: LinkRow; isNew: boolean }> {
  const known = await liveLink(db, at, purpose)
  if (known !== null) return { link: known, isNew: false }
  const seed = randomBytes(SEED_BYTES)
  const made = await db
    .insertInto('document_link')
    .values({
      organisation_id: at.organisationId,
      document_id: at.documentId,
      purpose,
      seed,
      token_hash: hashOf(tokenOf(links, seed)),
      created_at: instantText(clock.now()),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'document_id', 'purpose'])
        .where('revoked_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (made !== undefined) return { link: made, isNew: true }
  const others = await liveLink(db, at, purpose)
  if (others === null) throw new Error('A link was made and withdrawn at this very moment')
  return { link: others, isNew: false }
}

/** For the document's mail: null when its owner withdrew it before the mail left. */
export async function mailLink(
  trx: Db,
  needs: { links: Links; clock: Clock },
  at: DocumentAt,
): Promise<LinkRow | null> {
  const withdrawn = await trx
    .selectFrom('document_link')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('document_id', '=', at.documentId)
    .where('purpose', '=', 'mail')
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  if (withdrawn !== undefined) return liveLink(trx, at, 'mail')
  return (await ensureLink(trx, needs, at, 'mail')).link
}

/** Answers how many were withdrawn. */
export async function withdrawLinks(
  trx: Db,
  clock: Clock,
  { organisationId, documentId }: DocumentAt,
): Promise<number> {
  const rows = await trx
    .updateTable('document_link')
    .set({ revoked_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

export type FoundLink = DocumentAt & { linkId: number; purpose: LinkPurpose }

/**
 * Found by the hash of its address, which tells nothing about the address by the time it takes, and compared
 * once more in full.
 */
export async function findLink(db: Db, links: Links, token: string): Promise<FoundLink | null> {
  const { rows } = await sql<{
    organisation_id: number
    id: number
    document_id: number
    purpose: LinkPurpose
    seed: Buffer
  }>`select * from linked_document(${hashOf(token)})`.execute(db)
  const [row] = rows
  if (row === undefined || !links.isSigned(PURPOSE, row.seed.toString('hex'), token)) return null
  return {
    organisationId: row.organisation_id,
    documentId: row.document_id,
    linkId: row.id,
    purpose: row.purpose,
  }
}
