import type { ProblemCode } from '#texts/problems.ts'

// The five errors a handler may throw; http/error-reply.ts alone turns them into answers. A sentence is
// a code of texts/problems with its values, or the very words of somebody outside (the SII).
export type Problem =
  | ProblemCode
  | { code: ProblemCode; values: Record<string, string | number> }
  | { text: string }

/** Per field its problems; a nested object nests, a list has one entry per item ({} when it is fine). */
export type FieldProblems = { [field: string]: Problem[] | FieldProblems | FieldProblems[] }

/** 400. `general` is what concerns no single field: non_field_errors. */
export class InvalidInput extends Error {
  readonly fields: FieldProblems
  readonly general: Problem[]

  constructor(fields: FieldProblems, general: Problem[] = []) {
    super('InvalidInput')
    this.fields = fields
    this.general = general
  }
}

/** 401. `code` and `messages` as simplejwt adds them, where it does. */
export class NotAuthenticated extends Error {
  readonly detail: Problem
  readonly code: string | undefined
  readonly tokenProblem: Problem | undefined
  /** How many more passwords may be tried now. */
  triesLeft: number | undefined

  constructor(detail: Problem, code?: string, tokenProblem?: Problem) {
    super('NotAuthenticated')
    this.detail = detail
    this.code = code
    this.tokenProblem = tokenProblem
  }
}

/** The same answer for an unknown address and a wrong password, with the tries that both have left. */
export function wrongLogin(triesLeft: number, detail: Problem, code?: string): NotAuthenticated {
  const refusal = new NotAuthenticated(detail, code)
  refusal.triesLeft = triesLeft
  return refusal
}

/**
 * 400: the SII or a rule about the whole request says no. 403: not this session's to do. 409: not in the
 * state it is in. 503: not now, time heals it. Whichever, nothing has changed.
 */
export class Refused extends Error {
  readonly status: 400 | 403 | 409 | 503
  readonly detail: Problem
  /** Names this refusal among others of its status, for a client that acts on it. */
  readonly code: string | undefined
  /** When it is worth trying again, where that is known. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: 400 | 403 | 409 | 503,
    detail: Problem,
    { code, retryAfterSeconds }: { code?: string; retryAfterSeconds?: number } = {},
  ) {
    super('Refused')
    this.status = status
    this.detail = detail
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 403: the session is good, but this asks for the password once more. */
export class PasswordRequired extends Error {
  constructor() {
    super('PasswordRequired')
  }
}

/** 404, the same for what is absent and for what belongs to somebody else. */
export class NotFound extends Error {
  constructor() {
    super('NotFound')
  }
}

/** 429 with Retry-After. */
export class Throttled extends Error {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('Throttled')
    this.retryAfterSeconds = retryAfterSeconds
  }
}
