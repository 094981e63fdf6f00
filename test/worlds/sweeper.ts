import { instantText } from '#server/clock.ts'
import { sweepFacturator, unsweptFacturators } from '#server/documents/reconcile/sweep.ts'
import type { Actor } from './stage.ts'
import { pipelineOf, type WorkerNeeds } from './worker.ts'

const SINCE_MS = 12 * 60 * 60_000
const MOST = 50

/** The round that a process makes at night: the SII's lists are read, and every number is explained. */
export async function sweep(
  needs: WorkerNeeds & { onSwept(kind: string): void },
  actor: Actor,
): Promise<void> {
  const pipeline = pipelineOf(needs, actor)
  const since = instantText(needs.stage.now() - SINCE_MS)
  try {
    for (const at of await unsweptFacturators(pipeline, { since, limit: MOST })) {
      const { kind } = await sweepFacturator(pipeline, at, actor.name)
      needs.stage.note(`${actor.name} sweeps facturator ${at.facturatorId}: ${kind}`)
      needs.onSwept(kind)
    }
  } catch (error) {
    needs.onFailure(actor, error)
  }
  // What it found may be something to do.
  needs.stage.wakeAll()
}
