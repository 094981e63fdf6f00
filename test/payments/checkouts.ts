import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { Redirect } from '#server/payments/providers/port.ts'
import type { Stage } from './stage.ts'

/** How a payer ends, in words that each provider has its own for. */
export type PayerEnd = 'pays' | 'isRefused' | 'givesUp'

/**
 * Does at the provider what a payer would, at the newest checkout there or one before it; where the browser is led then.
 */
export function end(
  stage: Pick<Stage, 'simulators'>,
  provider: ProviderName,
  how: PayerEnd,
  at = 0,
): Redirect | null {
  const { webpay, khipu, fintoc, mercadoPago } = stage.simulators
  switch (provider) {
    case 'transbank': {
      const token = webpay.transactions()[at]?.token ?? ''
      if (how === 'pays') return webpay.answer(token, { kind: 'approve' })
      return how === 'givesUp'
        ? webpay.answer(token, { kind: 'annul' })
        : webpay.answer(token, { kind: 'refuse', responseCode: -4 })
    }
    case 'khipu': {
      const id = khipu.payments()[at]?.id ?? ''
      const kinds = { pays: 'pay', isRefused: 'reject', givesUp: 'cancel' } as const
      return khipu.act(id, { kind: kinds[how] })
    }
    case 'fintoc': {
      const id = fintoc.sessions()[at]?.id ?? ''
      const kinds = { pays: 'succeed', isRefused: 'reject', givesUp: 'cancel' } as const
      return fintoc.act(id, { kind: kinds[how] })
    }
    case 'mercadoPago': {
      const id = mercadoPago.preferences()[at]?.id ?? ''
      const kinds = { pays: 'approve', isRefused: 'reject', givesUp: 'cancel' } as const
      return mercadoPago.checkOut(id, { kind: kinds[how] }).redirect
    }
  }
}

/** From our page to the provider's and, as the payer ends there, back. */
export async function payBy(stage: Stage, provider: ProviderName, how: PayerEnd) {
  const { status } = await stage.begin(provider)
  if (status !== 201) throw new Error(`${provider} begins with ${status}`)
  const back = end(stage, provider, how)
  if (back === null) throw new Error(`${provider} leads nowhere`)
  return stage.follow(back)
}

/** How each stand-in names the call that orders a refund. */
export const REFUND_CALL: Readonly<Record<ProviderName, string>> = {
  transbank: 'refund',
  khipu: 'refund',
  fintoc: 'refund.create',
  mercadoPago: 'refund.create',
}
