import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showClp } from '#texts/formats.ts'
import { paymentQuery } from '#web/api/payments.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Says what becomes of money that came already, before a nota of this total is ordered. Nothing when none is left over. */
export function MoneyAfter({ factura, total }: { factura: DocumentDetail; total: number }) {
  const { t } = useTranslation()
  const { data: payment } = useQuery({
    ...paymentQuery(factura.id),
    enabled: factura.payment !== null,
  })
  if (payment === undefined) return null
  const received = payment.paid - payment.refunded
  const excess = received - Math.max(0, payment.owed - total)
  if (received <= 0 || excess <= 0) return null
  return (
    <Notice tone="needsYou" title={t('nota.moneyTitle', { received: showClp(received) })}>
      {t('nota.money', { excess: showClp(excess) })}
    </Notice>
  )
}
