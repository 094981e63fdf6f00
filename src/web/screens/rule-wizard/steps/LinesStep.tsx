import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/rules.ts'
import { parseMonth } from '#domain/day.ts'
import { facturaTotals } from '#domain/totals.ts'
import { ufFromWire } from '#domain/uf.ts'
import { showClp } from '#texts/formats.ts'
import type { Company, Emission, Installation, Product } from '#web/api/queries.ts'
import { productsQuery } from '#web/api/queries.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { lineClp } from '../line.ts'
import { rateOf } from '../preview.ts'
import type { StepProps } from '../wizard.ts'
import { addLine, changeLine, pickProduct, removeLine } from '../wizard.ts'
import { LineRow } from './LineRow.tsx'
import { NewProduct } from './NewProduct.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

const SHOWN_CLIENTS = 4

export function LinesStep({
  state,
  onChange,
  company,
  installation,
  emission,
}: StepProps & { company: Company; installation: Installation; emission: Emission | undefined }) {
  const { t } = useTranslation()
  const products = useQuery(productsQuery(company.id))
  const [newFor, setNewFor] = useState<number | null>(null)
  const rate = rateOf(emission)
  const month = parseMonth(emission?.service_month ?? '')
  const today = installation.uf === null ? null : ufFromWire(installation.uf.value)
  const more = state.clients.length - SHOWN_CLIENTS
  const isFull = state.lines.length >= MAX_LINES
  const pick = (key: number, product: Product) => {
    onChange((old) => pickProduct(old, key, product))
    setNewFor(null)
  }
  return (
    <>
      <StepHead
        title={t('wizard.lines.title')}
        lead={t('wizard.lines.lead', { count: MAX_LINES })}
      />
      <p className={classes.chosen}>
        {state.clients.slice(0, SHOWN_CLIENTS).map(({ client }) => (
          <Pill key={client.id}>{client.client_info.name}</Pill>
        ))}
        {more > 0 && <Pill>+{more}</Pill>}
      </p>
      {products.isError && (
        <FaultState fault={products.error} onRetry={() => void products.refetch()} />
      )}
      <ol className={classes.lines}>
        {state.lines.map((line, index) => (
          <li key={line.key}>
            <LineRow
              number={index + 1}
              line={line}
              products={products.data ?? []}
              rate={rate}
              rateToday={today}
              month={month}
              rateDay={emission?.uf?.day ?? null}
              canRemove={state.lines.length > 1}
              onChange={(change) => onChange((old) => changeLine(old, line.key, change))}
              onPick={(product) => pick(line.key, product)}
              onNew={() => setNewFor(line.key)}
              onRemove={() => onChange((old) => removeLine(old, line.key))}
            />
            {newFor === line.key && (
              <NewProduct
                partyId={company.company_info.id}
                companyId={company.id}
                onCreated={(product) => pick(line.key, product)}
                onCancel={() => setNewFor(null)}
              />
            )}
          </li>
        ))}
      </ol>
      <div className={classes.lineFoot}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} />}
          disabled={isFull}
          onClick={() => onChange(addLine)}
        >
          {t('wizard.lines.add')}
        </Button>
        {isFull && (
          <span className="muted small">{t('wizard.lines.full', { count: MAX_LINES })}</span>
        )}
        <Totals amounts={state.lines.map((line) => lineClp(line, rate))} />
      </div>
    </>
  )
}

function Totals({ amounts }: { amounts: ReturnType<typeof lineClp>[] }) {
  const { t } = useTranslation()
  const known = amounts.filter((amount) => amount !== null)
  if (known.length < amounts.length) return null
  const { netoClp, ivaClp, totalClp } = facturaTotals(known.map((amountClp) => ({ amountClp })))
  return (
    <dl className={`${classes.totals} num`}>
      <dt>{t('wizard.lines.neto')}</dt>
      <dd>{showClp(netoClp)}</dd>
      <dt>{t('wizard.lines.iva')}</dt>
      <dd>{showClp(ivaClp)}</dd>
      <dt>{t('wizard.lines.total')}</dt>
      <dd>{showClp(totalClp)}</dd>
    </dl>
  )
}
