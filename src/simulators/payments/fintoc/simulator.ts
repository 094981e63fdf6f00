import type { Answer, Redirect } from '../common/answer.ts'
import { controlRoutes, WrongOrder, type ControlRow } from '../common/control.ts'
import { formFields } from '../common/fields.ts'
import { createReplays } from '../common/idempotency.ts'
import { createNotifier, type Notifier } from '../common/notifier.ts'
import { pesos, redirectPage } from '../common/page.ts'
import { createRandom } from '../common/random.ts'
import { startServer, type Route, type Served } from '../common/server.ts'
import { createTroubles, type Troubles } from '../common/troubles.ts'
import { apiRoutes, RATE_LIMITED } from './api.ts'
import { addEndpoint } from './endpoints.ts'
import { refused } from './errors.ts'
import { actOn, fintocOutcome, type FintocOutcome } from './outcome.ts'
import { donePage, FINTOC, payPage } from './pay-page.ts'
import { dispute, moveDispute } from './disputes.ts'
import { moveRefund, refundInDashboard } from './refunds.ts'
import { amountOf } from './request.ts'
import { begin, refreshed } from './sessions.ts'
import type {
  DisputeStatus,
  Fintoc,
  FintocOrganization,
  FintocSettings,
  Intent,
  Session,
} from './state.ts'

export interface FintocSimulator {
  /** In place of https://api.fintoc.com. */
  url: string
  organizations: readonly FintocOrganization[]
  settings: FintocSettings
  troubles: Troubles
  notifier: Notifier
  act(sessionId: string, outcome: FintocOutcome): Redirect | null
  /** Another address of the first organisation that is notified, as in its dashboard; the same one once. */
  register(webhook: FintocOrganization['webhooks'][number]): void
  moveRefund(refundId: string, status: 'in_progress' | 'succeeded' | 'failed'): void
  /** In the dashboard, of the whole rest or a part; Fintoc pays it out by `moveRefund`. The refund's id. */
  refund(sessionId: string, amount?: number): string
  /** The payer's bank contests the payment. The dispute's id. */
  dispute(sessionId: string): string
  moveDispute(disputeId: string, status: Exclude<DisputeStatus, 'waiting_documentation'>): void
  /** Expires what is over by the clock, so that its events leave. */
  sweep(): void
  /** Newest first. */
  sessions(): Session[]
  served(): readonly Served[]
  close(): Promise<void>
}

/** Exponential from three seconds, seventeen retries; doubling is a guess. */
const WAITS_MS = Array.from({ length: 17 }, (_, step) => 3000 * 2 ** step)

export async function startFintoc(options: {
  now: () => number
  seed: string
  organizations: readonly FintocOrganization[]
  port?: number
}): Promise<FintocSimulator> {
  const fintoc = createState(options)
  const troubles = createTroubles()
  const server = await startServer({
    port: options.port ?? 0,
    troubles,
    routes: (url) => {
      fintoc.url = url
      return [...apiRoutes(fintoc), ...pageRoutes(fintoc), ...controls(fintoc, troubles)]
    },
    refuse: (status) => refused(status, 'invalid_request_error', 'invalid_url', 'Unrecognized URL'),
    rateLimited: RATE_LIMITED,
    serverError: refused(500, 'api_error', 'internal_server_error', 'Internal server error'),
  })
  const sweep = (): void => fintoc.sessions.forEach((session) => refreshed(fintoc, session))
  return {
    url: server.url,
    organizations: fintoc.organizations,
    settings: fintoc.settings,
    troubles,
    notifier: fintoc.notifier,
    act: (id, outcome) => actOn(fintoc, known(fintoc, id), outcome),
    register: (webhook) => {
      const [organization] = fintoc.organizations
      const isKnown = [...fintoc.endpoints.values()].some(({ url }) => url === webhook.url)
      if (organization !== undefined && !isKnown) addWebhook(fintoc, organization, webhook)
    },
    moveRefund: (id, status) => moveRefund(fintoc, id, status),
    refund: (id, amount) => refundInDashboard(fintoc, intentOf(fintoc, id), amount).id,
    dispute: (id) => dispute(fintoc, intentOf(fintoc, id)).id,
    moveDispute: (id, status) => moveDispute(fintoc, id, status),
    sweep,
    sessions: () => {
      sweep()
      return [...fintoc.sessions.values()].toReversed()
    },
    served: server.served,
    close: server.close,
  }
}

function createState(options: {
  now: () => number
  seed: string
  organizations: readonly FintocOrganization[]
}): Fintoc {
  const settings: FintocSettings = { signsAgain: true, requestsPerSecond: null, standing: 'good' }
  const fintoc: Fintoc = {
    organizations: options.organizations,
    settings,
    sessions: new Map(),
    intents: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    endpoints: new Map(),
    replays: createReplays(options.now),
    notifier: createNotifier({
      now: options.now,
      waitsMs: () => WAITS_MS,
      isAccepted: (status) => status >= 200 && status < 300,
      signsAgain: () => settings.signsAgain,
    }),
    random: createRandom(`fintoc ${options.seed}`),
    now: options.now,
    url: '',
  }
  for (const organization of options.organizations) {
    for (const webhook of organization.webhooks) addWebhook(fintoc, organization, webhook)
  }
  return fintoc
}

function addWebhook(
  fintoc: Fintoc,
  organization: FintocOrganization,
  { url, secret, mode }: FintocOrganization['webhooks'][number],
): void {
  const facts = { url, secret, enabledEvents: [], description: null, status: 'enabled' } as const
  addEndpoint(fintoc, { organization, mode }, facts)
}

function known({ sessions }: Fintoc, id: string): Session {
  const found = sessions.get(id)
  if (found === undefined) throw new WrongOrder('unknown session')
  return found
}

function intentOf(fintoc: Fintoc, id: string): Intent {
  const { intent } = known(fintoc, id)
  if (intent === null) throw new WrongOrder('nobody has begun to pay')
  return intent
}

function pageRoutes(fintoc: Fintoc): Route[] {
  const path = /^\/checkout\/(cs_\w+)$/
  const find = (id: string): Session | undefined => {
    const found = fintoc.sessions.get(id)
    return found && refreshed(fintoc, found)
  }
  return [
    {
      method: 'GET',
      path,
      call: null,
      handle: ({ caught }) => {
        const session = find(caught[0] ?? '')
        if (session === undefined) return donePage('Este pago no existe')
        if (session.status === 'created') begin(fintoc, session)
        return payPage(session)
      },
    },
    {
      method: 'POST',
      path,
      call: null,
      handle: ({ caught, body }) => submit(fintoc, find(caught[0] ?? ''), formFields({ body })),
    },
  ]
}

function submit(fintoc: Fintoc, session: Session | undefined, form: URLSearchParams): Answer {
  if (session === undefined) return donePage('Este pago no existe')
  const kind = form.get('accion')
  const chosen = fintocOutcome.safeParse({
    kind,
    ...(kind === 'succeed' ? { payerRut: form.get('rut') } : {}),
    ...(kind === 'fail' ? { reason: form.get('motivo') } : {}),
  })
  if (!chosen.success) return payPage(session)
  try {
    const redirect = actOn(fintoc, session, chosen.data)
    return redirect === null ? donePage('Listo') : redirectPage(FINTOC, redirect)
  } catch (mistake) {
    if (mistake instanceof WrongOrder) return payPage(session)
    throw mistake
  }
}

function controls(fintoc: Fintoc, troubles: Troubles): Route[] {
  return controlRoutes({
    brand: FINTOC,
    troubles,
    notifier: fintoc.notifier,
    rows: () =>
      [...fintoc.sessions.values()].toReversed().map((one) => row(refreshed(fintoc, one))),
    find: (id) => {
      const found = fintoc.sessions.get(id)
      if (found === undefined) return undefined
      const { status, intent, mode, ignoredFields } = refreshed(fintoc, found)
      return { id, mode, status, ignoredFields, paymentIntent: intent?.status ?? null }
    },
    act: (id, order) => {
      if (id.startsWith('re_')) return moveByOrder(fintoc, id, order['kind'])
      if (id.startsWith('cb_')) return moveDisputeByOrder(fintoc, id, order['kind'])
      if (order['kind'] === 'refund' || order['kind'] === 'dispute') {
        return afterPayment(fintoc, intentOf(fintoc, id), order)
      }
      const outcome = fintocOutcome.safeParse(order)
      if (!outcome.success) throw new WrongOrder(outcome.error.message)
      return actOn(fintoc, known(fintoc, id), outcome.data)
    },
  })
}

function moveByOrder(fintoc: Fintoc, id: string, kind: unknown): null {
  if (kind !== 'in_progress' && kind !== 'succeeded' && kind !== 'failed') {
    throw new WrongOrder('a refund is in_progress, succeeded or failed')
  }
  moveRefund(fintoc, id, kind)
  return null
}

function moveDisputeByOrder(fintoc: Fintoc, id: string, kind: unknown): null {
  if (kind !== 'in_review' && kind !== 'won' && kind !== 'lost' && kind !== 'expired') {
    throw new WrongOrder('a dispute is in_review, won, lost or expired')
  }
  moveDispute(fintoc, id, kind)
  return null
}

function afterPayment(fintoc: Fintoc, intent: Intent, order: Record<string, unknown>): null {
  const { kind, amount } = order
  if (kind === 'dispute') dispute(fintoc, intent)
  else refundInDashboard(fintoc, intent, typeof amount === 'number' ? amount : undefined)
  return null
}

function row({ id, organization, request, status, intent, mode }: Session): ControlRow {
  return {
    id,
    merchant: organization.name,
    reference: mode,
    amount: pesos(amountOf(request)),
    state: `${status} · ${intent?.status ?? 'sin intento'}`,
    page: `/checkout/${id}`,
  }
}
