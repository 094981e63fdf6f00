import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotFound } from './errors.ts'
import { filledPage, sendPage } from './site.ts'

/**
 * The built browser program: hashed files for a year, its page never kept, and every address that is no
 * file answers that page, whose router reads it. It says whether anything is real. Without a build only
 * the API is served.
 */
export async function serveWebFiles(
  server: FastifyInstance,
  folder: string,
  facts: { demonstration: boolean },
): Promise<void> {
  const page = join(folder, 'index.html')
  const built = existsSync(page)
  const filled = built && filledPage(readFileSync(page, 'utf8'))
  const written = { demonstration: String(facts.demonstration) }
  // Before the body is read: what is no page is not found whatever comes with it.
  server.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !wantsPage(request) ? new NotFound() : undefined)
  })
  server.setNotFoundHandler((request, reply) => {
    if (filled === false || !wantsPage(request)) throw new NotFound()
    reply.header('cache-control', 'no-store')
    return sendPage(request, reply, filled(written))
  })
  if (!built) return
  // A payment link: the document's own page is where it is paid.
  server.get<{ Params: { token: string } }>('/p/:token', (request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .redirect(`/d/${encodeURIComponent(request.params.token)}`, 302),
  )
  await server.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('cache-control', lifetime(path)),
  })
}

function wantsPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD') return false
  return !path.startsWith('/api/') && !looksLikeFile(path)
}

function lifetime(path: string): string {
  if (path.includes(`${sep}assets${sep}`)) return 'public, max-age=31536000, immutable'
  return path.endsWith('.html') ? 'no-store' : 'public, max-age=3600'
}

/** A missing script must be a 404: the page in its place would be a puzzling syntax error. */
function looksLikeFile(path: string): boolean {
  return path.startsWith('/assets/') || /\.[a-z0-9]{2,5}$/i.test(path)
}
