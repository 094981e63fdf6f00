import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from './bearer.ts'
import { API_BASE, requestFacts } from './calls.ts'
import { NotFound } from './errors.ts'
import type { RequestFacts, Session } from './handler.ts'

/** What answers a file instead of JSON, under the session like any other call: a GET, or a POST of what is chosen. */
export type BytesRoute = {
  method?: 'GET' | 'POST'
  /** Under /api, in Fastify's spelling: `/documents/:id/files/:kind/`. */
  path: string
  /** `params` and `body` are as they came: parse them. Throws NotFound and the other errors like a handler. */
  handle(request: BytesRequest): Promise<Bytes>
}

export type BytesRequest = RequestFacts & { params: unknown; body: unknown; session: Session }

export type Bytes = {
  /** Whole, or as they come. */
  bytes: Uint8Array | AsyncIterable<Uint8Array>
  /** 'application/pdf', 'application/xml'. */
  mediaType: string
  fileName: string
  /** True: the browser saves it; false: it may show it. */
  download: boolean
}

export function serveBytes(
  server: FastifyInstance,
  routes: BytesRoute[],
  authenticate: Authenticate,
): void {
  for (const route of routes) {
    server.route({
      method: route.method ?? 'GET',
      url: API_BASE + route.path,
      exposeHeadRoute: false,
      bodyLimit: MAX_BODY_BYTES,
      // Before the body is read: who isn't let in gets no work done.
      onRequest: async (request) => {
        request.session = await authenticate(bearerToken(request.headers.authorization))
      },
      handler: async (request, reply) => {
        const { params, body, session } = request
        if (session === null) throw new NotFound()
        const asked = { ...requestFacts(request, reply), params, body, session }
        const file = await withinOrganisation(session.organisationId, () => route.handle(asked))
        return sendBytes(reply, file)
      },
    })
  }
}

/** Ids of what is chosen, or a filter. */
const MAX_BODY_BYTES = 16 * 1024

export function sendBytes(reply: FastifyReply, file: Bytes): FastifyReply {
  return reply
    .type(file.mediaType)
    .header('content-disposition', disposition(file))
    .header('cache-control', 'private, no-store')
    .send(file.bytes instanceof Uint8Array ? Buffer.from(file.bytes) : Readable.from(file.bytes))
}

/** The plain name for old readers, the true one as RFC 6266 writes it. */
function disposition({ fileName, download }: Bytes): string {
  const plain = fileName.normalize('NFD').replace(/[^\w. -]/g, '')
  const kind = download ? 'attachment' : 'inline'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}
