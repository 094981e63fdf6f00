import { controlRoutes, WrongOrder, type ControlRow } from '../common/control.ts'
import { createReplays } from '../common/idempotency.ts'
import { createNotifier, type Notifier } from '../common/notifier.ts'
import { pesos } from '../common/page.ts'
import { createRandom } from '../common/random.ts'
import { startServer, type Route, type Served } from '../common/server.ts'
import { createTroubles, type Troubles } from '../common/troubles.ts'
import { apiRoutes } from './api.ts'
import { refused } from './errors.ts'
import {
  changeLater,
  checkOut,
  checkoutOutcome,
  laterStatus,
  type CheckoutEnd,
  type CheckoutOutcome,
} from './outcome.ts'
import { checkoutRoutes, permissionRoutes } from './page-routes.ts'
import { addRefund, moveRefund } from './refunds.ts'
import { MERCADO_PAGO } from './pages.ts'
import { totalOf } from './request.ts'
import type {
  MercadoPago,
  MercadoPagoApplication,
  MercadoPagoSettings,
  Payment,
  Preference,
  Seller,
} from './state.ts'

export interface MercadoPagoSimulator {
  /** In place of https://api.mercadopago.com; the page of permissions is at `${url}/authorization`. */
  url: string
  application: MercadoPagoApplication
  sellers: readonly Seller[]
  settings: MercadoPagoSettings
  troubles: Troubles
  notifier: Notifier
  checkOut(preferenceId: string, outcome: CheckoutOutcome): CheckoutEnd
  changeLater(paymentId: number, status: Parameters<typeof changeLater>[2]): void
  /** What its seller gives back at Mercado Pago's own site. */
  refund(paymentId: number, amount: number): void
  /** The end of a refund that is in process; throws `WrongOrder` when none of that number is. */
  moveRefund(refundId: number, status: 'approved' | 'rejected'): void
  /** Newest first. */
  payments(): Payment[]
  preferences(): Preference[]
  served(): readonly Served[]
  close(): Promise<void>
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const SCHEDULES = {
  quarterHour: [15 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 48 * HOUR_MS, 96 * HOUR_MS],
  fiveMinutes: [5 * MINUTE_MS, 45 * MINUTE_MS, 6 * HOUR_MS, 2 * DAY_MS, 4 * DAY_MS],
}

interface Options {
  now: () => number
  seed: string
  application: MercadoPagoApplication
  sellers: readonly Seller[]
  port?: number
}

export async function startMercadoPago(options: Options): Promise<MercadoPagoSimulator> {
  const mercadoPago = createState(options)
  const troubles = createTroubles()
  const server = await startServer({
    port: options.port ?? 0,
    troubles,
    routes: (url) => {
      mercadoPago.url = url
      return [
        ...apiRoutes(mercadoPago),
        ...checkoutRoutes(mercadoPago),
        ...permissionRoutes(mercadoPago),
        ...controls(mercadoPago, troubles),
      ]
    },
    refuse: (status) =>
      refused(status, status === 404 ? 'not_found' : 'method_not_allowed', 'resource not found'),
    rateLimited: refused(429, 'too_many_requests', 'too many requests'),
    serverError: refused(500, 'internal_error', 'internal error'),
  })
  const { payments, preferences } = mercadoPago
  return {
    url: server.url,
    application: mercadoPago.application,
    sellers: mercadoPago.sellers,
    settings: mercadoPago.settings,
    troubles,
    notifier: mercadoPago.notifier,
    checkOut: (id, outcome) => checkOut(mercadoPago, knownPreference(mercadoPago, id), outcome),
    changeLater: (id, status) => changeLater(mercadoPago, knownPayment(mercadoPago, id), status),
    refund: (id, amount) => void addRefund(mercadoPago, knownPayment(mercadoPago, id), amount),
    moveRefund: (id, status) => moveRefund(mercadoPago, id, status),
    payments: () => [...payments.values()].toReversed(),
    preferences: () => [...preferences.values()].toReversed(),
    served: server.served,
    close: server.close,
  }
}

function createState({ now, seed, application, sellers }: Options): MercadoPago {
  const settings: MercadoPagoSettings = {
    timeUnit: 's',
    signsAgain: true,
    schedule: 'quarterHour',
    refundsTakeTime: false,
  }
  return {
    application,
    sellers,
    settings,
    preferences: new Map(),
    payments: new Map(),
    codes: new Map(),
    refreshTokens: new Map(),
    accessTokens: new Map(),
    replays: createReplays(now),
    notifier: createNotifier({
      now,
      waitsMs: () => SCHEDULES[settings.schedule],
      isAccepted: (status) => status === 200 || status === 201,
      signsAgain: () => settings.signsAgain,
    }),
    random: createRandom(`mercado pago ${seed}`),
    now,
    url: '',
  }
}

function knownPreference({ preferences }: MercadoPago, id: string): Preference {
  const found = preferences.get(id)
  if (found === undefined) throw new WrongOrder('unknown preference')
  return found
}

function knownPayment({ payments }: MercadoPago, id: number): Payment {
  const found = payments.get(id)
  if (found === undefined) throw new WrongOrder('unknown payment')
  return found
}

function controls(mercadoPago: MercadoPago, troubles: Troubles): Route[] {
  return controlRoutes({
    brand: MERCADO_PAGO,
    troubles,
    notifier: mercadoPago.notifier,
    rows: () =>
      [...mercadoPago.preferences.values()].toReversed().map((one) => row(mercadoPago, one)),
    find: (id) => describe(mercadoPago, id),
    act: (id, order) => {
      if (/^\d+$/.test(id)) {
        const status = laterStatus.safeParse(order['status'])
        if (!status.success) throw new WrongOrder(status.error.message)
        changeLater(mercadoPago, knownPayment(mercadoPago, Number(id)), status.data)
        return null
      }
      const outcome = checkoutOutcome.safeParse(order)
      if (!outcome.success) throw new WrongOrder(outcome.error.message)
      return checkOut(mercadoPago, knownPreference(mercadoPago, id), outcome.data).redirect
    },
  })
}

function describe(mercadoPago: MercadoPago, id: string): object | undefined {
  const preference = mercadoPago.preferences.get(id)
  if (preference === undefined) return undefined
  const payments = [...mercadoPago.payments.values()].filter((one) => one.preference === preference)
  return {
    id,
    ignoredFields: preference.ignoredFields,
    payments: payments.map((one) => ({ id: one.id, status: one.status, detail: one.detail })),
  }
}

function row(mercadoPago: MercadoPago, preference: Preference): ControlRow {
  const { id, seller, request } = preference
  const payments = [...mercadoPago.payments.values()].filter((one) => one.preference === preference)
  return {
    id,
    merchant: seller.nickname,
    reference: request.external_reference ?? '',
    amount: pesos(totalOf(request)),
    state: payments.map(({ status }) => status).join(', ') || 'sin pagos',
    page: `/checkout/v1/redirect?pref_id=${id}`,
  }
}
