import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DIRECTORY_IMPORT_PATH, DIRECTORY_LISTS } from '#contract/directory.ts'
import { idInPath } from '#contract/fields.ts'
import { MAX_DIRECTORY_BYTES } from '#domain/directory.ts'
import type { Authenticate } from '../http/bearer.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { BYTES_OVER_LIMIT, fileNameBeside, serveUploadedBytes } from '../http/uploaded-bytes.ts'
import type { Language } from '#texts/language.ts'
import { requireCompany } from './client-list.ts'
import type { FileToRead } from './files/read-file.ts'
import { applyImport, planImport, type ImportNeeds } from './import.ts'
import { countsToWire, presentPlan, presentRefusal } from './present-import.ts'

const MAX_DIGEST = 100

const importParams = z.object({ company_id: idInPath, list: z.enum(DIRECTORY_LISTS) })
const beside = z.object({
  name: fileNameBeside,
  /** The digest of the plan that a person saw; without it nothing is written. */
  seen: z.string().min(1).max(MAX_DIGEST).optional(),
  /** `follow`: rules whose lines have a product's price get its new one, too. */
  rules: z.enum(['follow', 'keep']).default('keep'),
})

type Needs = ImportNeeds & { limits: Limits }

/** A file of clients or products. */
export function serveDirectoryImport(
  server: FastifyInstance,
  needs: Needs,
  authenticate: Authenticate,
): void {
  serveUploadedBytes(
    server,
    { limits: needs.limits, authenticate },
    {
      method: 'POST',
      path: DIRECTORY_IMPORT_PATH,
      maxBytes: MAX_DIRECTORY_BYTES + BYTES_OVER_LIMIT,
      limit: 'uploadAccount',
      paramsOf,
      handle: async ({ session, params, query: asked, bytes, language }) => {
        const query = queryOf(asked)
        const file = { bytes, fileName: query.name, list: params.list }
        return takeFile(needs, session, params.company_id, { file, query, language })
      },
    },
  )
}

async function takeFile(
  needs: Needs,
  session: Session,
  companyId: number,
  taken: { file: FileToRead; query: z.output<typeof beside>; language: Language },
) {
  const { file, query, language } = taken
  const of = { organisationId: session.organisationId, companyId }
  await requireCompany(needs.db, of)
  if (query.seen === undefined) {
    const planned = await planImport(needs, of, file)
    return planned.kind === 'refused'
      ? presentRefusal(planned.reason, file.list, language)
      : presentPlan(planned.plan, language)
  }
  const order = { seen: query.seen, follows: query.rules === 'follow' }
  const applied = await applyImport(needs, session, companyId, file, order)
  return applied.kind === 'refused'
    ? presentRefusal(applied.reason, file.list, language)
    : { kind: applied.kind, counts: countsToWire(applied.counts) }
}

function paramsOf(params: unknown): z.output<typeof importParams> {
  const found = importParams.safeParse(params)
  if (!found.success) throw new NotFound()
  return found.data
}

function queryOf(query: unknown): z.output<typeof beside> {
  const found = beside.safeParse(query)
  if (!found.success)
    throw new InvalidInput({ [String(found.error.issues[0]?.path[0])]: ['invalid'] })
  return found.data
}
