import { z } from 'zod'
import { RULE_FILE_PATH, ruleFileReply } from '#contract/rule-bulk.ts'
import type { ApiTexts } from '#texts/api.ts'
import { bytesOf, refusalsFor, SESSION, type Described } from './openapi-parts.ts'

/** The workbook of rules, as it leaves and as it comes back. */
export function ruleFiles({ answers, calls }: Pick<ApiTexts, 'answers' | 'calls'>): Described[] {
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const beside = (name: string, required: boolean) => ({
    name,
    in: 'query' as const,
    required,
    schema: { type: 'string' as const },
  })
  return [
    {
      path: RULE_FILE_PATH,
      method: 'GET',
      operation: {
        operationId: 'readRuleFile',
        summary: calls.readRuleFile,
        tags: ['rules'],
        security: SESSION,
        responses: { 200: bytesOf(answers.done, [sheet]), ...refusalsFor([401, 429, 500, 503]) },
      },
    },
    {
      path: RULE_FILE_PATH,
      method: 'POST',
      operation: {
        operationId: 'sendRuleFile',
        summary: calls.sendRuleFile,
        tags: ['rules'],
        security: SESSION,
        parameters: [beside('name', false), beside('from', true), beside('digest', false)],
        requestBody: {
          required: true,
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        },
        responses: {
          200: {
            description: answers.done,
            content: { 'application/json': { schema: z.toJSONSchema(ruleFileReply) } },
          },
          ...refusalsFor([400, 401, 404, 409, 413, 415, 429, 500, 503]),
        },
      },
    },
  ]
}
