import type { FaultKind } from '#simulators/world-trouble.ts'
import type { Chance } from './chance.ts'
import type { PortalStep } from './faults.ts'
import { die } from './database/gated-database.ts'
import type { Actor, Stage } from './stage.ts'
import type { Trouble } from './trouble.ts'

/** One worker's way to the SII: it stops before a request leaves and before its answer is read. */
export type Network = <T>(step: PortalStep, request: NetworkRequest<T>) => Promise<T>

export interface NetworkRequest<T> {
  /** What the SII does when the request arrives, and answers; `fault` is what its machines do to it. */
  serve(fault: FaultKind | null): Promise<T> | T
  /** What the worker is told when no answer comes. */
  lost(cause: 'network' | 'timeout'): T
}

export interface NetworkNeeds {
  stage: Stage
  trouble: Trouble
  chance: Chance
  actor: Actor
  /** Told when nothing stands between the client and the network any more. */
  onAsked(step: PortalStep): Promise<void>
  /** Told when the answer is in the worker's hands. */
  onRead(step: PortalStep, answer: unknown): void
}

const SLOW_MS = { least: 20_000, most: 85_000 }
/** The client's patience with a page that doesn't come. */
const TIMEOUT_MS = 90_000

export function createNetwork(needs: NetworkNeeds): Network {
  const { stage, trouble, chance, actor } = needs
  return async (step, request) => {
    await stage.real(needs.onAsked(step))
    const answer = await exchange(step, request)
    needs.onRead(step, answer)
    return answer
  }

  async function exchange<T>(step: PortalStep, request: NetworkRequest<T>): Promise<T> {
    await stage.park(actor, `asks ${step}`, chance.between(50, 400))
    const fault = trouble.atPortal(step, actor)
    const serve = async (kind: FaultKind | null) => stage.real(Promise.resolve(request.serve(kind)))
    switch (fault) {
      case 'killed-before':
        return die(needs)
      case 'killed-in-flight':
        stage.later(chance.between(0, 60_000), `${step} of ${actor.name} arrives`, async () => {
          await request.serve(null)
        })
        return die(needs)
      case 'killed-after':
        await serve(null)
        return die(needs)
      case 'paused-before':
        trouble.pause(actor)
        await stage.park(actor, `goes on to ask ${step}`)
        return serve(null)
      case 'paused-after':
        return afterPause(await serve(null))
      case 'slow-answer':
        await stage.park(actor, `${step} is slow`, chance.between(SLOW_MS.least, SLOW_MS.most))
        return serve(null)
      case 'hang-request':
      case 'hang-answer': {
        const answer = await serve(fault)
        await stage.park(actor, `${step} times out`, TIMEOUT_MS)
        return answer
      }
      default: {
        const answer = await serve(fault)
        await stage.park(actor, `reads ${step}`, chance.between(100, 3000))
        return answer
      }
    }

    /** The answer may have come in meanwhile, or the client's own time may have run out. */
    async function afterPause(answer: T): Promise<T> {
      trouble.pause(actor)
      await stage.park(actor, `goes on to read ${step}`)
      return chance.isTrue(0.5) ? answer : request.lost('timeout')
    }
  }
}
