import type { FastifyInstance } from 'fastify'

/** Named proofs that this process can serve; the SII being down is none of them. */
export type ReadinessChecks = Record<string, () => Promise<boolean>>

export function serveHealth(server: FastifyInstance, checks: ReadinessChecks): void {
  server.get('/livez', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const),
    )
    const ready = results.every(([, ok]) => ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unready', checks: Object.fromEntries(results) })
  })
}

async function holds(check: () => Promise<boolean>): Promise<boolean> {
  try {
    return await check()
  } catch {
    return false
  }
}
