import type { Insertable, Kysely, Updateable } from 'kysely'
import { rut } from '#domain/rut.ts'
import type { Schema } from '#server/db/schema.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import type { PortalDocument } from '#server/documents/portal/portal-step.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { seedCrowd } from './crowd.ts'

type Db = Kysely<Schema>

const SEEDED_AT = '2026-11-30T12:00:00Z'

/** The one document of its organisation, as a step at the portal gets it; `change` is made to its row first. */
export async function queuedFactura(
  db: Db,
  change: Updateable<Schema['document']> = {},
  organisationId = 1,
): Promise<PortalDocument> {
  const one = { organisationId, documents: [1], dueSince: SEEDED_AT, state: 'queued' } as const
  await seedCrowd(db, one)
  const row = await db
    .updateTable('document')
    .set({ ...change, organisation_id: organisationId })
    .where('organisation_id', '=', organisationId)
    .returningAll()
    .executeTakeFirstOrThrow()
  const content = frozenContent(row)
  const person = rut(row.person_rut)
  const user = { organisationId, facturatorId: organisationId * 100_000 + 1, person }
  return { row, content, company: content.issuer.rut, user }
}

/** A try of it that ended so. */
export async function addTry(
  db: Db,
  row: DocumentRow,
  tried: Partial<Insertable<Schema['attempt']>> = {},
): Promise<void> {
  await db
    .insertInto('attempt')
    .values({
      organisation_id: row.organisation_id,
      document_id: row.id,
      number: 1,
      person_rut: row.person_rut,
      epoch: 1,
      worker: 'w0',
      highest_folio: 0,
      intended_at: SEEDED_AT,
      deadline_at: SEEDED_AT,
      ...tried,
    })
    .execute()
}

/** The row as it is by now. */
export function rowOf(db: Db, { row }: PortalDocument): Promise<DocumentRow> {
  return db.selectFrom('document').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
}
