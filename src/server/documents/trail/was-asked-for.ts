import type { Kysely } from 'kysely'
import type { DocumentEventKind } from '#domain/document.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from './trail.ts'

type At = Pick<DocumentRow, 'organisation_id' | 'id'>

/** A person, not its rule alone, brought it to the day it has now. */
export function wasAskedFor(trx: Kysely<Schema>, document: At): Promise<boolean> {
  return hasPersons(trx, document, ['planned', 'rescheduled'])
}

/** A person, not its rule alone, said that it is to be issued. */
export function wasOrdered(trx: Kysely<Schema>, document: At): Promise<boolean> {
  return hasPersons(trx, document, [
    'planned',
    'rescheduled',
    'restored',
    'retried',
    'queued',
    'alikeAccepted',
  ])
}

function hasPersons(
  trx: Kysely<Schema>,
  { organisation_id, id }: At,
  kinds: DocumentEventKind[],
): Promise<boolean> {
  return finds(
    trx
      .selectFrom('document_event')
      .select('seq')
      .where('organisation_id', '=', organisation_id)
      .where('document_id', '=', id)
      .where('kind', 'in', kinds)
      .where((eb) => eb.or([eb('worker', 'like', 'user:%'), eb('worker', '=', 'system')])),
  )
}
