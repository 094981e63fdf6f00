import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clp } from '#domain/money.ts'
import { formatFee, paymentFee } from '#domain/prices.ts'
import { showClp } from '#texts/formats.ts'
import { paymentConnectionsQuery } from '#web/api/payments.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import '#web/texts/payments.ts'
import classes from './Payment.module.css'

const METHODS = ['transfer', 'card'] as const

/** What Folio charges when its document is paid by the link, in each way that its company offers. */
export function LinkCost({ document: { company, payment } }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const connections = useQuery(paymentConnectionsQuery())
  const open = payment?.open ?? 0
  if (open <= 0 || connections.data === undefined) return null
  const offered = connections.data
    .filter((one) => one.company.id === company.id)
    .flatMap(({ providers }) => providers)
    .filter((provider) => provider.connections.some(({ is_offered }) => is_offered))
    .map(({ method }) => method)
  return (
    <div className={classes.linkCost}>
      <p>{t('payment.linkCost.title')}</p>
      <ul>
        {METHODS.filter((method) => offered.includes(method)).map((method) => (
          <li key={method} className="num">
            {t(`payment.linkCost.${method}`, {
              fee: formatFee(method),
              pesos: showClp(paymentFee(method, clp(open)).totalClp),
            })}
          </li>
        ))}
        <li>{t('payment.linkCost.own')}</li>
      </ul>
    </div>
  )
}
