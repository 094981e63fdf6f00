/** A real server of payments in a process of its own: the product's routes and poller, told by FOLIO_CHAOS where it is. */
import { pino } from 'pino'
import { connect } from '#server/db/connect.ts'
import { beyondOrganisations, withinOrganisation } from '#server/db/reach.ts'
import { createServer } from '#server/http/server.ts'
import { findLink } from '#server/links/document-links.ts'
import { servePaymentReturns } from '#server/payments/attempts/browser-routes.ts'
import { startPoller, type Poller } from '#server/payments/attempts/poll.ts'
import { orderRefund } from '#server/payments/attempts/refund.ts'
import { startAttempt } from '#server/payments/attempts/start.ts'
import { serveWebhooks } from '#server/payments/attempts/notices/webhook-routes.ts'
import { paymentProviders } from '#server/payments/providers/providers.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault } from '#server/vault/vault.ts'
import { hurriedClock } from '../common-clock.ts'
import { dyingAround } from './dying.ts'
import { commands, orderShape, type Death } from './order.ts'

const order = orderShape.parse(JSON.parse(process.env['FOLIO_CHAOS'] ?? ''))
const common = hurriedClock(order.hurry)
/** Nobody waits for as long as the product does. */
const WAITS_SHORTER = 40
const clock = {
  ...common,
  wait: (ms: number, signal?: AbortSignal) => common.wait(ms / WAITS_SHORTER, signal),
}
const database = connect({ url: order.databaseUrl, applicationName: 'folio-payments', poolSize: 4 })
const links = createLinks(new Secret(order.linksKey))

let death: Death | null = null
function dieAt(boundary: Death): void {
  if (death === boundary) process.kill(process.pid, 'SIGKILL')
}

let poller: Poller | null = null
const needs = {
  db: database.db,
  clock,
  vault: createVault(keyRing(new Secret(order.vaultKey)), clock),
  links,
  publicUrl: () => order.publicUrl,
  installation: { demonstration: true },
  limits: { consume: () => Promise.resolve(1), clear: () => Promise.resolve() },
  providers: dyingAround(
    paymentProviders({
      environment: 'demonstration',
      nowMs: clock.now,
      baseUrls: order.baseUrls,
    }),
    dieAt,
  ),
  onNotice: () => {
    dieAt('notice stored')
    poller?.wake()
  },
  onFailure: (about: object, error: unknown) => {
    process.stderr.write(`${JSON.stringify(about)}: ${String(error)}\n`)
  },
}

const server = await createServer({
  logger: pino({ enabled: false }),
  clock,
  secure: false,
  trustedProxies: [],
})
server.addHook('onRequest', async ({ url }) => {
  if (url.startsWith('/api/payments/return/')) dieAt('payer back')
  if (url.startsWith('/api/webhooks/')) dieAt('notice')
})
servePaymentReturns(server, needs)
serveWebhooks(server, needs)
server.post('/_test/work', async ({ body }) => {
  death = commands.work.parse(body).death
  // No call's reach is the poller's.
  poller ??= beyondOrganisations(() => startPoller(needs))
  return {}
})
server.post('/_test/begin', async ({ body }) => {
  const { token, connectionId } = commands.begin.parse(body)
  const link = await withinOrganisation(null, () => findLink(needs.db, links, token))
  if (link === null) throw new Error('No such link')
  await withinOrganisation(link.organisationId, () =>
    startAttempt(needs, link, { connectionId, amountClp: null, paysAgain: true }),
  )
  dieAt('payer led there')
  return {}
})
server.post('/_test/refund', async ({ body }) => {
  const { organisationId, userId, documentId, ...wanted } = commands.refund.parse(body)
  await withinOrganisation(organisationId, () =>
    orderRefund(needs, { organisationId, userId, documentId }, wanted),
  )
  return {}
})
const address = await server.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${address}\n`)
// Whoever started it is gone.
process.stdin.once('end', () => process.exit(0)).resume()
