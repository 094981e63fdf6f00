import { z } from 'zod'
import { json, type Answer } from '../common/answer.ts'
import { check, isWebAddress } from '../common/fields.ts'
import { isMall, type WebpayMerchant } from './merchants.ts'
import { invalidParameter, refused, type Webpay } from './state.ts'
import type { Part } from './transaction.ts'

const buyOrder = z.string().regex(/^[\w|=&%.,~:/?[+!@()>-]{1,26}$/)
const sessionId = z.string().min(1).max(61)
const returnUrl = z
  .string()
  .max(256)
  .refine((text) => isWebAddress(text))
/** Pesos: whole, at most 17 digits. */
const amount = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

const plain = z.strictObject({
  buy_order: buyOrder,
  session_id: sessionId,
  amount,
  return_url: returnUrl,
})

const mall = z.strictObject({
  buy_order: buyOrder,
  session_id: sessionId,
  return_url: returnUrl,
  details: z
    .array(
      z.strictObject({
        amount,
        commerce_code: z.string(),
        buy_order: buyOrder,
        installments_number: z.number().int().optional(),
      }),
    )
    .min(1),
})

interface Wanted {
  buyOrder: string
  sessionId: string
  returnUrl: string
  parts: { commerceCode: string; buyOrder: string; amount: number }[]
}

export function create(webpay: Webpay, merchant: WebpayMerchant, body: unknown): Answer {
  const wanted = isMall(merchant) ? readMall(merchant, body) : readPlain(merchant, body)
  if ('status' in wanted) return wanted
  if (isRepeated(webpay, merchant, wanted)) return invalidParameter('buy_order')
  const token = webpay.random.hex(64)
  webpay.transactions.set(token, {
    token,
    merchant,
    buyOrder: wanted.buyOrder,
    sessionId: wanted.sessionId,
    returnUrl: wanted.returnUrl,
    createdAtMs: webpay.now(),
    parts: wanted.parts.map(newPart),
    stage: 'waiting',
    answer: null,
    committedAtMs: null,
  })
  return json(200, { token, url: `${webpay.url}/webpayserver/initTransaction` })
}

function readPlain({ commerceCode }: WebpayMerchant, body: unknown): Wanted | Answer {
  const read = check(plain, body)
  if (read.kind === 'faults') return refusal(read.faults)
  const { value } = read
  return {
    buyOrder: value.buy_order,
    sessionId: value.session_id,
    returnUrl: value.return_url,
    parts: [{ commerceCode, buyOrder: value.buy_order, amount: value.amount }],
  }
}

function readMall({ stores = [] }: WebpayMerchant, body: unknown): Wanted | Answer {
  const read = check(mall, body)
  if (read.kind === 'faults') return refusal(read.faults)
  const { details, ...value } = read.value
  const stranger = details.find((detail) => !stores.includes(detail.commerce_code))
  if (stranger !== undefined) return invalidParameter('details.commerce_code')
  if (new Set(details.map((detail) => detail.buy_order)).size < details.length) {
    return invalidParameter('details.buy_order')
  }
  return {
    buyOrder: value.buy_order,
    sessionId: value.session_id,
    returnUrl: value.return_url,
    parts: details.map((detail) => ({
      commerceCode: detail.commerce_code,
      buyOrder: detail.buy_order,
      amount: detail.amount,
    })),
  }
}

/** An unknown field is a bad request; a field that is missing or wrong names itself. */
export function refusal(faults: { field: string; problem: string }[]): Answer {
  const unknown = faults.find(({ problem }) => problem === 'unknown')
  if (unknown !== undefined) return refused(400, `Unrecognized field "${unknown.field}"`)
  return invalidParameter((faults[0]?.field ?? '').replace(/\.\d+\./, '.'))
}

function isRepeated(webpay: Webpay, { commerceCode }: WebpayMerchant, wanted: Wanted): boolean {
  if (webpay.settings.repeatedBuyOrder === 'accepted') return false
  return [...webpay.transactions.values()].some(
    ({ merchant, buyOrder }) =>
      merchant.commerceCode === commerceCode && buyOrder === wanted.buyOrder,
  )
}

function newPart(wanted: Wanted['parts'][number]): Part {
  return {
    ...wanted,
    responseCode: null,
    authorizationCode: '',
    captured: null,
    isReversed: false,
    nullifiedAmount: 0,
  }
}
