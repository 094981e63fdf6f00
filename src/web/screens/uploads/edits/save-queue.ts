import {
  countUnsaved,
  nextBatch,
  NOTHING_UNSAVED,
  withoutBatch,
  withRows,
  withTyped,
  type Batch,
  type RowChange,
  type Typed,
  type Unsaved,
} from './corrections.ts'

/** `failed`: the network or the server failed, and the same is sent again by itself. `refused`: it never will be taken. */
export type SaveState = 'saved' | 'saving' | 'failed' | 'refused'

export interface Snapshot {
  unsaved: Unsaved
  state: SaveState
  /** Why it was refused. */
  fault: unknown
}

export interface QueueNeeds {
  /** Ends once the server has confirmed the batch, and what it answered is shown. */
  save(batch: Batch): Promise<void>
  /** Whether the same batch may be taken later. */
  mayHeal(fault: unknown): boolean
  /** Runs it after a while; what it returns takes that back. */
  later(run: () => void, ms: number): () => void
  maxCells: number
}

/** So many changes that follow closely are one call. */
const GATHER_MS = 350
const TRY_AGAIN_MS = [2_000, 5_000, 10_000, 30_000] as const

/**
 * Saves what is typed, in its order, one call at a time. A change stays here until the server has confirmed it: a failed
 * call is sent again, after a while or when the caller says so, together with what was typed since.
 */
export function createSaveQueue(needs: QueueNeeds) {
  let snapshot: Snapshot = { unsaved: NOTHING_UNSAVED, state: 'saved', fault: null }
  let isSending = false
  let failures = 0
  let cancelWait = () => {}
  const listeners = new Set<() => void>()

  function show(part: Partial<Snapshot>): void {
    snapshot = { ...snapshot, ...part }
    for (const listener of listeners) listener()
  }

  function wait(ms: number): void {
    cancelWait()
    cancelWait = needs.later(() => void send(), ms)
  }

  function change(unsaved: Unsaved): void {
    const state = snapshot.state === 'failed' ? 'failed' : 'saving'
    show({ unsaved, state, fault: null })
    if (!isSending && state === 'saving') wait(GATHER_MS)
  }

  async function send(): Promise<void> {
    cancelWait()
    if (isSending) return
    const batch = nextBatch(snapshot.unsaved, needs.maxCells)
    if (batch === null) return
    isSending = true
    show({ state: 'saving' })
    try {
      await needs.save(batch)
      failures = 0
      const unsaved = withoutBatch(snapshot.unsaved, batch)
      show({ unsaved, state: countUnsaved(unsaved) === 0 ? 'saved' : 'saving' })
    } catch (fault) {
      endFailed(fault, batch)
    } finally {
      isSending = false
    }
    if (snapshot.state === 'saving') wait(0)
  }

  function endFailed(fault: unknown, batch: Batch): void {
    if (!needs.mayHeal(fault)) {
      // Sent again it would be refused again, and everything typed later would wait behind it.
      show({ unsaved: withoutBatch(snapshot.unsaved, batch), state: 'refused', fault })
      if (countUnsaved(snapshot.unsaved) > 0) wait(GATHER_MS)
      return
    }
    show({ state: 'failed' })
    wait(TRY_AGAIN_MS[Math.min(failures, TRY_AGAIN_MS.length - 1)] ?? 0)
    failures += 1
  }

  return {
    type: (typed: readonly Typed[]) => change(withTyped(snapshot.unsaved, typed)),
    changeRows: (rows: readonly RowChange[]) => change(withRows(snapshot.unsaved, rows)),
    /** At once: a button was pressed, or the network came back. */
    sendNow: () => void send(),
    read: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Nothing is sent by itself any more. */
    stop: () => cancelWait(),
  }
}

export type SaveQueue = ReturnType<typeof createSaveQueue>
