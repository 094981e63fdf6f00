import type { Wire } from '#sii/sii.ts'
import type { SiiSimulator } from '#simulators/sii/simulator.ts'

/**
 * A client's way to the simulated SII without sockets. What hangs has timed out at once, because a limit in real time
 * makes a test slow on a fast machine and wrong on a slow one.
 */
export function directWire(simulator: SiiSimulator): Wire {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const handled = simulator.handle({
      method: request.method,
      path: pathname,
      query: search.slice(1),
      headers: request.headers,
      body: Buffer.from(request.body ?? ''),
    })
    const outcome = await Promise.race([handled, heldBack(simulator)])
    if (outcome.kind === 'answered') return outcome
    if (outcome.kind === 'hung') return { kind: 'failed', cause: 'timeout', code: 'HUNG' }
    return { kind: 'failed', cause: 'network', code: outcome.kind }
  }
}

/** A slow answer would come only after a release that the test gives later. */
async function heldBack(simulator: SiiSimulator): Promise<{ kind: 'hung' }> {
  const isHeld = () => simulator.admin.requests().at(-1)?.fault === 'slow-answer'
  if (!isHeld()) await new Promise(() => undefined)
  return { kind: 'hung' }
}
