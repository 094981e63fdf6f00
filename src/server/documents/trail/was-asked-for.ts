import type { Kysely } from 'kysely'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from './trail.ts'

/** A person, not its rule alone, brought it to the day it has now. */
export async function wasAskedFor(
  trx: Kysely<Schema>,
  { organisation_id, id }: DocumentRow,
): Promise<boolean> {
  return finds(
    trx
      .selectFrom('document_event')
      .select('seq')
      .where('organisation_id', '=', organisation_id)
      .where('document_id', '=', id)
      .where('kind', 'in', ['planned', 'rescheduled'])
      .where((eb) => eb.or([eb('worker', 'like', 'user:%'), eb('worker', '=', 'system')])),
  )
}
