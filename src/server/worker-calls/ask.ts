import { LONGEST_AT_SII_MS } from '#contract/call.ts'
import { randomUUID } from 'node:crypto'
import { withinOrganisation } from '../db/reach.ts'
import { listen, type ListenOptions } from '../db/listen.ts'
import { Refused } from '../http/errors.ts'
import { sealEnvelope } from '../vault/envelope.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import {
  deleteRequest,
  insertRequest,
  readRequest,
  withdrawRequest,
  type Db,
  type RequestAt,
} from './store.ts'
import type { WorkerCall, Workers } from './worker-call.ts'

export type AskNeeds = ListenOptions & { db: Db; ring: KeyRing }

/** 503: no worker took it up, so nothing was done and it may be asked again. */
export class WorkersAway extends Refused {
  constructor() {
    super(503, 'workersAway')
  }
}

/** 503: a worker took it up and did not answer in time; what came of it shows later. */
export class WorkerLate extends Refused {
  constructor() {
    super(503, 'workerLate')
  }
}

/** Time for a worker that is busy with others; who waits longer than this for a button gives up. */
export const MAX_WAIT_TO_BE_TAKEN_MS = 20_000
/** A log-in (30 s) after waiting for the person's session (10 s), and the dozen pages that connecting reads. */
export const MAX_WAIT_FOR_ANSWER_MS = LONGEST_AT_SII_MS - MAX_WAIT_TO_BE_TAKEN_MS
/** A notification is lost with the connection that listens. */
const LOOK_AGAIN_MS = 1_000

/** Asks the workers by way of the database, which is all that the two kinds of process share. */
export function askWorkers(needs: AskNeeds): Workers & { stop(): Promise<void> } {
  const waiting = new Map<string, () => void>()
  const listening = listen(needs, 'folio_answers', {
    notify: (id) => waiting.get(id)?.(),
    connected: () => {
      for (const wake of waiting.values()) wake()
    },
  })
  return {
    stop: listening.stop,
    ask: <Asked, Answer>(
      call: WorkerCall<Asked, Answer>,
      organisationId: number,
      asked: Asked,
    ): Promise<Answer> =>
      // A reach of its own: within the caller's transaction no worker would see it.
      withinOrganisation(organisationId, async () => {
        const at = { organisationId, id: randomUUID() }
        const belonging = { organisationId, kind: 'workerRequest' } as const
        const envelope = sealEnvelope(needs.ring, belonging, Buffer.from(JSON.stringify(asked)))
        const expiresAtMs = needs.clock.now() + MAX_WAIT_TO_BE_TAKEN_MS
        await insertRequest(needs.db, needs.clock, {
          ...at,
          name: call.name,
          envelope,
          expiresAtMs,
        })
        return call.answer.parse(JSON.parse(await answerTo(needs, at, waiting)))
      }),
  }
}

async function answerTo(
  needs: AskNeeds,
  at: RequestAt,
  waiting: Map<string, () => void>,
): Promise<string> {
  const { db, clock } = needs
  const askedAtMs = clock.monotonicMs()
  try {
    for (;;) {
      const woken = new AbortController()
      waiting.set(at.id, () => woken.abort())
      const state = await readRequest(db, at)
      const waitedMs = clock.monotonicMs() - askedAtMs
      if (state.kind === 'answered' || state.kind === 'failed') await deleteRequest(db, at)
      if (state.kind === 'answered') return state.answer
      if (state.kind === 'failed') throw new Error('A worker failed at what it was asked')
      if (state.kind === 'gone') throw new WorkerLate()
      const isLate = state.kind === 'waiting' && waitedMs >= MAX_WAIT_TO_BE_TAKEN_MS
      if (isLate && (await withdrawRequest(db, at))) throw new WorkersAway()
      if (waitedMs >= MAX_WAIT_FOR_ANSWER_MS) {
        await deleteRequest(db, at)
        throw new WorkerLate()
      }
      await clock.wait(LOOK_AGAIN_MS, woken.signal)
    }
  } finally {
    waiting.delete(at.id)
  }
}
