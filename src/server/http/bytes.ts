import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from './bearer.ts'
import { API_BASE, requestFacts } from './calls.ts'
import type { RequestFacts, Session } from './handler.ts'

/** A GET that answers a file instead of JSON, under the session like any other call. */
export type BytesRoute = {
  /** Under /api, in Fastify's spelling: `/documents/:id/files/:kind/`. */
  path: string
  /** `params` are as they came: parse them. Throws NotFound and the other errors like a handler. */
  handle(request: BytesRequest): Promise<Bytes>
}

export type BytesRequest = RequestFacts & { params: unknown; session: Session }

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
    server.get(API_BASE + route.path, { exposeHeadRoute: false }, async (request, reply) => {
      const session = await authenticate(bearerToken(request.headers.authorization))
      const asked = { ...requestFacts(request, reply), params: request.params, session }
      const file = await withinOrganisation(session.organisationId, () => route.handle(asked))
      return sendBytes(reply, file)
    })
  }
}

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
