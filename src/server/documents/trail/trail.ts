import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  type Expression,
  type Kysely,
  type Selectable,
  type Updateable,
} from 'kysely'
import type { DocumentEvent } from '#domain/document.ts'
import { stateAfter } from '#domain/document.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { statement, type PlaceOf } from '../../db/statement.ts'

export type DocumentRow = Selectable<Schema['document']>
type DocumentChange = Updateable<Schema['document']>

export interface Actor {
  /** 'worker:…' or 'user:7'. */
  worker: string
  epoch: number | null
}

const FIRST_HASH = Buffer.alloc(32)

/**
 * The one way a document changes: appends the event to its hash chain and moves the row to where the
 * event leads, in the caller's transaction, on a row the caller has locked. Throws when the event can't
 * happen to a document in that state.
 */
export async function record(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: DocumentRow,
  event: DocumentEvent,
  change: DocumentChange = {},
): Promise<DocumentRow> {
  const { sql, parameters } = recording(clock, actor, document, event, change)
  const query = CompiledQuery.raw(`${sql} returning *`, [...parameters])
  const { rows } = await trx.executeQuery<DocumentRow>(query)
  const [row] = rows
  if (row === undefined) throw new Error(`Document ${document.id} is gone`)
  return row
}

/** What `record` asks, for those who ask more in the same packet or don't need the row afterwards. */
export function recording(
  clock: Clock,
  actor: Actor,
  document: Pick<DocumentRow, 'organisation_id' | 'id' | 'state'>,
  event: DocumentEvent,
  change: DocumentChange = {},
): CompiledQuery {
  const state = stateAfter(document.state, event)
  if (state === null) {
    throw new Error(`Document ${document.id} is ${document.state} and can't be ${event.kind}`)
  }
  const values = Object.entries({ ...change, state, updated_at: instantText(clock.now()) }).filter(
    ([, value]) => value !== undefined,
  )
  const appended = valuesOf(clock, actor, document, event)
  const places = values.map(([column], at) => `"${column}" = $${appended.length + at + 1}`)
  const text = `with "told" as (${APPEND}) update "document" set ${places.join(', ')}
    where "organisation_id" = $2 and "id" = $3`
  return CompiledQuery.raw(text, [...appended, ...values.map(([, value]) => value)])
}

/** Appends only; for the first event of a row just inserted in the state the event leads to. */
export async function append(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: Pick<DocumentRow, 'organisation_id' | 'id'>,
  event: DocumentEvent,
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(APPEND, valuesOf(clock, actor, document, event)))
}

/**
 * The event behind the last one, whose number and hash only the database knows: it makes the hash as
 * `chainHash` does, so that nothing has to be asked first. Written by hand, as it is asked all the time.
 */
const APPEND = `insert into "document_event" ("kind", "organisation_id", "document_id", "seq", "at", "worker", "epoch", "data", "previous_hash", "hash")
    select $1::text, $2::bigint, $3::bigint, next.seq, $4::timestamptz, $5::text, $6::bigint, $7::jsonb, next.previous_hash,
      sha256(next.previous_hash || convert_to($8::text || next.seq || $9::text, 'UTF8'))
    from (
      select coalesce(last.seq, 0) + 1 as seq, coalesce(last.hash, $10::bytea) as previous_hash
      from (values (1)) here left join lateral (
        select seq, hash from document_event
        where organisation_id = $2::bigint and document_id = $3::bigint
        order by seq desc limit 1) last on true
    ) next`

function valuesOf(
  clock: Clock,
  { worker, epoch }: Actor,
  { organisation_id: organisationId, id: documentId }: Pick<DocumentRow, 'organisation_id' | 'id'>,
  event: DocumentEvent,
): unknown[] {
  const { kind, ...data } = event
  const at = instantText(clock.now())
  const entry = canonicalJson({ organisationId, documentId, seq: 0, at, kind, worker, epoch, data })
  // Behind its number an entry has only who wrote it, where a quotation mark has its stroke before it.
  const number = entry.lastIndexOf(NUMBER)
  const before = entry.slice(0, number + NUMBER.length - 1)
  const behind = entry.slice(number + NUMBER.length)
  const written = JSON.stringify(data)
  return [kind, organisationId, documentId, at, worker, epoch, written, before, behind, FIRST_HASH]
}

const NUMBER = '"seq":0'

/** The first events of a document about to be stored, as rows of its chain. */
export function chainOf(
  document: { organisationId: number; id: number },
  events: readonly DocumentEvent[],
  { at, actor }: { at: string; actor: Actor },
) {
  let previousHash: Buffer = FIRST_HASH
  return events.map(({ kind, ...data }, index) => {
    const entry = {
      organisationId: document.organisationId,
      documentId: document.id,
      seq: index + 1,
      at,
      kind,
      worker: actor.worker,
      epoch: actor.epoch,
      data,
    }
    const row = { ...entry, previousHash, hash: chainHash(previousHash, entry) }
    previousHash = row.hash
    return row
  })
}

/** SHA-256 over the previous hash and the entry's canonical JSON: changing any event breaks all after it. */
export function chainHash(previousHash: Uint8Array, entry: object): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalJson(entry)).digest()
}

/** What was frozen, as bytes to compare: equal contents have equal digests. */
export function contentDigest(content: object): Buffer {
  return createHash('sha256').update(canonicalJson(content)).digest()
}

/** The row, locked until the transaction ends. Null when it isn't there. */
export async function lockDocument(
  trx: Kysely<Schema>,
  at: { organisationId: number; id: number },
): Promise<DocumentRow | null> {
  return (await locked(trx, at).executeTakeFirst()) ?? null
}

/** What `lockDocument` asks, for those who ask more in the same packet. */
export const documentLock = statement(
  (db, place: PlaceOf<{ organisationId: number; id: number }>) =>
    locked(db, {
      organisationId: place(({ organisationId }) => organisationId),
      id: place(({ id }) => id),
    }),
)

type Value = number | Expression<number>

function locked(db: Kysely<Schema>, { organisationId, id }: { organisationId: Value; id: Value }) {
  return db
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
}
