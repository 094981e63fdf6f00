import type { Kysely } from 'kysely'
import type { DocumentState } from '#domain/document.ts'
import type { Schema } from '../../db/schema.ts'
import { trailCheck, type StoredEvent } from './trail-check.ts'

type Db = Kysely<Schema>

export interface DocumentAt {
  organisationId: number
  id: number
}

/** A document has a few dozen events; one that waited for months at a shut portal some hundreds. */
const READ_AT_ONCE = 500
const MOST_JUDGED = 20_000
/** Pages begin at the same numbers however many events come: what a page shows it always shows. */
export const EVENTS_PER_PAGE = 100

export interface Trail {
  /** How many there are. */
  events: number
  /** Null: more than anybody goes through for one look. */
  isWhole: boolean | null
  brokenAt: number | null
  /** Oldest first, its last hundred and less than a hundred more. */
  newest: StoredEvent[]
}

/** The whole trail judged, its end to be shown. */
export async function readTrail(db: Db, at: DocumentAt, state: DocumentState): Promise<Trail> {
  const check = trailCheck({ ...at, state })
  let count = 0
  let newest: StoredEvent[] = []
  for (;;) {
    const page = await readEvents(db, at, { after: newest.at(-1)?.seq ?? 0, limit: READ_AT_ONCE })
    check.add(page)
    count += page.length
    newest = [...newest, ...page].slice(-2 * EVENTS_PER_PAGE)
    if (page.length < READ_AT_ONCE) break
    if (count >= MOST_JUDGED) return tooLong(db, at)
  }
  const brokenAt = check.brokenAt()
  const first = firstShown(newest.at(-1)?.seq ?? 0)
  const shown = newest.filter(({ seq }) => seq >= first)
  return { events: count, isWhole: brokenAt === null, brokenAt, newest: shown }
}

/** A page of what came before that number, oldest first. */
export function eventsBefore(db: Db, at: DocumentAt, before: number): Promise<StoredEvent[]> {
  const after = Math.max(0, before - 1 - EVENTS_PER_PAGE)
  return readEvents(db, at, { after, until: before, limit: EVENTS_PER_PAGE })
}

async function tooLong(db: Db, at: DocumentAt): Promise<Trail> {
  const { last } = await db
    .selectFrom('document_event')
    .select((eb) => eb.fn.max('seq').$castTo<number>().as('last'))
    .where('organisation_id', '=', at.organisationId)
    .where('document_id', '=', at.id)
    .executeTakeFirstOrThrow()
  const asked = { after: firstShown(last) - 1, limit: 2 * EVENTS_PER_PAGE }
  const newest = await readEvents(db, at, asked)
  return { events: last, isWhole: null, brokenAt: null, newest }
}

function firstShown(last: number): number {
  return Math.max(0, Math.floor((last - 1) / EVENTS_PER_PAGE) - 1) * EVENTS_PER_PAGE + 1
}

function readEvents(
  db: Db,
  at: DocumentAt,
  { after, until, limit }: { after: number; until?: number; limit: number },
): Promise<StoredEvent[]> {
  return db
    .selectFrom('document_event')
    .select(['seq', 'at', 'kind', 'worker', 'epoch', 'data', 'hash'])
    .where('organisation_id', '=', at.organisationId)
    .where('document_id', '=', at.id)
    .where('seq', '>', after)
    .$if(until !== undefined, (events) => events.where('seq', '<', until ?? 0))
    .orderBy('seq')
    .limit(limit)
    .execute()
}
