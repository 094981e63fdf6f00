import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  CONNECT_AT_ONCE,
  MICROSOFT_AUTHORIZE_PATH,
  mailProvider,
  OAUTH_CALLBACK_PATH,
} from '#contract/email-accounts.ts'
import {
  finishConnecting,
  isOfAttempt,
  whereToAuthorize,
  type Connected,
  type ConnectNeeds,
} from './connect.ts'
import { secretFrom, spentCookie } from './oauth-browser.ts'

/**
 * What a browser's address bar visits while a mailbox is being connected. No bearer comes along: the
 * cookie of the attempt says whose it is.
 */
export function serveMailboxBrowser(
  server: FastifyInstance,
  needs: ConnectNeeds & { secure: boolean },
): void {
  server.get(`/api${MICROSOFT_AUTHORIZE_PATH}`, async (request, reply) => {
    const secret = secretFrom(request.headers.cookie, 'microsoft', needs.secure)
    const url = secret && (await whereToAuthorize(needs, 'microsoft', secret))
    // Begun, and yet without its cookie: beginning once more would go round for ever.
    const { begun } = atAuthorize.catch({}).parse(request.query)
    const without = begun === undefined ? beginUrl(needs) : backUrl(needs, EXPIRED)
    return reply.redirect(url ?? without, 302)
  })
  server.get(`/api${OAUTH_CALLBACK_PATH}`, async (request, reply) => {
    const params = inPath.safeParse(request.params)
    const told = inQuery.catch({ state: '', code: null, error: null }).parse(request.query)
    if (!params.success) return reply.redirect(backUrl(needs, EXPIRED), 302)
    const { provider } = params.data
    const secret = secretFrom(request.headers.cookie, provider, needs.secure)
    const back = { provider, secret, ...told }
    const connected = await finishConnecting(needs, back)
    if (isOfAttempt(back)) void reply.header('set-cookie', spentCookie(provider, needs.secure))
    return reply.header('referrer-policy', 'no-referrer').redirect(backUrl(needs, connected), 302)
  })
}

const EXPIRED: Connected = { kind: 'failed', reason: 'expired', returnPath: '/email-accounts' }

/** Begun by a call of ours: `startMicrosoft` sends the browser here. */
export const BEGUN_MICROSOFT_PATH = `/api${MICROSOFT_AUTHORIZE_PATH}?begun=1`
const atAuthorize = z.object({ begun: z.string().optional() })

const inPath = z.object({ provider: mailProvider })
const inQuery = z.object({
  state: z.string().max(200),
  code: z.string().max(4_000).nullable().default(null),
  error: z.string().max(200).nullable().default(null),
})

/** Only a page can bring the bearer. */
function beginUrl({ publicUrl }: ConnectNeeds): string {
  const url = new URL(EXPIRED.returnPath, publicUrl())
  url.searchParams.set(CONNECT_AT_ONCE, 'microsoft')
  return url.href
}

/** The page that began it, with what came of it. */
function backUrl({ publicUrl }: ConnectNeeds, connected: Connected): string {
  const url = new URL(connected.returnPath, publicUrl())
  if (connected.kind === 'connected') {
    url.searchParams.set('new_email_account', String(connected.accountId))
  } else {
    url.searchParams.set('email_account_error', connected.reason)
  }
  return url.href
}
