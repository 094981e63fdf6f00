import { ActionIcon, Button, Checkbox, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Month } from '#domain/day.ts'
import type { Uf } from '#domain/uf.ts'
import { showClp, showDay, showPrice, showUfRate } from '#texts/formats.ts'
import type { Product } from '#web/api/queries.ts'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { searchable, searchOptions } from '#web/ui/search-options.ts'
import type { LineDraft, NumberFault } from '../line.ts'
import { lineClp, lineProblem, OWN_WORDS } from '../line.ts'
import { inWords } from '../preview.ts'
import classes from './steps.module.css'

interface Props {
  number: number
  line: LineDraft
  products: Product[]
  /** Said where the list of products has nothing to show. */
  nothing: string
  rate: Uf | null
  rateToday: Uf | null
  rateDay: string | null
  /** The month the next factura speaks of: its name stands where a product says {{mes}}. */
  month: Month | null
  canRemove: boolean
  /** One document, in which nothing is left to be filled in later. */
  isOnce: boolean
  onChange: (change: Partial<LineDraft>) => void
  onPick: (product: Product) => void
  onNew: () => void
  onRemove: () => void
}

export function LineRow(props: Props) {
  const { t } = useTranslation()
  const { number, line, products, canRemove, onChange } = props
  const [touched, setTouched] = useState({ quantity: false, price: false })
  const problem = lineProblem(line)
  const fault = (found: NumberFault | null | undefined, missing: string) =>
    found == null ? null : found === 'missing' ? missing : t(`wizard.lines.${found}`)
  return (
    <fieldset className={classes.line}>
      <legend className={classes.lineLegend}>{t('wizard.lines.line', { number })}</legend>
      <div className={classes.lineProduct}>
        {line.productId === OWN_WORDS ? (
          <TextInput
            label={t('wizard.lines.ownWords')}
            maxLength={80}
            value={line.name}
            error={problem?.product}
            onChange={({ currentTarget: { value } }) => onChange({ name: value })}
          />
        ) : (
          <Select
            label={t('wizard.lines.product')}
            placeholder={line.name || t('wizard.lines.productPlaceholder')}
            searchable
            allowDeselect={false}
            selectFirstOptionOnChange
            {...searchable}
            filter={searchOptions}
            nothingFoundMessage={props.nothing}
            data={products.map(({ id, name }) => ({
              value: String(id),
              label: inWords(name, props.month),
            }))}
            renderOption={({ option }) => (
              <ProductOption
                label={option.label}
                product={products.find(({ id }) => String(id) === option.value)}
              />
            )}
            value={line.productId === null ? null : String(line.productId)}
            onChange={(value) => {
              const product = products.find(({ id }) => String(id) === value)
              if (product !== undefined) props.onPick(product)
            }}
          />
        )}
        <Button
          variant="subtle"
          size="sm"
          className={classes.newProduct}
          leftSection={<IconPlus size={15} />}
          onClick={props.onNew}
        >
          {t('wizard.lines.newProduct')}
        </Button>
      </div>
      <div className={classes.lineNumbers}>
        <TextInput
          label={t('wizard.lines.quantity')}
          inputMode="decimal"
          className="num"
          value={line.quantity}
          disabled={!line.quantityIsFixed}
          error={touched.quantity && fault(problem?.quantity, t('wizard.lines.badQuantity'))}
          onBlur={() => setTouched((old) => ({ ...old, quantity: true }))}
          onChange={({ currentTarget: { value } }) => onChange({ quantity: value })}
        />
        <TextInput
          label={t(line.currency === 'UF' ? 'wizard.lines.priceUf' : 'wizard.lines.priceClp')}
          inputMode="decimal"
          className="num"
          leftSection={<span className="small muted">{line.currency === 'UF' ? 'UF' : '$'}</span>}
          value={line.price}
          disabled={!line.priceIsFixed}
          error={touched.price && fault(problem?.price, t('wizard.lines.badPrice'))}
          onBlur={() => setTouched((old) => ({ ...old, price: true }))}
          onChange={({ currentTarget: { value } }) => onChange({ price: value })}
        />
        {canRemove && (
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            className={classes.lineRemove}
            aria-label={t('wizard.lines.remove', { number })}
            onClick={props.onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.lineFixed}>
        {!props.isOnce && <Fixed line={line} onChange={onChange} />}
        <Pesos {...props} />
      </div>
      {!(line.quantityIsFixed && line.priceIsFixed) && (
        <p className="muted small">{t('wizard.lines.notFixedHint')}</p>
      )}
    </fieldset>
  )
}

/** What isn't fixed is asked for each month. */
function Fixed({ line, onChange }: Pick<Props, 'line' | 'onChange'>) {
  const { t } = useTranslation()
  return (
    <>
      <Checkbox
        size="xs"
        label={t('wizard.lines.quantityFixed')}
        checked={line.quantityIsFixed}
        onChange={({ currentTarget: { checked } }) => onChange({ quantityIsFixed: checked })}
      />
      <Checkbox
        size="xs"
        label={t('wizard.lines.priceFixed')}
        checked={line.priceIsFixed}
        onChange={({ currentTarget: { checked } }) => onChange({ priceIsFixed: checked })}
      />
    </>
  )
}

function ProductOption({ label, product }: { label: string; product: Product | undefined }) {
  return (
    <span className={classes.option}>
      <span>{label}</span>
      {product !== undefined && (
        <span className="num muted">{showPrice(product.unit_price, product.currency)}</span>
      )}
    </span>
  )
}

/** The pesos beneath a price in UF: those of the next emission, else today's as a measure only. */
function Pesos({ line, rate, rateToday, rateDay }: Props) {
  const { t } = useTranslation()
  if (line.currency !== 'UF' || line.productId === null) return null
  const exact = lineClp(line, rate)
  const about = lineClp(line, rateToday)
  const isFixed = line.quantityIsFixed && line.priceIsFixed
  const text =
    exact !== null && rate !== null && rateDay !== null
      ? t('wizard.lines.ufRate', {
          amount: showClp(exact),
          day: showDay(rateDay),
          value: showUfRate(rate),
        })
      : about !== null
        ? t('wizard.lines.ufToday', { amount: showClp(about) })
        : t(isFixed ? 'wizard.lines.ufUnknown' : 'wizard.lines.ufToComplete')
  return <p className={`${classes.pesos} num`}>{text}</p>
}
