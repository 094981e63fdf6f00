import type { PaymentDetail } from '#web/api/payments.ts'
import type { DocumentDetail } from '#web/api/queries.ts'

type Owing = Pick<PaymentDetail, 'refunded' | 'taken_back' | 'open'>

/**
 * Whether a nota de crédito is offered beside a refund: money of a factura was given back, and the factura says that it is
 * owed. Not while it is paid: what was given back then had come twice, or has come again.
 */
export function offersNota(
  document: Pick<DocumentDetail, 'document_type' | 'state'>,
  { refunded, taken_back: takenBack, open }: Owing,
): boolean {
  if (document.document_type !== 33 || document.state !== 'issued') return false
  return open > 0 && refunded > takenBack
}
