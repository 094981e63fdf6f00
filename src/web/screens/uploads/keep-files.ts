import { UPLOAD_ANNOTATED_PATH } from '#contract/upload-orders.ts'
import { UPLOAD_TEMPLATE_PATH } from '#contract/uploads.ts'
import { fetchFile } from '#web/api/client.ts'
import { LONGEST_FILE_MS, type UploadSummary } from '#web/api/uploads.ts'
import { keepFile } from '#web/ui/keep-file.ts'

export async function keepTemplate(company: number, name: string): Promise<void> {
  keepFile(await fetchFile(UPLOAD_TEMPLATE_PATH, { company_id: company }), name)
}

/** The file with what became of each row. */
export async function keepAnnotated({ id, file_name }: UploadSummary): Promise<void> {
  keepFile(await fetchFile(UPLOAD_ANNOTATED_PATH, { id }, LONGEST_FILE_MS), file_name)
}
