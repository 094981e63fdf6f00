import { readPayment } from '#contract/payments.ts'
import { rewritten } from '../fixtures/held-calls.ts'
import type { Place } from '../fixtures/place.ts'

/** A document whose first payment came by Khipu, of which nobody knows whether a part was given back. */
export function refundUnseen(documentId: number): Place {
  return rewritten(
    'document-payment-refund-unseen',
    `/documents/${documentId}`,
    `/api/documents/${documentId}/payment/`,
    mayHaveGoneBack,
    (at) => at.getByText(/^No supimos si Khipu alcanzó a devolver/).waitFor(),
  )
}

function mayHaveGoneBack(answer: unknown) {
  const detail = readPayment.reply.parse(answer)
  const [paid] = detail.payments
  if (paid === undefined) throw new Error('Nothing was paid')
  const amount = 48_750
  return {
    ...detail,
    payments: [{ ...paid, way: 'transfer', source: 'provider', recorded_by: null }],
    attempts: [
      {
        id: 1,
        at: '2026-11-05T15:00:00Z',
        provider: 'khipu',
        amount: paid.amount,
        share: paid.share,
        state: 'succeeded',
        status: 'done normal',
        method: null,
        payments: [paid.id],
        questions: [{ id: 1, kind: 'refundUnseen', amount }],
        is_disconnected: false,
        refunds: [{ id: 1, payment: paid.id, amount, at: '2026-11-05T16:00:00Z', state: 'unseen' }],
      },
    ],
  }
}
