import type { FastifyInstance } from 'fastify'
import { openApi } from './docs/openapi.ts'

/**
 * Compares what tests are answered with the API's description. `close` closes the server and throws when a call
 * answered a status that isn't described for it.
 */
export function watchAnswers(server: FastifyInstance): { close(): Promise<void> } {
  const described = (known ??= statusesOf())
  const undescribed = new Set<string>()
  server.addHook('onResponse', (request, reply, done) => {
    const path = request.routeOptions.url?.replace(/^\/api/, '').replaceAll(/:(\w+)/g, '{$1}')
    const call = `${request.method} ${path}`
    const status = String(reply.statusCode)
    if (described.get(call)?.has(status) === false) undescribed.add(`${call} answered ${status}`)
    done()
  })
  return {
    async close() {
      await server.close()
      if (undescribed.size === 0) return
      throw new Error(`Not in the API's description: ${[...undescribed].join(', ')}`)
    },
  }
}

/** The same for every server of the process, and it takes longer than most tests. */
let known: ReturnType<typeof statusesOf> | undefined

function statusesOf(): Map<string, Set<string>> {
  return new Map(
    Object.entries(openApi('es').paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]): [string, Set<string>] => [
        `${method.toUpperCase()} ${path}`,
        new Set(Object.keys(responses)),
      ]),
    ),
  )
}
