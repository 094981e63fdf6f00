import { z } from 'zod'
import {
  DIRECTORY_EXPORT_PATH,
  DIRECTORY_IMPORT_PATH,
  DIRECTORY_LISTS,
  importReply,
} from '#contract/directory.ts'
import { STATEMENT_UPLOAD_PATH, statementUpload } from '#contract/statements.ts'
import { UPLOAD_ANNOTATED_PATH } from '#contract/upload-orders.ts'
import { UPLOAD_PATH, UPLOAD_TEMPLATE_PATH, uploadReply } from '#contract/uploads.ts'
import type { ApiTexts } from '#texts/api.ts'
import { bytesOf, inPath, refusalsFor, SESSION, type Described } from './openapi-parts.ts'

/** The files that a user uploads as bytes, and the one to be filled in. */
export function uploads(texts: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  return [
    statement(texts),
    template(texts),
    upload(texts),
    annotated(texts),
    exported(texts),
    imported(texts),
  ]
}

function statement({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  const bytes = { type: 'string', format: 'binary' } as const
  const beside = (name: string) => ({
    name,
    in: 'query' as const,
    required: false,
    schema: { type: 'string' as const },
  })
  return {
    path: STATEMENT_UPLOAD_PATH,
    method: 'PUT',
    operation: {
      operationId: 'sendStatement',
      summary: calls.sendStatement,
      tags: ['other'],
      security: SESSION,
      parameters: [inPath('id', { type: 'integer' }), beside('name'), beside('answers')],
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: bytes } },
      },
      responses: {
        200: {
          description: answers.done,
          content: { 'application/json': { schema: z.toJSONSchema(statementUpload) } },
        },
        ...refusalsFor([400, 401, 404, 413, 415, 429, 500, 503]),
      },
    },
  }
}

function annotated({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return {
    path: UPLOAD_ANNOTATED_PATH,
    method: 'GET',
    operation: {
      operationId: 'readUploadAnnotated',
      summary: calls.readUploadAnnotated,
      tags: ['other'],
      security: SESSION,
      parameters: [inPath('id', { type: 'integer' })],
      responses: {
        200: bytesOf(answers.done, [sheet, 'text/csv']),
        ...refusalsFor([401, 404, 429, 500, 503]),
      },
    },
  }
}

function template({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return {
    path: UPLOAD_TEMPLATE_PATH,
    method: 'GET',
    operation: {
      operationId: 'readUploadTemplate',
      summary: calls.readUploadTemplate,
      tags: ['other'],
      security: SESSION,
      parameters: [inPath('company_id', { type: 'integer' })],
      responses: {
        200: bytesOf(answers.done, [sheet]),
        ...refusalsFor([401, 404, 429, 500, 503]),
      },
    },
  }
}

function upload({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  return {
    path: UPLOAD_PATH,
    method: 'POST',
    operation: {
      operationId: 'sendUpload',
      summary: calls.sendUpload,
      tags: ['other'],
      security: SESSION,
      parameters: [
        inPath('company_id', { type: 'integer' }),
        { name: 'name', in: 'query', required: false, schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: {
          description: answers.done,
          content: { 'application/json': { schema: z.toJSONSchema(uploadReply) } },
        },
        ...refusalsFor([400, 401, 404, 413, 415, 429, 500, 503]),
      },
    },
  }
}

const LIST = inPath('list', { type: 'string', enum: [...DIRECTORY_LISTS] })

function exported({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return {
    path: DIRECTORY_EXPORT_PATH,
    method: 'GET',
    operation: {
      operationId: 'exportDirectory',
      summary: calls.exportDirectory,
      tags: ['parties'],
      security: SESSION,
      parameters: [inPath('company_id', { type: 'integer' }), LIST],
      responses: {
        200: bytesOf(answers.done, [sheet]),
        ...refusalsFor([401, 404, 429, 500, 503]),
      },
    },
  }
}

function imported({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described {
  const beside = (name: string) => ({
    name,
    in: 'query' as const,
    required: false,
    schema: { type: 'string' as const },
  })
  return {
    path: DIRECTORY_IMPORT_PATH,
    method: 'POST',
    operation: {
      operationId: 'importDirectory',
      summary: calls.importDirectory,
      tags: ['parties'],
      security: SESSION,
      parameters: [
        inPath('company_id', { type: 'integer' }),
        LIST,
        beside('name'),
        beside('seen'),
        beside('rules'),
      ],
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        200: {
          description: answers.done,
          content: { 'application/json': { schema: z.toJSONSchema(importReply) } },
        },
        ...refusalsFor([400, 401, 404, 409, 413, 415, 429, 500, 503]),
      },
    },
  }
}
