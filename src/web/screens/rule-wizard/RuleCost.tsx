import { useTranslation } from 'react-i18next'
import { DOCUMENT_PRICE_UF, documentsCharge } from '#domain/prices.ts'
import { formatUf, ufFromWire } from '#domain/uf.ts'
import { showClp } from '#texts/formats.ts'
import type { Installation } from '#web/api/queries.ts'
import type { WizardState } from './wizard.ts'

/** What Folio charges for the rule, said before it is saved. Its pesos are today's: each document takes the UF of its day. */
export function RuleCost({
  state: { clients, sendsEmail, once },
  installation,
}: {
  state: WizardState
  installation: Installation
}) {
  const { t } = useTranslation()
  const count = clients.length
  const rate = ufFromWire(installation.uf?.value)
  if (count === 0) return null
  const pesos = (of: number) =>
    rate === null ? '' : showClp(documentsCharge(of, sendsEmail, rate))
  const price = formatUf(sendsEmail ? DOCUMENT_PRICE_UF.withMail : DOCUMENT_PRICE_UF.alone)
  return (
    <p className="muted small num">
      {t(`wizard.cost.price.${sendsEmail ? 'mailed' : 'alone'}`, { price })}{' '}
      {rate === null ? t('wizard.cost.later') : t('wizard.cost.inPesos', { pesos: pesos(1) })}{' '}
      {once === null &&
        `${
          rate === null || count === 1
            ? t('wizard.cost.monthly', { count })
            : t('wizard.cost.monthlyInPesos', { count, pesos: pesos(count) })
        } ${t('wizard.cost.free')}`}
    </p>
  )
}
