import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import { UPLOAD_PATH } from '#contract/uploads.ts'
import { MAX_UPLOAD_BYTES } from '#domain/upload.ts'
import type { Authenticate } from '../http/bearer.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { BYTES_OVER_LIMIT, fileNameBeside, serveUploadedBytes } from '../http/uploaded-bytes.ts'
import { presentRefusal, presentUpload } from './present.ts'
import { takeUpload, type Needs } from './uploads.ts'

/** A file of documents. */
export function serveUploads(
  server: FastifyInstance,
  needs: Needs & { limits: Limits },
  authenticate: Authenticate,
): void {
  serveUploadedBytes(
    server,
    { limits: needs.limits, authenticate },
    {
      method: 'POST',
      path: UPLOAD_PATH,
      maxBytes: MAX_UPLOAD_BYTES + BYTES_OVER_LIMIT,
      limit: 'uploadAccount',
      paramsOf: companyOf,
      handle: async ({ session, params: companyId, query, bytes, language }) => {
        const taken = await takeUpload(needs, session, companyId, {
          bytes,
          fileName: nameOf(query),
        })
        if (taken.kind === 'refused') return presentRefusal(taken, language)
        return { kind: 'stored', ...presentUpload(taken, language) }
      },
    },
  )
}

function companyOf(params: unknown): number {
  const found = z.object({ company_id: idInPath }).safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data.company_id
}

const beside = z.object({ name: fileNameBeside })

function nameOf(query: unknown): string {
  const found = beside.safeParse(query)
  if (!found.success) throw new InvalidInput({ name: ['invalid'] })
  return found.data.name
}
