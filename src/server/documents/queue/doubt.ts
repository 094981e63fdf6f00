import type { Kysely } from 'kysely'
import type { DocumentReason } from '#domain/reason.ts'
import { msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { MAX_LOOKING_MS } from '../../standing/holds-everything.ts'
import type { DocumentRow } from '../trail/trail.ts'

/** Why nobody knows whether the SII issued a document. */
const DOUBTS = ['answerLost', 'lookAlikes', 'notFoundTwice'] as const satisfies DocumentReason[]
type Doubt = (typeof DOUBTS)[number]

type Reasoned = Pick<DocumentRow, 'reason'>
type Open = Reasoned & Pick<DocumentRow, 'organisation_id' | 'id' | 'state' | 'next_try_at'>

/** Null when its reason says something else, as a refused clave. */
export function doubtOf({ reason }: Reasoned): Doubt | null {
  return DOUBTS.find((doubt) => doubt === reason) ?? null
}

/** Whether a person was asked about it by what the SII's list shows. */
export function isAskedByList({ reason }: Reasoned): boolean {
  return reason === 'lookAlikes' || reason === 'notFoundTwice'
}

/**
 * Whether a person may say what became of it: nothing of it can arrive any more, because the session that sent it is
 * closed at the SII, and either no look is to come or looking has taken so long that others wait no more.
 */
export async function mayDecide(db: Kysely<Schema>, clock: Clock, row: Open): Promise<boolean> {
  if (row.state !== 'uncertain') return false
  const endMs = await endOfLooksMs(db, row)
  if (endMs === null) return false
  return row.next_try_at === null || endMs <= clock.now()
}

/** From when on others wait no more for the looks; null as long as the session that sent it isn't closed at the SII. */
export async function endOfLooksMs(
  db: Kysely<Schema>,
  { organisation_id, id }: Pick<DocumentRow, 'organisation_id' | 'id'>,
): Promise<number | null> {
  const last = await db
    .selectFrom('attempt')
    .select('fenced_at')
    .where('organisation_id', '=', organisation_id)
    .where('document_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.fenced_at == null ? null : msOf(last.fenced_at) + MAX_LOOKING_MS
}
