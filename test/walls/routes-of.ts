import type { FastifyInstance } from 'fastify'

export interface Route {
  method: string
  /** Without the slash at its end, which Fastify ignores. */
  path: string
}

/** Every route of the server, read from the drawing of its own router. */
export function routesOf(server: FastifyInstance): Route[] {
  const open: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line)
      if (found === null) return []
      const [, indent = '', fragment = '', methods = ''] = found
      open.splice(indent.length / 4, open.length, fragment)
      const path = open.join('').replace(/(?<=.)\/$/, '')
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method, path }]))
    })
}
