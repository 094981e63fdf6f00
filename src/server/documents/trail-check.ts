import { isDocumentEventKind, stateAfter, type DocumentState } from '#domain/document.ts'
import { chainHash } from './trail.ts'

export interface StoredEvent {
  seq: number
  at: string
  kind: string
  worker: string
  epoch: number | null
  data: unknown
  hash: Uint8Array
}

/**
 * The number of the first event that doesn't follow from those before it: changed, taken out, put in, or one that
 * can't happen there. After the last one when the document isn't where they lead. Null: the trail is whole.
 */
export function brokenAt(
  document: { organisationId: number; id: number; state: DocumentState },
  events: readonly StoredEvent[],
): number | null {
  const { organisationId, id: documentId } = document
  let previous: Uint8Array = Buffer.alloc(32)
  let state: DocumentState | null = null
  for (const [index, { seq, at, kind, worker, epoch, data, hash }] of events.entries()) {
    const entry = { organisationId, documentId, seq, at, kind, worker, epoch, data }
    const isNext = seq === index + 1 && chainHash(previous, entry).equals(hash)
    state = isNext && isDocumentEventKind(kind) ? stateAfter(state, { kind }) : null
    if (state === null) return index + 1
    previous = hash
  }
  return state === document.state ? null : events.length + 1
}
