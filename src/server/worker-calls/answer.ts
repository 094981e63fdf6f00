import { instantText } from '../clock.ts'
import { withinOrganisation } from '../db/reach.ts'
import { listen, type ListenOptions } from '../db/listen.ts'
import { patiently } from '../patiently.ts'
import { openEnvelope } from '../vault/envelope.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { answerRequest, forgetRequests, takeRequest, type Db, type TakenRequest } from './store.ts'
import type { WorkerHandlers } from './worker-call.ts'

export type AnswerNeeds = ListenOptions & {
  db: Db
  ring: KeyRing
  handlers: WorkerHandlers
  onFailure(about: { request: string }, error: unknown): void
}

/** At once in one process. Each waits for the SII most of the time. */
const MAX_RUNNING = 16
/** Of one organisation, so that it leaves room for the others. */
const MAX_RUNNING_OF_ORGANISATION = 3
/** A notification is lost with the connection that listens. */
const LOOK_AGAIN_MS = 1_000
const FORGET_EVERY_MS = 60_000
const KEPT_MS = 15 * 60_000

/** Does what calls of the API ask for, each request once: one cut off is not begun again, and who asked is told. */
export function answerCalls(needs: AnswerNeeds): { stop(): Promise<void> } {
  const { clock, db } = needs
  const stopping = new AbortController()
  const running = new Map<string, { organisationId: number; done: Promise<void> }>()
  let woken = new AbortController()
  const wake = () => woken.abort()
  stopping.signal.addEventListener('abort', wake)
  const listening = listen(needs, 'folio_requests', { notify: wake, connected: wake })

  async function takeAll(): Promise<void> {
    while (!stopping.signal.aborted && running.size < MAX_RUNNING) {
      const request = await takeRequest(db, clock, busyOrganisations([...running.values()]))
      if (request === null) return
      const done = answer(needs, request).finally(() => {
        running.delete(request.id)
        wake()
      })
      running.set(request.id, { organisationId: request.organisationId, done })
    }
  }

  async function work(): Promise<void> {
    let forgottenAtMs = Number.NEGATIVE_INFINITY
    while (!stopping.signal.aborted) {
      woken = new AbortController()
      try {
        await takeAll()
        if (clock.monotonicMs() - forgottenAtMs >= FORGET_EVERY_MS) {
          await forgetRequests(db, instantText(clock.now() - KEPT_MS))
          forgottenAtMs = clock.monotonicMs()
        }
      } catch (error) {
        needs.onFailure({ request: 'take' }, error)
      }
      if (!stopping.signal.aborted) await clock.wait(LOOK_AGAIN_MS, woken.signal)
    }
  }

  const working = work()
  return {
    async stop() {
      stopping.abort()
      await Promise.all([working, listening.stop()])
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

function busyOrganisations(running: readonly { organisationId: number }[]): number[] {
  const counts = new Map<number, number>()
  for (const { organisationId } of running) {
    counts.set(organisationId, (counts.get(organisationId) ?? 0) + 1)
  }
  return [...counts].flatMap(([id, count]) => (count >= MAX_RUNNING_OF_ORGANISATION ? [id] : []))
}

async function answer(needs: AnswerNeeds, request: TakenRequest): Promise<void> {
  const { organisationId, name, envelope } = request
  let result: { answer: string } | 'failed' = 'failed'
  try {
    const handle = needs.handlers.get(name)
    if (handle === undefined) throw new Error(`No handler of ${name}`)
    const belonging = { organisationId, kind: 'workerRequest' } as const
    const asked: unknown = JSON.parse(openEnvelope(needs.ring, belonging, envelope).toString())
    const answered = await withinOrganisation(organisationId, () => handle(asked))
    result = { answer: JSON.stringify(answered) }
  } catch (error) {
    needs.onFailure({ request: name }, error)
  }
  const { db, clock } = needs
  await patiently(clock, () => answerRequest(db, clock, request, result)).catch((error: unknown) =>
    needs.onFailure({ request: name }, error),
  )
}
