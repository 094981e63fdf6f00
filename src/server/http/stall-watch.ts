import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { systemClock, type Clock } from '../clock.ts'

export const LOOK_MS = 50
/** Longer than any answer of ours computes; every other request waits meanwhile. */
export const MAX_STALL_MS = 200
const MAX_NAMED_ROUTES = 5

/**
 * Logs when the process stood still, with the routes that it was at work on, the one that began last first: that one
 * most likely did it. The route's pattern, never the address itself.
 */
export function watchStalls(
  server: FastifyInstance,
  logger: Logger,
  clock: Pick<Clock, 'monotonicMs'> = systemClock,
): void {
  const open = new Map<string, string>()
  /** Since the last look: what stood in the way has answered by the time we look. */
  const ended = new Map<string, string>()
  let lookedAtMs = clock.monotonicMs()
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const stalledMs = nowMs - lookedAtMs - LOOK_MS
    lookedAtMs = nowMs
    if (stalledMs >= MAX_STALL_MS) report(stalledMs)
    else ended.clear()
  }, LOOK_MS)
  timer.unref()

  function report(stalledMs: number): void {
    const routes = [...open.values(), ...ended.values()].reverse().slice(0, MAX_NAMED_ROUTES)
    ended.clear()
    logger.warn({ ms: Math.round(stalledMs), routes }, 'process stood still')
  }

  server.addHook('onRequest', (request, _reply, done) => {
    open.set(request.id, `${request.method} ${request.routeOptions.url ?? 'unknown'}`)
    done()
  })
  server.addHook('onResponse', (request, _reply, done) => {
    const route = open.get(request.id)
    open.delete(request.id)
    if (route !== undefined) ended.set(request.id, route)
    done()
  })
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer)
    done()
  })
}
