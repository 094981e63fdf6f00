import { json, type Answer } from '../common/answer.ts'

/** Mercado Pago's refusals; texts and codes as they are seen in public, the rest guesses. */
export function refused(
  status: number,
  error: string,
  message: string,
  cause: { code: number; description: string }[] = [],
): Answer {
  return json(status, {
    message,
    error,
    status,
    cause: cause.map((one) => ({ ...one, data: null })),
  })
}

export const UNAUTHORIZED = refused(401, 'unauthorized', 'invalid access token')

export function notFound(what: string): Answer {
  return refused(404, 'not_found', `${what} not found`, [
    { code: 2000, description: `${what} not found` },
  ])
}

export function badRequest(message: string, code = 1): Answer {
  return refused(400, 'bad_request', message, [{ code, description: message }])
}
