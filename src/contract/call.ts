import { z } from 'zod'

/** One call of the HTTP API: the server's handlers and the browser's client are both typed by it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Under /api, with the trailing slash the specification shows; both spellings are served. */
  path: string
  /** `optional`: open to all, and it makes a difference who asks. */
  access: 'public' | 'session' | 'optional'
  status: 200 | 201 | 204
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  reply: z.ZodType
  /** `message`: a refusal answers `{success: false, message}` instead of Django REST framework's shapes. */
  failure?: 'message'
  /** It makes or orders something: with an `Idempotency-Key` the same request is done once and answered alike. */
  takesKey?: true
  /** Fields of the body that no key keeps a digest of: under one key a request is the same whatever they say. */
  secrets?: readonly string[]
  /** It gives documents a date by the server's clock: refused (503) where that one is not to be relied on. */
  datesDocuments?: true
  /** What it refuses with beyond what follows from its parts, for the API's description. */
  refuses?: readonly (400 | 403 | 404 | 409)[]
  /** The answer waits for a worker that visits the SII: up to `LONGEST_AT_SII_MS`. */
  isAtSii?: true
  /** Ours: asks for the password again (403, `password_required`) unless it was given a moment ago. */
  asksPassword?: true
}

/** In all: to be taken up, and then to be done. The server answers that it is late before a browser gives up. */
export const LONGEST_AT_SII_MS = 200_000

export function call<const C extends Call>(definition: C): C {
  return definition
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined
type Written<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives, parsed. */
export type ParamsOf<C extends Call> = Parsed<C['params']>
export type QueryOf<C extends Call> = Parsed<C['query']>
export type BodyOf<C extends Call> = Parsed<C['body']>
/** What a client writes and reads. */
export type ParamsToWrite<C extends Call> = Written<C['params']>
export type QueryToWrite<C extends Call> = Written<C['query']>
export type BodyToWrite<C extends Call> = Written<C['body']>
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** The `code` of a 409: another request was done under that `Idempotency-Key`. */
export const KEY_REUSED = 'idempotency_key_reused'

export const NO_REPLY = z.undefined()
