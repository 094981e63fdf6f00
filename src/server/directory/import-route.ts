import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { DIRECTORY_IMPORT_PATH, DIRECTORY_LISTS } from '#contract/directory.ts'
import { idInPath } from '#contract/fields.ts'
import { MAX_DIRECTORY_BYTES } from '#domain/directory.ts'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from '../http/bearer.ts'
import { API_BASE, requestFacts } from '../http/calls.ts'
import { InvalidInput, NotFound } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import type { Language } from '#texts/language.ts'
import { requireCompany } from './client-list.ts'
import type { FileToRead } from './files/read-file.ts'
import { applyImport, planImport, type ImportNeeds } from './import.ts'
import { countsToWire, presentPlan, presentRefusal } from './present-import.ts'

const MAX_NAME = 200
const MAX_DIGEST = 100
/** What is larger by a little is refused with its reason instead of by the protocol. */
const MAX_BODY_BYTES = MAX_DIRECTORY_BYTES + 64 * 1024

const importParams = z.object({ company_id: idInPath, list: z.enum(DIRECTORY_LISTS) })
const beside = z.object({
  name: z.string().max(MAX_NAME).default(''),
  /** The digest of the plan that a person saw; without it nothing is written. */
  seen: z.string().min(1).max(MAX_DIGEST).optional(),
  /** `follow`: rules whose lines have a product's price get its new one, too. */
  rules: z.enum(['follow', 'keep']).default('keep'),
})

type Needs = ImportNeeds & { limits: Limits }

/** A file of clients or products: its bytes are read only once the session and the path are known to be good. */
export function serveDirectoryImport(
  server: FastifyInstance,
  needs: Needs,
  authenticate: Authenticate,
): void {
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    )
    scope.post(API_BASE + DIRECTORY_IMPORT_PATH, {
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request) => {
        request.session = await authenticate(bearerToken(request.headers.authorization))
        const account = `organisation:${request.session.organisationId}`
        await needs.limits.consume('uploadAccount', account)
        paramsOf(request.params)
      },
      handler: async (request, reply) => {
        const { session } = request
        if (session === null) throw new NotFound()
        const { language } = requestFacts(request, reply)
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const { list, company_id: companyId } = paramsOf(request.params)
        const query = queryOf(request.query)
        const file = { bytes, fileName: query.name.replaceAll('\0', ''), list }
        return withinOrganisation(session.organisationId, () =>
          takeFile(needs, session, companyId, { file, query, language }),
        )
      },
    })
  })
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
