import { isWebUrl } from './addresses.ts'
import type { CheckoutOrder, ProviderSettings, RefundOrder } from './port.ts'

export const BUY_ORDER = /^[A-Za-z0-9_-]{1,26}$/
const ATTEMPT_ID = /^[A-Za-z0-9_-]{1,61}$/
/** The least of what the four take: Transbank's. */
const MAX_URL_CHARACTERS = 255

/** Throws for what no provider takes: only a mistake of ours makes it. */
export function checkOrder(order: CheckoutOrder, { environment }: ProviderSettings): void {
  const { amountClp, buyOrder, attemptId, returnUrl, cancelUrl, notifyUrl } = order
  if (amountClp <= 0) throw new RangeError(`Nothing to pay: ${amountClp}`)
  if (!BUY_ORDER.test(buyOrder)) throw new RangeError('Not a buy order')
  if (!ATTEMPT_ID.test(attemptId)) throw new RangeError('Not the id of an attempt')
  for (const url of [returnUrl, cancelUrl, notifyUrl]) {
    if (url.length > MAX_URL_CHARACTERS || !isWebUrl(url, environment)) {
      throw new RangeError('Not an address of ours that a provider can call')
    }
  }
}

/** Throws for an amount that isn't part of what was paid. */
export function checkRefund({ amountClp, paidClp }: RefundOrder): void {
  if (amountClp <= 0 || amountClp > paidClp) {
    throw new RangeError(`Not a part of ${paidClp}: ${amountClp}`)
  }
}

/** The text in one line, at most as long as the provider takes, no character cut in two. */
export function shortText(text: string, maxCharacters: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return Array.from(line).slice(0, maxCharacters).join('')
}
