import type { BodyOf } from '#contract/call.ts'
import type { correctUpload as correctUploadCall } from '#contract/uploads.ts'
import { UPLOAD_TEMPLATE_PATH } from '#contract/uploads.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, timeInChile } from '#domain/day.ts'
import { parseRut } from '#domain/rut.ts'
import { uploadTexts } from '#texts/uploads.ts'
import { z } from 'zod'
import type { BytesRoute } from '../http/bytes.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { correctUpload } from './correct.ts'
import type { Correction } from './correction-store.ts'
import { companyOf, readLists } from './facts.ts'
import { presentRefusal, presentSummary, presentUpload } from './present.ts'
import { listSummaries } from './ordered/summaries.ts'
import { templateWorkbook } from './template/template.ts'
import { answerColumns, forgetUpload, lookUpAgain, openUpload, type Needs } from './uploads.ts'

type UploadCalls =
  | 'listUploads'
  | 'readUploadedFile'
  | 'answerUploadColumns'
  | 'correctUpload'
  | 'lookUpAgain'
  | 'deleteUpload'

export function uploadRoutes(needs: Needs & { limits: Limits }): Pick<Handlers, UploadCalls> {
  const { db, limits } = needs
  return {
    listUploads: async ({ session, params, query }) => {
      const of = { organisationId: session.organisationId, companyId: params.company_id }
      await companyOf(db, of)
      const { before = null, limit } = query
      const found = await listSummaries(needs, of, { before, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return { uploads: page.map(presentSummary), next: last?.id ?? null }
    },
    readUploadedFile: async ({ session, params, language }) => {
      const { organisationId } = session
      await limits.consume('uploadReadAccount', `organisation:${organisationId}`)
      return presentUpload(await openUpload(needs, { organisationId, id: params.id }), language)
    },
    answerUploadColumns: async ({ session, params, body, language }) => {
      await limits.consume('uploadReadAccount', `organisation:${session.organisationId}`)
      const { sheet, header_row, columns, document_type } = body
      const defaultKind =
        document_type === null ? null : document_type === 33 ? 'factura' : 'boletaHonorarios'
      const answer = { sheet, headerRow: header_row, columns, defaultKind } as const
      return presentUpload(await answerColumns(needs, session, params.id, answer), language)
    },
    correctUpload: async ({ session, params, body, language }) => {
      await limits.consume('uploadReadAccount', `organisation:${session.organisationId}`)
      const corrected = await correctUpload(needs, session, params.id, correctionOf(body))
      if (corrected.kind === 'corrected') return presentUpload(corrected, language)
      throw new Refused(400, { text: presentRefusal(corrected, language).message })
    },
    lookUpAgain: async ({ session, params, body, language }) => {
      await limits.consume('uploadReadAccount', `organisation:${session.organisationId}`)
      const asked = body.rut === undefined ? null : parseRut(body.rut)
      if (body.rut !== undefined && asked === null) throw new InvalidInput({ rut: ['invalid'] })
      const ruts = asked === null ? null : [asked]
      return presentUpload(await lookUpAgain(needs, session, params.id, ruts), language)
    },
    deleteUpload: async ({ session, params }) => {
      await forgetUpload(needs, session, params.id)
    },
  }
}

/** The later word on a cell or a row is the one that counts. */
function correctionOf({
  edits,
  removed_rows: removed,
  restored_rows: restored,
}: BodyOf<typeof correctUploadCall>): Correction {
  const last = [...new Map(edits.map((edit) => [`${edit.row} ${edit.role}`, edit])).values()]
  return {
    typed: last.flatMap(({ row, role, text }) => (text === null ? [] : [{ row, role, text }])),
    cleared: last.flatMap(({ row, role, text }) => (text === null ? [{ row, role }] : [])),
    removed: [...new Set(removed)],
    restored: [...new Set(restored)].filter((row) => !removed.includes(row)),
  }
}

const templateParams = z.object({ company_id: idInPath })

/** The workbook to be filled in, with the lists of that company. */
export function uploadTemplateRoute({ db, clock, limits }: Needs & { limits: Limits }): BytesRoute {
  return {
    path: UPLOAD_TEMPLATE_PATH,
    async handle({ session, params, language }) {
      const asked = templateParams.safeParse(params)
      if (!asked.success) throw new NotFound()
      const { organisationId } = session
      await limits.consume('uploadAccount', `organisation:${organisationId}`)
      const lists = await readLists(db, { organisationId, companyId: asked.data.company_id })
      const now = clock.now()
      const today = dayInChile(now)
      const { hour, minute } = timeInChile(now)
      const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
      const at = { year, month, day, hour, minute }
      return {
        bytes: templateWorkbook(lists, { today, at, language }),
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        fileName: uploadTexts(language).template.file,
        download: true,
      }
    },
  }
}
