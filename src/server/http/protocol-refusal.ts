import { NotFound, type Problem } from './errors.ts'

/** A request that breaks HTTP's rules before any handler sees it; thrown by this folder only. */
export class ProtocolRefusal extends Error {
  readonly status: 400 | 405 | 406 | 413 | 415 | 503
  readonly detail: Problem
  readonly headers: Record<string, string>

  constructor(
    status: 400 | 405 | 406 | 413 | 415 | 503,
    detail: Problem,
    headers: Record<string, string> = {},
  ) {
    super('ProtocolRefusal')
    this.status = status
    this.detail = detail
    this.headers = headers
  }
}

/** Fastify's own refusals as ours; null when it is none of them. */
export function fromFastify(
  error: unknown,
  contentType: string | undefined,
): ProtocolRefusal | NotFound | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupportedMediaType(contentType)
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ProtocolRefusal(413, 'bodyTooLarge')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new ProtocolRefusal(400, 'invalid')
    // Addresses that name nothing: with a broken escape, U+0000 or a name that no file system takes.
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_STATIC_FORBIDDEN_PATH':
    case 'ENAMETOOLONG':
      return new NotFound()
    default:
      return null
  }
}

export function unsupportedMediaType(contentType: string | undefined): ProtocolRefusal {
  const mediaType = (contentType ?? '').slice(0, 100)
  return new ProtocolRefusal(415, { code: 'unsupportedMediaType', values: { mediaType } })
}

export function methodNotAllowed(method: string, allowed: readonly string[]): ProtocolRefusal {
  const detail = { code: 'methodNotAllowed', values: { method } } as const
  return new ProtocolRefusal(405, detail, { allow: [...allowed, 'OPTIONS'].join(', ') })
}

/** Our answers are JSON; a client that accepts none of it is told so before anything happens. */
export function requireJsonAccepted(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === '') return
  const fits = accept
    .split(',')
    .map((range) => range.split(';', 1)[0]?.trim().toLowerCase())
    .some((range) => range === '*/*' || range === 'application/*' || range === 'application/json')
  if (!fits) throw new ProtocolRefusal(406, 'notAcceptable')
}
