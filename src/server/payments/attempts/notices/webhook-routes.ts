import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { WEBHOOK_PATH } from '#contract/payment-attempts.ts'
import { withinOrganisation } from '../../../db/reach.ts'
import { API_BASE } from '../../../http/calls.ts'
import { NotAuthenticated, NotFound, Refused } from '../../../http/errors.ts'
import type { Limits } from '../../../http/limits.ts'
import { networkOf } from '../../../http/network.ts'
import { connectionCache, type KnownConnection } from './connection-cache.ts'
import type { ReadNeeds } from '../needs.ts'
import { keepNotice } from './notices.ts'

/** The largest notice of a provider that any of their documents shows is under 10 KB. */
const MAX_NOTICE_BYTES = 64 * 1024

const params = z.object({
  provider: z.enum(['transbank', 'khipu', 'fintoc', 'mercadoPago']),
  connection: z.uuid(),
})

export type WebhookNeeds = ReadNeeds & {
  limits: Limits
  /** Wakes the poller, because a notice was stored. */
  onNotice(): void
}

/**
 * Where providers notify: verified over the bytes as they came, stored, and answered; only then looked into. Whose
 * connection the address names is found before the body is read; an unknown one gets a 404 without a reason.
 */
export function serveWebhooks(server: FastifyInstance, needs: WebhookNeeds): void {
  const known = connectionCache(needs)
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body)
    })
    const connections = new WeakMap<FastifyRequest, KnownConnection>()
    scope.post(API_BASE + WEBHOOK_PATH, {
      bodyLimit: MAX_NOTICE_BYTES,
      onRequest: async (request) => {
        const read = params.safeParse(request.params)
        const found = read.success ? await known(read.data.connection) : null
        if (found === null || found.connection.provider !== read.data?.provider) {
          await needs.limits.consume('sharedMissNetwork', networkOf(request.ip))
          throw new NotFound()
        }
        connections.set(request, found)
      },
      handler: async (request, reply) => {
        const found = connections.get(request)
        if (found === undefined) throw new NotFound()
        await takeNotice(needs, found, request)
        return reply.code(200).send()
      },
    })
  })
}

/** What came to that connection's address. */
export async function takeNotice(
  needs: ReadNeeds & Pick<WebhookNeeds, 'onNotice'>,
  { organisationId, connectionId, connection }: KnownConnection,
  request: Pick<FastifyRequest, 'body' | 'headers' | 'query'>,
): Promise<void> {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const query = z.record(z.string(), z.unknown()).safeParse(request.query).data ?? {}
  const notice = needs.providers[connection.provider].verifyNotification(
    connection,
    { rawBody, headers: request.headers, query },
    needs.clock.now(),
  )
  if (notice.kind === 'forged') throw new NotAuthenticated('notificationForged')
  if (notice.kind === 'unreadable') throw new Refused(400, 'notificationUnreadable')
  const isRelevant = notice.kind === 'authentic'
  await withinOrganisation(organisationId, () =>
    keepNotice(needs, {
      organisationId,
      connectionId,
      eventKey: notice.eventKey,
      trust: isRelevant && notice.isStale ? 'stale' : 'authentic',
      refs: isRelevant ? notice.refs : null,
      headers: signedHeaders(request.headers),
      rawBody,
    }),
  )
  if (isRelevant) needs.onNotice()
}

/** What the providers sign with, or sign. */
const SIGNED_HEADERS = ['x-khipu-signature', 'fintoc-signature', 'x-signature', 'x-request-id']
const MAX_HEADER_CHARACTERS = 2_000

function signedHeaders(headers: FastifyRequest['headers']): Record<string, string> {
  return Object.fromEntries(
    SIGNED_HEADERS.flatMap((name) => {
      const value = headers[name]
      const isKept = typeof value === 'string' && value.length <= MAX_HEADER_CHARACTERS
      return isKept ? [[name, value]] : []
    }),
  )
}
