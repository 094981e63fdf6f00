import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import { preferredLanguage } from '#texts/language.ts'
import { withinOrganisation } from '../db/reach.ts'
import { dateOf, type Clock } from '../clock.ts'
import { SafeLine } from '../log.ts'
import { acceptBodies, PUBLIC_BODY_LIMIT_BYTES } from './body.ts'
import { asMessage, errorReply } from './error-reply.ts'
import { fromFastify } from './protocol-refusal.ts'
import { watchStalls } from './stall-watch.ts'

export type ServerOptions = {
  logger: Logger
  clock: Clock
  /** Behind HTTPS: tells browsers to stay there. */
  secure: boolean
  /** Addresses of the proxies whose X-Forwarded-For is believed; none by default. */
  trustedProxies: string[]
  /** Where a form of our pages may lead besides here: origins. */
  formTargets?: readonly string[]
}

/** Fastify with our limits, headers and answers, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const security = await securityHeaders(options)
  const server: FastifyInstance = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    bodyLimit: PUBLIC_BODY_LIMIT_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 10_000,
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 15_000 },
    forceCloseConnections: 'idle',
    // Refusals before any route is found run no hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(security)
      sendError(error, request, reply, options.logger)
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  })
  acceptBodies(server)
  begin(server, security, options.clock)
  answerErrors(server, options.logger)
  logRequests(server, options.logger)
  watchStalls(server, options.logger)
  endConnections(server)
  return server
}

/** The same for every answer, so helmet is asked for them once. */
async function securityHeaders(options: Policies): Promise<Record<string, string>> {
  const asked = fastify()
  await asked.register(helmet, policies(options))
  asked.get('/', async (_request, reply) => reply.raw.getHeaders())
  const { body } = await asked.inject('/')
  await asked.close()
  return z.record(z.string(), z.string()).parse(JSON.parse(body))
}

/** What is open to whoever knows its address: in no index, and the address in nobody else's log. */
const SHARED = /^\/(d|p|api\/shared-documents|api\/payments\/return)\//
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

function begin(server: FastifyInstance, security: Record<string, string>, clock: Clock): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(security)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (SHARED.test(request.url)) reply.headers(UNLISTED)
    // No tenant's rows until the session is known.
    withinOrganisation(null, done)
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // Browsers go by it when the answer arrives, because a computer's own clock may be wrong by hours.
    reply.header('date', dateOf(clock.now()).toUTCString())
    done()
  })
}

type Policies = Pick<ServerOptions, 'secure' | 'formTargets'>

function policies({ secure, formTargets = [] }: Policies) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine writes its variables in style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...formTargets],
      },
    },
    // The Google sign-in opens as a popup that must find its way back.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: true },
    xFrameOptions: { action: 'deny' as const },
  }
}

function answerErrors(server: FastifyInstance, logger: Logger): void {
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, logger))
}

function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  logger: Logger,
): void {
  const known = fromFastify(error, request.headers['content-type']) ?? error
  const language = preferredLanguage(request.headers['accept-language'])
  const { status, headers, body } = errorReply(known, language, request.id)
  const { failure } = request.routeOptions.config
  if (status === 500) logger.error({ err: error, requestId: request.id }, 'request failed')
  void reply
    .code(status)
    .headers(headers)
    .send(failure === 'message' ? asMessage(body) : body)
}

const CLOSE_GRACE_MS = 1_500

/** Browsers open connections ahead and send nothing: Node doesn't count those idle and would wait for them. */
function endConnections(server: FastifyInstance): void {
  server.addHook('preClose', async () => {
    setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS).unref()
  })
}

/** The route's pattern, never the address itself: ids, tokens and RUTs stay out of the log. */
function logRequests(server: FastifyInstance, logger: Logger): void {
  server.addHook('onResponse', (request, reply, done) => {
    logger.info(
      new SafeLine({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      }),
      'request',
    )
    done()
  })
}
