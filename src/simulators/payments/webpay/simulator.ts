import type { Answer, Redirect } from '../common/answer.ts'
import { controlRoutes, WrongOrder, type ControlRow } from '../common/control.ts'
import { formFields } from '../common/fields.ts'
import { pesos, redirectPage } from '../common/page.ts'
import { createRandom } from '../common/random.ts'
import { startServer, type Route, type Served } from '../common/server.ts'
import { createTroubles, type Troubles } from '../common/troubles.ts'
import { apiRoutes } from './api.ts'
import { endedPage, formPage, WEBPAY } from './form-page.ts'
import { integrationMerchants, type WebpayMerchant } from './merchants.ts'
import { annulInPortal } from './refund.ts'
import { answerForm, redirectOf, webpayOutcome, type WebpayOutcome } from './outcome.ts'
import { defaultSettings, refused, type Webpay, type WebpaySettings } from './state.ts'
import { statusOf, totalOf, type Transaction } from './transaction.ts'

export interface WebpaySimulator {
  /** In place of https://webpay3gint.transbank.cl and https://webpay3g.transbank.cl. */
  url: string
  merchants: readonly WebpayMerchant[]
  settings: WebpaySettings
  troubles: Troubles
  /** Ends the payer's part of a payment; the browser would follow what comes back. */
  answer(token: string, outcome: WebpayOutcome): Redirect
  /** Its merchant annuls a part, or all, in Transbank's portal. */
  annulInPortal(token: string, amount: number): void
  /** Newest first. */
  transactions(): Transaction[]
  served(): readonly Served[]
  close(): Promise<void>
}

export async function startWebpay(options: {
  now: () => number
  seed: string
  port?: number
  merchants?: readonly WebpayMerchant[]
}): Promise<WebpaySimulator> {
  const webpay: Webpay = {
    merchants: [...(options.merchants ?? []), ...integrationMerchants],
    settings: defaultSettings(),
    transactions: new Map(),
    random: createRandom(`webpay ${options.seed}`),
    now: options.now,
    url: '',
  }
  const troubles = createTroubles()
  const server = await startServer({
    port: options.port ?? 0,
    troubles,
    routes: (url) => {
      webpay.url = url
      return [...apiRoutes(webpay), ...pageRoutes(webpay), ...controls(webpay, troubles)]
    },
    refuse: (status) => refused(status, status === 404 ? 'Not Found' : 'Method Not Allowed'),
    rateLimited: refused(429, 'Too Many Requests'),
    serverError: refused(500, 'Internal Server Error'),
  })
  return {
    url: server.url,
    merchants: webpay.merchants,
    settings: webpay.settings,
    troubles,
    answer: (token, outcome) => answerForm(webpay, known(webpay, token), outcome),
    annulInPortal: (token, amount) => annulInPortal(webpay, known(webpay, token), amount),
    transactions: () => [...webpay.transactions.values()].toReversed(),
    served: server.served,
    close: server.close,
  }
}

function known({ transactions }: Webpay, token: string): Transaction {
  const found = transactions.get(token)
  if (found === undefined) throw new WrongOrder('unknown token')
  return found
}

/** The form, opened by POST or GET, and what the payer does there. */
function pageRoutes(webpay: Webpay): Route[] {
  const show = (token: string): Answer => {
    const found = webpay.transactions.get(token)
    if (found?.stage !== 'waiting') return endedPage(found)
    const isLate = webpay.now() - found.createdAtMs > webpay.settings.formLimitMs
    if (!isLate) return formPage(found)
    return redirectPage(WEBPAY, answerForm(webpay, found, { kind: 'timeOut' }))
  }
  const init = /^\/webpayserver\/initTransaction$/
  return [
    page('GET', init, ({ query }) => show(query.get('token_ws') ?? '')),
    page('POST', init, (asked) => show(formFields(asked).get('token_ws') ?? '')),
    page('POST', /^\/webpayserver\/pagar$/, (asked) => submit(webpay, formFields(asked))),
  ]
}

function page(method: 'GET' | 'POST', path: RegExp, handle: Route['handle']): Route {
  return { method, path, call: null, handle }
}

function submit(webpay: Webpay, form: URLSearchParams): Answer {
  const found = webpay.transactions.get(form.get('token_ws') ?? '')
  if (found === undefined) return endedPage(found)
  // The button pressed twice brings the payer back the same way.
  if (found.stage !== 'waiting') return redirectPage(WEBPAY, redirectOf(webpay, found))
  const kind = form.get('accion')
  const chosen = webpayOutcome.safeParse({
    kind,
    ...(kind === 'refuse' ? { responseCode: Number(form.get('codigo')) } : {}),
    ...(kind === 'payWith' ? { cardNumber: form.get('tarjeta') } : {}),
  })
  if (!chosen.success) return formPage(found)
  return redirectPage(WEBPAY, answerForm(webpay, found, chosen.data))
}

function controls(webpay: Webpay, troubles: Troubles): Route[] {
  return controlRoutes({
    brand: WEBPAY,
    troubles,
    notifier: null,
    rows: () => [...webpay.transactions.values()].toReversed().map(row),
    find: (token) => {
      const found = webpay.transactions.get(token)
      return found && { ...found, merchant: found.merchant.commerceCode }
    },
    act: (token, order) => {
      const outcome = webpayOutcome.safeParse(order)
      if (!outcome.success) throw new WrongOrder(outcome.error.message)
      return answerForm(webpay, known(webpay, token), outcome.data)
    },
  })
}

function row(transaction: Transaction): ControlRow {
  const { token, merchant, buyOrder, stage, parts } = transaction
  return {
    id: token,
    merchant: merchant.name,
    reference: buyOrder,
    amount: pesos(totalOf(transaction)),
    state: `${STAGES[stage]} · ${parts.map((part) => statusOf(transaction, part)).join(', ')}`,
    page: stage === 'waiting' ? `/webpayserver/initTransaction?token_ws=${token}` : null,
  }
}

const STAGES = {
  waiting: 'en el formulario',
  answered: 'con respuesta del banco',
  aborted: 'anulado',
  timedOut: 'vencido',
  formError: 'error del formulario',
}
