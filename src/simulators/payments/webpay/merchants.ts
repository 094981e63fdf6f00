/** A commerce code that Transbank knows. */
export interface WebpayMerchant {
  commerceCode: string
  apiKey: string
  name: string
  /** Codes of the stores that a mall sells for; none for a plain commerce code. */
  stores?: readonly string[]
  isDeferred?: boolean
  mode: 'integration' | 'production'
}

/** Transbank's own, for whoever integrates (transbank-developers-docs): they open nothing but a test. */
const INTEGRATION_KEY = '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C'

export const integrationMerchants: readonly WebpayMerchant[] = [
  integration('597055555532', 'Webpay Plus'),
  integration('597055555540', 'Webpay Plus diferido', [], true),
  integration('597055555535', 'Webpay Plus Mall', ['597055555536', '597055555537']),
  integration('597055555581', 'Webpay Plus Mall diferido', ['597055555582', '597055555583'], true),
]

function integration(
  commerceCode: string,
  name: string,
  stores: readonly string[] = [],
  isDeferred = false,
): WebpayMerchant {
  return { commerceCode, apiKey: INTEGRATION_KEY, name, stores, isDeferred, mode: 'integration' }
}

export function isMall({ stores = [] }: WebpayMerchant): boolean {
  return stores.length > 0
}
