import type { z } from 'zod'
import type * as contract from '#contract/index.ts'
import type { BodyOf, Call, ParamsOf, QueryOf } from '#contract/call.ts'
import type { Language } from '#texts/language.ts'

/**
 * One handler per call of the contract: a call without one does not compile. A feature exports
 * `xRoutes(needs): Pick<Handlers, 'listX' | …>` and app.ts puts them together.
 */
export type Handlers = { [Name in CallName]: Handler<Calls[Name]> }

// Written as a method, whose parameters TypeScript compares both ways: so the handlers of all calls can
// stand in one table, which parses each request by the very call it belongs to.
export type Handler<C extends Call> = {
  handle(request: HandlerRequest<C>): Promise<z.input<C['reply']>>
}['handle']

/** Everything is parsed by the contract. Errors of http/errors.ts may be thrown. */
export type HandlerRequest<C extends Call> = RequestFacts & {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  session: SessionOf<C['access']>
}

type SessionOf<Access> = Access extends 'session'
  ? Session
  : Access extends 'optional'
    ? Session | undefined
    : undefined

export type RequestFacts = {
  language: Language
  ip: string
  /** What limits count the caller under (network.ts). */
  network: string
  /** What the caller's program calls itself; empty when it says nothing. */
  userAgent: string
  requestId: string
  /** The Cookie header; empty when there is none. */
  cookies: string
  /** For calls without a session that take one: with it, the same request is done once. */
  idempotencyKey: string | null
  /** For what goes on in the address bar, where no bearer can be sent: a whole Set-Cookie. */
  setCookie(cookie: string): void
}

/** Who asks. The organisation is the tenant: every query carries it. */
export type Session = {
  userId: number
  organisationId: number
  sessionId: string
}

export type Calls = {
  [Name in keyof Contract as Contract[Name] extends Call ? Name : never]: Contract[Name]
}
export type CallName = keyof Calls

type Contract = typeof contract
