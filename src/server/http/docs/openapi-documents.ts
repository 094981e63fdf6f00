import { z } from 'zod'
import {
  DOCUMENT_ARCHIVE_PATH,
  DOCUMENT_LIST_PATH,
  documentArchive,
  documentList,
} from '#contract/documents-at-once.ts'
import type { ApiTexts } from '#texts/api.ts'
import { bytesOf, refusalsFor, SESSION, type Described } from './openapi-parts.ts'

/** Files made of what is chosen in the list of documents. */
export function documentFiles({
  answers,
  calls,
}: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const common = { tags: ['documents' as const], security: SESSION }
  const asJson = (schema: z.ZodType) => ({
    required: true,
    content: {
      'application/json': {
        schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      },
    },
  })
  return [
    {
      path: DOCUMENT_ARCHIVE_PATH,
      method: 'POST',
      operation: {
        operationId: 'readDocumentArchive',
        summary: calls.readDocumentArchive,
        ...common,
        requestBody: asJson(documentArchive),
        responses: {
          200: bytesOf(answers.done, ['application/zip']),
          ...refusalsFor([400, 401, 404, 413, 415, 429, 500, 503]),
        },
      },
    },
    {
      path: DOCUMENT_LIST_PATH,
      method: 'POST',
      operation: {
        operationId: 'readDocumentWorkbook',
        summary: calls.readDocumentWorkbook,
        ...common,
        requestBody: asJson(documentList),
        responses: {
          200: bytesOf(answers.done, [sheet]),
          ...refusalsFor([400, 401, 404, 413, 415, 429, 500, 503]),
        },
      },
    },
  ]
}
