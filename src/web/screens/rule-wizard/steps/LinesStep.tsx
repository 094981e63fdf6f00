import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_LINES } from '#contract/rules.ts'
import { parseMonth } from '#domain/day.ts'
import { formatRetentionRate } from '#domain/retention.ts'
import { facturaTotals } from '#domain/totals.ts'
import { ufFromWire } from '#domain/uf.ts'
import { showClp } from '#texts/formats.ts'
import type { Company, Emission, Installation, Product } from '#web/api/queries.ts'
import { productsQuery } from '#web/api/queries.ts'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { lineClp } from '../line.ts'
import { boletaTotals, rateOf } from '../preview.ts'
import { maxLines } from '../steps.ts'
import type { StepProps } from '../wizard.ts'
import { addLine, changeLine, pickProduct, removeLine } from '../wizard.ts'
import { LineRow } from './LineRow.tsx'
import { StepHead } from './StepHead.tsx'
import classes from './steps.module.css'

// With its first use: most lines are of products that there are.
const NewProduct = lazy(async () => ({
  default: (await import('./NewProduct.tsx')).NewProduct,
}))

const SHOWN_CLIENTS = 4

type Props = StepProps & {
  company: Company
  installation: Installation
  emission: Emission | undefined
}

export function LinesStep(props: Props) {
  const { t } = useTranslation()
  const { state } = props
  const more = state.clients.length - SHOWN_CLIENTS
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
      <LinesFields {...props} />
    </>
  )
}

/** What is billed: up to ten lines of a factura, four of a boleta. */
export function LinesFields({ state, onChange, company, installation, emission }: Props) {
  const { t } = useTranslation()
  const products = useQuery(productsQuery(company.id))
  const [newFor, setNewFor] = useState<number | null>(null)
  const rate = rateOf(emission)
  const month = parseMonth(emission?.service_month ?? '')
  const today = installation.uf === null ? null : ufFromWire(installation.uf.value)
  const most = maxLines(state)
  const nothing = products.isPending
    ? t('wizard.lines.loading')
    : products.isLoadingError
      ? t('wizard.lines.notLoaded')
      : t(products.data?.length === 0 ? 'wizard.lines.noProducts' : 'wizard.lines.nothing')
  const isFull = state.lines.length >= most
  const pick = (key: number, product: Product) => {
    onChange((old) => pickProduct(old, key, product))
    setNewFor(null)
  }
  return (
    <>
      {products.isLoadingError && (
        <div className={classes.notLoaded}>
          <FaultNotice
            title={t('wizard.lines.notLoaded')}
            fault={products.error}
            onRetry={() => void products.refetch()}
          />
        </div>
      )}
      <ol className={classes.lines}>
        {state.lines.map((line, index) => (
          <li key={line.key}>
            <LineRow
              number={index + 1}
              line={line}
              products={products.data ?? []}
              nothing={nothing}
              rate={rate}
              rateToday={today}
              month={month}
              rateDay={emission?.uf?.day ?? null}
              canRemove={state.lines.length > 1}
              isOnce={state.once !== null}
              onChange={(change) => onChange((old) => changeLine(old, line.key, change))}
              onPick={(product) => pick(line.key, product)}
              onNew={() => setNewFor(line.key)}
              onRemove={() => onChange((old) => removeLine(old, line.key))}
            />
            {newFor === line.key && (
              <Suspense>
                <NewProduct
                  line={line}
                  partyId={company.company_info.id}
                  companyId={company.id}
                  onCreated={(product) => pick(line.key, product)}
                  onCancel={() => setNewFor(null)}
                />
              </Suspense>
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
        {isFull && <span className="muted small">{t('wizard.lines.full', { count: most })}</span>}
        {state.kind === 'boletaHonorarios' ? (
          <BoletaTotals state={state} emission={emission} />
        ) : (
          <Totals amounts={state.lines.map((line) => lineClp(line, rate))} />
        )}
      </div>
    </>
  )
}

function BoletaTotals({ state, emission }: Pick<Props, 'state' | 'emission'>) {
  const { t } = useTranslation()
  const totals = boletaTotals(state, state.clients[0], emission)
  if (totals === null) return null
  return (
    <dl className={`${classes.totals} num`}>
      <dt>{t('wizard.boleta.gross')}</dt>
      <dd>{showClp(totals.grossClp)}</dd>
      <dt>{t('wizard.boleta.retention', { rate: formatRetentionRate(totals.rateBasisPoints) })}</dt>
      <dd>{showClp(totals.retentionClp)}</dd>
      <dt>{t('wizard.boleta.liquido')}</dt>
      <dd>{showClp(totals.liquidoClp)}</dd>
    </dl>
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
