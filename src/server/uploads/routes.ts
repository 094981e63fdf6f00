import { UPLOAD_TEMPLATE_PATH } from '#contract/uploads.ts'
import { idInPath } from '#contract/fields.ts'
import { dayInChile, timeInChile } from '#domain/day.ts'
import type { Language } from '#texts/language.ts'
import { uploadTexts } from '#texts/uploads.ts'
import { z } from 'zod'
import type { BytesRoute } from '../http/bytes.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { readFacts, readLists } from './facts.ts'
import { presentSummary, presentUpload } from './present.ts'
import { listUploads } from './store.ts'
import { templateWorkbook } from './template/template.ts'
import { answerColumns, forgetUpload, openUpload, type Needs } from './uploads.ts'

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
    listUploads: async ({ session, params }) => {
      const of = { organisationId: session.organisationId, companyId: params.company_id }
      await readFacts(needs, of)
      return (await listUploads(db, of)).map(presentSummary)
    },
    readUploadedFile: async ({ session, params, language }) => {
      const { organisationId } = session
      await limits.consume('uploadAccount', `organisation:${organisationId}`)
      return presentUpload(await openUpload(needs, { organisationId, id: params.id }), language)
    },
    answerUploadColumns: async ({ session, params, body, language }) => {
      await limits.consume('uploadAccount', `organisation:${session.organisationId}`)
      const { sheet, header_row, columns, document_type } = body
      const defaultKind =
        document_type === null ? null : document_type === 33 ? 'factura' : 'boletaHonorarios'
      const answer = { sheet, headerRow: header_row, columns, defaultKind } as const
      return presentUpload(await answerColumns(needs, session, params.id, answer), language)
    },
    correctUpload: ({ session, params, language }) =>
      presentUploadAt(needs, session, params.id, language),
    lookUpAgain: ({ session, params, language }) =>
      presentUploadAt(needs, session, params.id, language),
    deleteUpload: async ({ session, params }) => {
      await forgetUpload(needs, session, params.id)
    },
  }
}

async function presentUploadAt(
  needs: Needs,
  { organisationId }: { organisationId: number },
  id: number,
  language: Language,
): Promise<ReturnType<typeof presentUpload>> {
  return presentUpload(await openUpload(needs, { organisationId, id }), language)
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
