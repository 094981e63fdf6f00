import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DOCUMENT_PRICE_UF, documentsCharge } from '#domain/prices.ts'
import { formatUf, ufFromWire } from '#domain/uf.ts'
import { showClp } from '#texts/formats.ts'
import { installationQuery } from '#web/api/queries.ts'

/** What Folio charges for so many documents, in words for who is about to order them. The pesos are those of today's UF. */
export function useBatchCost(count: number): string {
  const { t } = useTranslation()
  const rate = ufFromWire(useQuery(installationQuery()).data?.uf?.value)
  if (rate === null) {
    const { alone, withMail } = DOCUMENT_PRICE_UF
    return t('batchCost.later', { alone: formatUf(alone), mailed: formatUf(withMail) })
  }
  const alone = showClp(documentsCharge(count, false, rate))
  const mailed = showClp(documentsCharge(count, true, rate))
  return t('batchCost.inPesos', { count, alone, mailed })
}
