import { sql, type Kysely } from 'kysely'
import type { NotaContent } from '#domain/document.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { lockDocument, record, type Actor, type DocumentRow } from '../trail/trail.ts'

/**
 * A nota became issued: its factura is annulled, or on record as corrected, in the same transaction. One that
 * isn't issued any more stays as it is.
 */
export async function takeBack(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  nota: Pick<DocumentRow, 'organisation_id' | 'nota_of'>,
  { folio, content }: { folio: number; content: NotaContent },
): Promise<void> {
  if (nota.nota_of === null) return
  const at = { organisationId: nota.organisation_id, id: nota.nota_of }
  const factura = await lockDocument(trx, at)
  // Whoever began to follow its payment meanwhile could not count this nota yet: the lock has waited for them.
  await sql`select follow_receivable(${at.organisationId}, ${at.id})`.execute(trx)
  if (factura?.state !== 'issued') return
  if (content.reference.code === 1) {
    const event = { kind: 'annulled', on: content.issueDate, notaFolio: folio } as const
    await record(trx, clock, actor, factura, event, { reason: null, reason_text: null })
  } else {
    const event = { kind: 'corrected', notaFolio: folio, totalClp: content.totalClp } as const
    await record(trx, clock, actor, factura, event)
  }
}
