import { sql, type Kysely } from 'kysely'
import type { DocumentEventKind } from '#domain/document.ts'
import { finds } from '../../db/finds.ts'
import type { Schema } from '../../db/schema.ts'
import type { DocumentRow } from './trail.ts'

type At = Pick<DocumentRow, 'organisation_id' | 'id'>

/**
 * A person, not its rule alone, brought it to the day it has now. Who adds a client to a rule says of its document only
 * what the rule says of all.
 */
export function wasAskedFor(trx: Kysely<Schema>, document: At): Promise<boolean> {
  const words = personsEvents(trx, document, ['planned', 'rescheduled'])
  return finds(words.where(sql<boolean>`data ->> 'why' is distinct from 'clientAdded'`))
}

/** A person, not its rule alone, said that it is to be issued. As `personsWord` of departure/judge.ts. */
export function wasOrdered(trx: Kysely<Schema>, document: At): Promise<boolean> {
  return finds(
    personsEvents(trx, document, [
      'planned',
      'rescheduled',
      'restored',
      'retried',
      'renewed',
      'queued',
      'alikeAccepted',
    ]),
  )
}

function personsEvents(
  trx: Kysely<Schema>,
  { organisation_id, id }: At,
  kinds: DocumentEventKind[],
) {
  return trx
    .selectFrom('document_event')
    .select('seq')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', id)
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('worker', 'like', 'user:%'), eb('worker', '=', 'system')]))
}
