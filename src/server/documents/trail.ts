import { createHash } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
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
  await append(trx, clock, actor, document, event)
  return trx
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
  const last = await trx
    .selectFrom('document_event')
    .select(['seq', 'hash'])
    .where('organisation_id', '=', document.organisation_id)
    .where('document_id', '=', document.id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { kind, ...data } = event
  const entry = {
    organisationId: document.organisation_id,
    documentId: document.id,
    seq: (last?.seq ?? 0) + 1,
    at: instantText(clock.now()),
    kind,
    worker: actor.worker,
    epoch: actor.epoch,
    data,
  }
  const previousHash = last?.hash ?? FIRST_HASH
  await trx
    .insertInto('document_event')
    .values({
      organisation_id: entry.organisationId,
      document_id: entry.documentId,
      seq: entry.seq,
      at: entry.at,
      kind,
      worker: entry.worker,
      epoch: entry.epoch,
      data: JSON.stringify(data),
      previous_hash: previousHash,
      hash: chainHash(previousHash, entry),
    })
    .execute()
}

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
