import { join } from 'node:path'
import { z } from 'zod'
import { idInPath } from '#contract/fields.ts'
import { UPLOAD_ANNOTATED_PATH } from '#contract/upload-orders.ts'
import type { Language } from '#texts/language.ts'
import { fill } from '#texts/translation.ts'
import { uploadOrderText, uploadOrderTexts } from '#texts/upload-orders.ts'
import type { Bytes, BytesRoute } from '../../http/bytes.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { Limits } from '../../http/limits.ts'
import { createWorkThread } from '../../sheets/work-thread.ts'
import type { UploadClaimed } from '../ordered/claims.ts'
import { fileOf, type UploadAt } from '../store.ts'
import { openUpload, type Needs } from '../uploads.ts'
import { annotationsOf } from './annotations.ts'
import { readOrdered } from './progress.ts'

const annotateInThread = createWorkThread<Uint8Array | null>(
  join(import.meta.dirname, 'annotate-thread.ts'),
  null,
)

const annotatedParams = z.object({ id: idInPath })

/** The file as it was uploaded, with what became of its rows where they can be read; 404 once it is gone. */
export function uploadAnnotatedRoute(needs: Needs & { limits: Limits }): BytesRoute {
  return {
    path: UPLOAD_ANNOTATED_PATH,
    async handle({ session, params, language }) {
      const asked = annotatedParams.safeParse(params)
      if (!asked.success) throw new NotFound()
      const { organisationId } = session
      await needs.limits.consume('uploadAccount', `organisation:${organisationId}`)
      return annotatedUpload(needs, { organisationId, id: asked.data.id }, language)
    },
  }
}

export async function annotatedUpload(
  needs: Needs,
  at: UploadAt,
  language: Language,
): Promise<Bytes> {
  const { upload, read } = await openUpload(needs, at)
  const file = await fileOf(needs.db, at)
  if (file === null) throw new NotFound()
  const { bytes } = file
  return {
    bytes: read.kind === 'judged' ? await annotatedFile(needs, at, read, bytes, language) : bytes,
    mediaType: mediaTypeOf(bytes),
    fileName: nameOf(upload.fileName, language),
    download: true,
  }
}

async function annotatedFile(
  needs: Needs,
  { organisationId }: UploadAt,
  read: UploadClaimed,
  bytes: Uint8Array,
  language: Language,
): Promise<Uint8Array> {
  const ids = [...read.orders.values()].map(({ id }) => id)
  const ordered = await readOrdered(needs, organisationId, ids)
  const annotated = await annotateInThread({
    bytes,
    sheet: read.sheet,
    cells: annotationsOf(read, ordered, language),
    headerRow: read.headerRow > 0 ? read.headerRow : null,
  })
  // It was read a moment ago: only a thread that takes too long gives none.
  if (annotated === null) throw new Refused(503, { text: uploadOrderText('busy', language) })
  return annotated
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function mediaTypeOf(bytes: Uint8Array): string {
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? XLSX : 'text/csv'
}

function nameOf(fileName: string, language: Language): string {
  const found = /^(.*?)(\.[A-Za-z\d]{1,5})?$/.exec(fileName)
  const name = fill(uploadOrderTexts(language).annotatedFile, { name: found?.[1] ?? '' })
  return `${name}${found?.[2] ?? ''}`
}
