import { json, type Answer } from '../common/answer.ts'
import type { FieldFault } from '../common/fields.ts'

export type ErrorType =
  | 'api_error'
  | 'authentication_error'
  | 'institution_error'
  | 'invalid_request_error'
  | 'rate_limit_error'

/** Fintoc's envelope. The codes are guesses, but for what its documentation names. */
export function refused(
  status: number,
  type: ErrorType,
  code: string,
  message: string,
  param: string | null = null,
): Answer {
  const docUrl = `https://docs.fintoc.com/reference/errors#${type.replaceAll('_', '-')}`
  return json(status, { error: { type, code, message, param, doc_url: docUrl } })
}

export function notFound(resource: string, id: string): Answer {
  return refused(404, 'invalid_request_error', 'missing_resource', `No such ${resource}: ${id}`)
}

export function invalid(param: string, message: string): Answer {
  return refused(400, 'invalid_request_error', 'invalid_parameter', message, param)
}

export function badRequest([fault]: FieldFault[]): Answer {
  const field = fault?.field ?? ''
  if (fault?.problem === 'missing') {
    return refused(400, 'invalid_request_error', 'missing_parameter', `Missing ${field}`, field)
  }
  return invalid(field, `Invalid ${field}`)
}

export const INVALID_KEY = refused(
  401,
  'authentication_error',
  'invalid_api_key',
  'The API key is invalid',
)
