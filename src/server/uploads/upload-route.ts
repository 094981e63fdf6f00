import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { MAX_UPLOAD_BYTES } from '#domain/upload.ts'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from '../http/bearer.ts'
import { API_BASE, requestFacts } from '../http/calls.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { presentRefusal, presentUpload } from './present.ts'
import { takeUpload, type Needs } from './uploads.ts'

const MAX_NAME = 200
/** What is larger by a little is refused with its reason instead of by the protocol. */
const MAX_BODY_BYTES = MAX_UPLOAD_BYTES + 64 * 1024

/** A file of documents: its bytes are read only once the session and the company's number are known to be good. */
export function serveUploads(
  server: FastifyInstance,
  needs: Needs & { limits: Limits },
  authenticate: Authenticate,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )
    scope.post(API_BASE + UPLOAD_PATH, {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request) => {
        request.session = await authenticate(bearerToken(request.headers.authorization))
        const account = `organisation:${request.session.organisationId}`
        await needs.limits.consume('uploadAccount', account)
        companyOf(request.params)
      },
      handler: async (request, reply) => {
        const { session } = request
        if (session === null) throw new NotFound()
        const { language } = requestFacts(request, reply)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const file = { bytes, fileName: nameOf(request.query) }
        const companyId = companyOf(request.params)
        const taken = await withinOrganisation(session.organisationId, () =>
          takeUpload(needs, session, companyId, file),
        )
        if (taken.kind === 'refused') return presentRefusal(taken, language)
        return { kind: 'stored', ...presentUpload(taken, language) }
      },
    })
  })
}

function companyOf(params: unknown): number {
  const found = z.object({ company_id: idInPath }).safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data.company_id
}

const beside = z.object({ name: z.string().max(MAX_NAME).default('') })

function nameOf(query: unknown): string {
  const found = beside.safeParse(query)
  if (!found.success) throw new InvalidInput({ name: ['invalid'] })
  return found.data.name.replaceAll('\0', '')
}
