import type { BrowserReturn, Fields, PaymentProvider, PaymentRefs } from '../providers/port.ts'

/** What the browser brought to a return address. */
export interface Arrived {
  query: Fields
  form: Fields
  /** By the address that the provider leads to when its payer gives up. */
  isCancelled: boolean
}

/** How a payer left the provider's pages; null for what none of them sends, or another order's. */
export function returnedAs(
  provider: PaymentProvider,
  known: { provider_ref: string | null; order_id: string },
  { query, form, isCancelled }: Arrived,
): Exclude<BrowserReturn['kind'], 'invalid'> | null {
  const back = provider.readReturn(query, form)
  if (back.kind === 'invalid' || !isOwn(known, back.refs)) return null
  const saysNothing = Object.values(back.refs).every((ref) => ref === null)
  return isCancelled && saysNothing ? 'annulled' : back.kind
}

/** Of another attempt's token nothing is done here. */
function isOwn(
  known: { provider_ref: string | null; order_id: string },
  { providerRef, buyOrder }: PaymentRefs,
): boolean {
  return (
    (providerRef === null || providerRef === known.provider_ref) &&
    (buyOrder === null || buyOrder === known.order_id)
  )
}
