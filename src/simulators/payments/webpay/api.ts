import type { Answer } from '../common/answer.ts'
import { jsonObject } from '../common/fields.ts'
import type { Asked, Route } from '../common/server.ts'
import { capture } from './capture.ts'
import { commit } from './commit.ts'
import { create } from './create.ts'
import type { WebpayMerchant } from './merchants.ts'
import { refund } from './refund.ts'
import { shape } from './shape.ts'
import { invalidParameter, refused, STATUS_WINDOW_MS, type Webpay } from './state.ts'
import type { Transaction } from './transaction.ts'

const BASE = '/rswebpaytransaction/api/webpay/v1\\.2/transactions'

/** The REST API, version 1.2. */
export function apiRoutes(webpay: Webpay): Route[] {
  const route = (method: Route['method'], tail: string, call: string, handle: Handler): Route => ({
    method,
    path: new RegExp(`^${BASE}${tail}$`),
    call,
    handle: (asked) => atDoor(webpay, asked, handle),
  })
  const of = (handle: OfTransaction): Handler => withTransaction(webpay, handle)
  return [
    route('POST', '', 'create', (_, merchant, body) => create(webpay, merchant, body)),
    route(
      'PUT',
      '/([^/]+)',
      'commit',
      of((transaction) => commit(webpay, transaction)),
    ),
    route(
      'GET',
      '/([^/]+)',
      'status',
      of((transaction) => status(webpay, transaction)),
    ),
    route(
      'POST',
      '/([^/]+)/refunds',
      'refund',
      of((transaction, body) => refund(webpay, transaction, body)),
    ),
    route(
      'PUT',
      '/([^/]+)/capture',
      'capture',
      of((transaction, body) => capture(webpay, transaction, body)),
    ),
    ...(['GET', 'POST', 'PUT'] as const).map((method) => otherVersion(method)),
  ]
}

type Handler = (asked: Asked, merchant: WebpayMerchant, body: Record<string, unknown>) => Answer
type OfTransaction = (transaction: Transaction, body: Record<string, unknown>) => Answer

/** What is checked of every call before its own rules: headers, the key, the body's form. */
function atDoor({ merchants }: Webpay, asked: Asked, handle: Handler): Answer {
  const { headers, method, body } = asked
  const accepted = headers['accept'] ?? '*/*'
  if (!/\*\/\*|application\/(json|\*)/.test(accepted)) return refused(406, 'Not Acceptable')
  const merchant = merchants.find(
    ({ commerceCode, apiKey }) =>
      headers['tbk-api-key-id'] === commerceCode && headers['tbk-api-key-secret'] === apiKey,
  )
  if (merchant === undefined) return refused(401, 'Not Authorized')
  if (method === 'GET') return handle(asked, merchant, {})
  const isJson = (headers['content-type'] ?? '').startsWith('application/json')
  if (!isJson) return refused(415, 'Unsupported Media Type')
  // A commit needs no body; the SDK sends an empty object.
  const read = body.length === 0 ? {} : jsonObject(body)
  return read === null ? refused(400, 'Bad Request: malformed JSON') : handle(asked, merchant, read)
}

/** Another commerce's token is as unknown as one that never was [guess]. */
function withTransaction({ transactions }: Webpay, handle: OfTransaction): Handler {
  return ({ caught }, merchant, body) => {
    const [token = ''] = caught
    if (!/^[0-9a-f]{64}$/.test(token)) return invalidParameter('token')
    const found = transactions.get(token)
    if (found?.merchant.commerceCode !== merchant.commerceCode) {
      return invalidParameter('transaction not found')
    }
    return handle(found, body)
  }
}

function status({ now }: Webpay, transaction: Transaction): Answer {
  if (now() - transaction.createdAtMs > STATUS_WINDOW_MS) {
    return refused(
      422,
      "The transactions's date has passed max time (7 days) to recover the status",
    )
  }
  return shape(transaction)
}

function otherVersion(method: Route['method']): Route {
  return {
    method,
    path: /^\/rswebpaytransaction\/api\/webpay\/v(?!1\.2\/)[^/]+\/transactions(\/.*)?$/,
    call: 'otherVersion',
    handle: () => refused(422, 'Api mismatch error, required version is 1.2'),
  }
}
