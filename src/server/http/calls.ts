import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Call } from '#contract/call.ts'
import { preferredLanguage } from '#texts/language.ts'
import { withinOrganisation } from '../db/reach.ts'
import { bearerToken, type Authenticate } from './bearer.ts'
import { SESSION_BODY_LIMIT_BYTES } from './body.ts'
import { contractCalls } from './contract-calls.ts'
import { NotAuthenticated, NotFound } from './errors.ts'
import type { Handler, Handlers, RequestFacts, Session } from './handler.ts'
import type { Answer, KeyedRequest, OncePerKey } from './idempotency.ts'
import type { Limits } from './limits.ts'
import { networkOf } from './network.ts'
import { methodNotAllowed, requireJsonAccepted } from './protocol-refusal.ts'
import { invalidInput } from './zod-problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    failure?: Call['failure']
  }
  interface FastifyRequest {
    /** Who asks, once it is known; null in the calls without a session. */
    session: Session | null
  }
}

/** Serves the contract's calls under /api, each that has a handler. */
export function serveCalls(
  server: FastifyInstance,
  handlers: Partial<Handlers>,
  needs: CallNeeds,
): void {
  server.decorateRequest('session', null)
  const served: Record<string, Handler<Call> | undefined> = handlers
  const calls = contractCalls().flatMap(({ name, call }) => {
    const handler = served[name]
    return handler ? [{ call, handler }] : []
  })
  for (const { call, handler } of calls) serveCall(server, call, handler, needs)
  refuseOtherMethods(
    server,
    calls.map(({ call }) => call),
    needs.authenticate,
  )
}

export type CallNeeds = {
  authenticate: Authenticate
  /** Throws PasswordRequired when the session's user hasn't given the password of late. */
  requireIdentity(session: Session): Promise<void>
  /** Throws Refused while nothing may be dated by this process's clock. */
  requireRightClock(): Promise<void>
  once: OncePerKey
  limits: Limits
}

export const API_BASE = '/api'

function serveCall(
  server: FastifyInstance,
  call: Call,
  handler: Handler<Call>,
  { authenticate, requireIdentity, requireRightClock, once, limits }: CallNeeds,
): void {
  server.route({
    method: call.method,
    url: API_BASE + call.path,
    config: { failure: call.failure },
    ...(call.access === 'session' ? { bodyLimit: SESSION_BODY_LIMIT_BYTES } : {}),
    // Before the body is read: who isn't let in gets no work done.
    onRequest: (request, _reply, done) => {
      requireJsonAccepted(request.headers.accept)
      if (call.access === 'public') return done()
      const { authorization } = request.headers
      const isOptional = call.access === 'optional'
      if (isOptional && !/^Bearer \S+$/.test(authorization ?? '')) return done()
      const letIn = (session: Session): void => {
        request.session = session
        done()
      }
      // Who asks is told apart where it can be; a session that ran out lets nobody the less in.
      const refuse = isOptional ? () => done() : done
      const found = authenticate(bearerToken(authorization))
      if (found instanceof Promise) void found.then(letIn, refuse)
      else letIn(found)
    },
    handler: async (request, reply) => {
      const session = request.session ?? undefined
      const parsed = parseRequest(call, request)
      if (call.asksPassword && session) await requireIdentity(session)
      if (call.takesKey && session) {
        await limits.consume('issuingAccount', `organisation:${session.organisationId}`)
      }
      if (call.datesDocuments) await requireRightClock()
      const run = async (): Promise<Answer> =>
        answerOf(call, await handler({ ...requestFacts(request, reply), ...parsed, session }))
      const key = call.takesKey ? keyOf(request) : null
      const answer = await withinOrganisation(session?.organisationId ?? null, () =>
        key !== null && session ? once(keyed(call, session, key, parsed), run) : run(),
      )
      return send(reply, answer)
    },
  })
}

export function requestFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  return {
    language: preferredLanguage(request.headers['accept-language']),
    ip: request.ip,
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    cookies: request.headers.cookie ?? '',
    idempotencyKey: keyOf(request),
    setCookie: (cookie) => void reply.header('set-cookie', cookie),
  }
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  return key === undefined || key === '' ? null : String(key)
}

function parseRequest(call: Call, request: FastifyRequest) {
  const params = call.params?.safeParse(request.params)
  // An id that can't exist is simply not found, as in the original's URL patterns.
  if (params && !params.success) throw new NotFound()
  const query = call.query?.safeParse(request.query)
  if (query && !query.success) throw invalidInput(query.error.issues, request.query)
  const input: unknown = request.body === undefined ? {} : request.body
  const body = call.body?.safeParse(input)
  if (body && !body.success) throw invalidInput(body.error.issues, input)
  return { params: params?.data, query: query?.data, body: body?.data }
}

function keyed(
  call: Call,
  session: Session,
  key: string,
  parsed: ReturnType<typeof parseRequest>,
): KeyedRequest {
  const body = withoutSecrets(call, parsed.body)
  const asked = { call: `${call.method} ${call.path}`, ...parsed, body }
  const isLong = call.isAtSii === true
  return { organisationId: session.organisationId, key, asked, isLong }
}

function withoutSecrets({ secrets = [] }: Call, body: unknown): unknown {
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)))
}

/** What leaves is exactly the contract's reply: a field it doesn't name stays here. */
function answerOf(call: Call, result: unknown): Answer {
  const body = call.reply.parse(result)
  return { status: call.status, body: body === undefined ? undefined : JSON.stringify(body) }
}

function send(reply: FastifyReply, answer: Answer & { isReplay?: boolean }): FastifyReply {
  if (answer.isReplay) reply.header('idempotency-replayed', 'true')
  reply.code(answer.status)
  if (answer.body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The original asks for a session before it says 405, except on its token calls. */
function refuseOtherMethods(
  server: FastifyInstance,
  calls: readonly Call[],
  authenticate: Authenticate,
): void {
  for (const [path, allowed] of allowedByPath(calls)) {
    server.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: API_BASE + path,
      exposeHeadRoute: false,
      onRequest: async (request) => {
        if (!path.startsWith('/auth/jwt/')) {
          await authenticate(bearerToken(request.headers.authorization))
        }
        throw methodNotAllowed(request.method, allowed)
      },
      handler: () => Promise.reject(new NotAuthenticated('notAuthenticated')),
    })
  }
}

function allowedByPath(calls: readonly Call[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path, method } of calls) found.set(path, [...(found.get(path) ?? []), method])
  return found
}
