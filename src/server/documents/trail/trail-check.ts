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

export interface TrailCheck {
  /** The events that follow on those given before, oldest first. */
  add(events: readonly StoredEvent[]): void
  /**
   * The number of the first event that doesn't follow from those before it: changed, taken out, put in, or one
   * that can't happen there. After the last one when the document isn't where they lead. Null: the trail is whole.
   */
  brokenAt(): number | null
}

/** Goes through a trail from its first event on, however long it is. */
export function trailCheck({
  organisationId,
  id: documentId,
  state: stateNow,
}: {
  organisationId: number
  id: number
  state: DocumentState
}): TrailCheck {
  let previous: Uint8Array = Buffer.alloc(32)
  let state: DocumentState | null = null
  let count = 0
  let broken: number | null = null

  function follows({ seq, at, kind, worker, epoch, data, hash }: StoredEvent): boolean {
    const entry = { organisationId, documentId, seq, at, kind, worker, epoch, data }
    const isNext = seq === count + 1 && chainHash(previous, entry).equals(hash)
    state = isNext && isDocumentEventKind(kind) ? stateAfter(state, { kind }) : null
    previous = hash
    return state !== null
  }

  return {
    add: (events) => {
      for (const event of events) {
        if (broken !== null) return
        if (!follows(event)) broken = count + 1
        count += 1
      }
    },
    brokenAt: () => broken ?? (state === stateNow ? null : count + 1),
  }
}
