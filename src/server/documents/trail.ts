import { createHash } from 'node:crypto'
import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { DocumentEvent } from '#domain/document.ts'
import { stateAfter } from '#domain/document.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'

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
  const state = stateAfter(document.state, event)
  if (state === null) {
    throw new Error(`Document ${document.id} is ${document.state} and can't be ${event.kind}`)
  }
  return trx
    .with('told', () => sql`(${appending(clock, actor, document, event)})`)
    .updateTable('document')
    .set({ ...change, state, updated_at: instantText(clock.now()) })
    .where('organisation_id', '=', document.organisation_id)
    .where('id', '=', document.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Appends only; for the first event of a row just inserted in the state the event leads to. */
export async function append(
  trx: Kysely<Schema>,
  clock: Clock,
  actor: Actor,
  document: Pick<DocumentRow, 'organisation_id' | 'id'>,
  event: DocumentEvent,
): Promise<void> {
  await appending(clock, actor, document, event).execute(trx)
}

/**
 * The event behind the last one, whose number and hash only the database knows: it makes the hash as
 * `chainHash` does, so that nothing has to be asked first.
 */
function appending(
  clock: Clock,
  actor: Actor,
  { organisation_id: organisationId, id: documentId }: Pick<DocumentRow, 'organisation_id' | 'id'>,
  event: DocumentEvent,
) {
  const { kind, ...data } = event
  const { worker, epoch } = actor
  const at = instantText(clock.now())
  const entry = canonicalJson({ organisationId, documentId, seq: 0, at, kind, worker, epoch, data })
  // Behind its number an entry has only who wrote it, where a quotation mark has its stroke before it.
  const number = entry.lastIndexOf(NUMBER)
  const before = entry.slice(0, number + NUMBER.length - 1)
  const behind = entry.slice(number + NUMBER.length)
  return sql`insert into "document_event" ("kind", "organisation_id", "document_id", "seq", "at", "worker", "epoch", "data", "previous_hash", "hash")
    select ${kind}::text, ${organisationId}::bigint, ${documentId}::bigint, next.seq, ${at}::timestamptz,
      ${worker}::text, ${epoch}::bigint, ${JSON.stringify(data)}::jsonb, next.previous_hash,
      sha256(next.previous_hash || convert_to(${before}::text || next.seq || ${behind}::text, 'UTF8'))
    from (
      select coalesce(last.seq, 0) + 1 as seq, coalesce(last.hash, ${FIRST_HASH}::bytea) as previous_hash
      from (values (1)) here left join lateral (
        select seq, hash from document_event
        where organisation_id = ${organisationId}::bigint and document_id = ${documentId}::bigint
        order by seq desc limit 1) last on true
    ) next`
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
  const row = await trx
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
