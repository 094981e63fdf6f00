import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Language } from '#texts/language.ts'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from './bearer.ts'
import { API_BASE, requestFacts } from './calls.ts'
import { NotFound } from './errors.ts'
import type { Session } from './handler.ts'
import type { LimitName, Limits } from './limits.ts'

export interface UploadedBytes<Params> {
  session: Session
  params: Params
  query: unknown
  bytes: Buffer
  language: Language
}

export interface UploadRoute<Params> {
  method: 'POST' | 'PUT'
  path: string
  /** Larger bodies are refused by the protocol. */
  maxBytes: number
  /** Counted by organisation. */
  limit: LimitName
  /** Throws NotFound for a path that nothing can have. */
  paramsOf(params: unknown): Params
  handle(uploaded: UploadedBytes<Params>): Promise<unknown>
}

/** Takes a file as bytes, which are read only once the session, its limit and the path are known to be good. */
export function serveUploadedBytes<Params>(
  server: FastifyInstance,
  { limits, authenticate }: { limits: Limits; authenticate: Authenticate },
  { method, path, maxBytes, limit, paramsOf, handle }: UploadRoute<Params>,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )
    scope.route({
      method,
      url: API_BASE + path,
      bodyLimit: maxBytes,
      onRequest: async (request) => {
        request.session = await authenticate(bearerToken(request.headers.authorization))
        await limits.consume(limit, `organisation:${request.session.organisationId}`)
        paramsOf(request.params)
      },
      handler: async (request, reply) => {
        const { session, query } = request
        if (session === null) throw new NotFound()
        const params = paramsOf(request.params)
        const { language } = requestFacts(request, reply)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        return withinOrganisation(session.organisationId, () =>
          handle({ session, params, query, bytes, language }),
        )
      },
    })
  })
}

/** What is larger than a limit by a little reaches its handler, and is refused with its reason. */
export const BYTES_OVER_LIMIT = 64 * 1024

const MAX_NAME = 200

/** A file's name beside its bytes. */
export const fileNameBeside = z
  .string()
  .max(MAX_NAME)
  .default('')
  .transform((name) => name.replaceAll('\0', ''))
