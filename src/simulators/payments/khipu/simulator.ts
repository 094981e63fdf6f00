import type { Answer, Redirect } from '../common/answer.ts'
import { controlRoutes, WrongOrder, type ControlRow } from '../common/control.ts'
import { formFields } from '../common/fields.ts'
import { createNotifier, type Notifier } from '../common/notifier.ts'
import { pesos, redirectPage } from '../common/page.ts'
import { createRandom } from '../common/random.ts'
import { startServer, type Route, type Served } from '../common/server.ts'
import { createTroubles, type Troubles } from '../common/troubles.ts'
import type { KhipuAccount } from './accounts.ts'
import { apiRoutes } from './api.ts'
import { bankPage, donePage, KHIPU } from './bank-page.ts'
import { actOn, khipuOutcome, type KhipuOutcome } from './outcome.ts'
import {
  defaultSettings,
  refreshed,
  refused,
  type Khipu,
  type KhipuSettings,
  type Payment,
} from './payment.ts'

export interface KhipuSimulator {
  /** In place of https://payment-api.khipu.com. */
  url: string
  accounts: readonly KhipuAccount[]
  settings: KhipuSettings
  troubles: Troubles
  notifier: Notifier
  act(paymentId: string, outcome: KhipuOutcome): Redirect | null
  /** Newest first. */
  payments(): Payment[]
  served(): readonly Served[]
  close(): Promise<void>
}

const MINUTE_MS = 60_000
/** For up to two days; the steps are a guess: a minute, and twice as long each time. */
const WAITS_MS = Array.from({ length: 11 }, (_, step) => MINUTE_MS * 2 ** step)

export async function startKhipu(options: {
  now: () => number
  seed: string
  accounts: readonly KhipuAccount[]
  port?: number
}): Promise<KhipuSimulator> {
  const settings = defaultSettings()
  const notifier = createNotifier({
    now: options.now,
    waitsMs: () => WAITS_MS,
    // Exactly 200, says the documentation.
    isAccepted: (status) => status === 200,
    signsAgain: () => settings.signsAgain,
  })
  const khipu: Khipu = {
    accounts: [...options.accounts],
    settings,
    payments: new Map(),
    notifier,
    random: createRandom(`khipu ${options.seed}`),
    now: options.now,
    url: '',
  }
  const troubles = createTroubles()
  const server = await startServer({
    port: options.port ?? 0,
    troubles,
    routes: (url) => {
      khipu.url = url
      return [...apiRoutes(khipu), ...pageRoutes(khipu), ...controls(khipu, troubles)]
    },
    refuse: (status) =>
      refused(khipu, status, status === 404 ? 'No existe' : 'Método no permitido'),
    rateLimited: refused(khipu, 429, 'Demasiadas solicitudes'),
    serverError: refused(khipu, 500, 'Error interno'),
  })
  return {
    url: server.url,
    accounts: khipu.accounts,
    settings,
    troubles,
    notifier,
    act: (id, outcome) => actOn(khipu, known(khipu, id), outcome),
    payments: () => [...khipu.payments.values()].map((one) => refreshed(khipu, one)).toReversed(),
    served: server.served,
    close: server.close,
  }
}

function known({ payments }: Khipu, id: string): Payment {
  const found = payments.get(id)
  if (found === undefined) throw new WrongOrder('unknown payment')
  return found
}

function pageRoutes(khipu: Khipu): Route[] {
  const show = (id: string): Answer => {
    const found = khipu.payments.get(id)
    return found === undefined
      ? donePage('Este cobro no existe')
      : bankPage(khipu, refreshed(khipu, found))
  }
  return [
    {
      method: 'GET',
      path: /^\/payment\/(?:info|simplified|manual)\/([a-z0-9]{12})$/,
      call: null,
      handle: ({ caught }) => show(caught[0] ?? ''),
    },
    {
      method: 'POST',
      path: /^\/demobank\/([a-z0-9]{12})$/,
      call: null,
      handle: ({ caught, body }) => submit(khipu, caught[0] ?? '', formFields({ body })),
    },
  ]
}

function submit(khipu: Khipu, id: string, form: URLSearchParams): Answer {
  const found = khipu.payments.get(id)
  if (found === undefined) return donePage('Este cobro no existe')
  const payer = {
    payerRut: form.get('rut') ?? undefined,
    payerName: form.get('nombre') ?? undefined,
  }
  const kind = form.get('accion')
  const pays = kind === 'pay' || kind === 'settle'
  const chosen = khipuOutcome.safeParse({ kind, ...(pays ? payer : {}) })
  if (!chosen.success) return bankPage(khipu, found)
  try {
    const redirect = actOn(khipu, found, chosen.data)
    return redirect === null ? donePage('Listo') : redirectPage(KHIPU, redirect)
  } catch (mistake) {
    // Another RUT than the one that must pay, or a second click.
    if (mistake instanceof WrongOrder) return bankPage(khipu, found)
    throw mistake
  }
}

function controls(khipu: Khipu, troubles: Troubles): Route[] {
  return controlRoutes({
    brand: KHIPU,
    troubles,
    notifier: khipu.notifier,
    rows: () => [...khipu.payments.values()].toReversed().map((one) => row(refreshed(khipu, one))),
    find: (id) => {
      const found = khipu.payments.get(id)
      return found && { ...refreshed(khipu, found), account: found.account.receiverId }
    },
    act: (id, order) => {
      const outcome = khipuOutcome.safeParse(order)
      if (!outcome.success) throw new WrongOrder(outcome.error.message)
      return actOn(khipu, known(khipu, id), outcome.data)
    },
  })
}

function row({ id, account, request, status, statusDetail }: Payment): ControlRow {
  return {
    id,
    merchant: account.name,
    reference: request.transaction_id ?? '',
    amount: pesos(Math.round(request.amount)),
    state: `${status} · ${statusDetail}`,
    page: `/payment/info/${id}`,
  }
}
