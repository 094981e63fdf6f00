import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parseMonth } from '#domain/day.ts'
import { showClp, showDay, showMonth, showPrice, showQuantity, showUfRate } from '#texts/formats.ts'
import { language } from '#web/language.ts'
import type { NumberFault } from '../rule-wizard/line.ts'
import { inWords } from '../rule-wizard/preview.ts'
import { pesosOf, type Rate } from './month-totals.ts'
import type { Faults, MonthlyValue, Typed } from './values.ts'
import { fieldId, lastText, problemOf, typedFrom } from './values.ts'
import classes from './Values.module.css'

/** One line of one client: only what the rule leaves open is asked, beside what it fixes. */
export function Line({
  value,
  month,
  typed,
  rate,
  isTried,
  refused,
  onChange,
}: {
  value: MonthlyValue
  month: string
  typed: Typed
  rate: Rate | null
  isTried: boolean
  /** The server's own sentences. */
  refused: Faults
  onChange: (change: Partial<Typed>) => void
}) {
  const { t } = useTranslation()
  const problem = isTried ? problemOf(value, typed) : null
  const fault = (found: NumberFault | null | undefined, missing: string) =>
    found == null ? null : found === 'missing' ? missing : t(`wizard.lines.${found}`)
  const last = lastText(value, (quantity, price) => t('values.lastOf', { quantity, price }))
  return (
    <div className={classes.line}>
      <p className={classes.description}>
        {inWords(value.description, parseMonth(month))}{' '}
        <span className="muted num nowrap">{fixedText(value)}</span>
      </p>
      <div className={classes.numbers}>
        {!value.quantity_is_fixed && (
          <TextInput
            id={fieldId('quantity', value)}
            label={t('wizard.lines.quantity')}
            inputMode="decimal"
            className="num"
            maxLength={30}
            value={typed.quantity}
            error={fault(problem?.quantity, t('wizard.lines.badQuantity')) ?? refused.quantity}
            onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
          />
        )}
        {!value.price_is_fixed && (
          <TextInput
            id={fieldId('price', value)}
            label={t(value.currency === 'UF' ? 'wizard.lines.priceUf' : 'wizard.lines.priceClp')}
            inputMode="decimal"
            className="num"
            maxLength={30}
            value={typed.price}
            error={fault(problem?.price, t('wizard.lines.badPrice')) ?? refused.price}
            onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
          />
        )}
      </div>
      <Pesos value={value} typed={typed} rate={rate} />
      {value.last !== null && last !== null && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.last}
          onClick={() => value.last !== null && onChange(open(value, typedFrom(value.last)))}
        >
          {t('values.useLast', { month: showMonth(value.last.period, language()), value: last })}
        </Button>
      )}
    </div>
  )
}

/** '× $45.000': what the rule fixes of the line. */
function fixedText({ quantity, price, currency, ...value }: MonthlyValue): string | null {
  if (value.price_is_fixed) return price === null ? null : `× ${showPrice(price, currency)}`
  return !value.quantity_is_fixed || quantity === null ? null : `${showQuantity(quantity)} ×`
}

/** The pesos of a price in UF: those of its emission, else today's as a measure only. */
function Pesos({ value, typed, rate }: { value: MonthlyValue; typed: Typed; rate: Rate | null }) {
  const { t } = useTranslation()
  const pesos = pesosOf(value, typed, rate)
  if (value.currency !== 'UF' || pesos === null || rate === null) return null
  const amount = showClp(pesos)
  return (
    <p className="muted small num">
      {rate.day === null
        ? t('wizard.lines.ufToday', { amount })
        : t('wizard.lines.ufRate', {
            amount,
            day: showDay(rate.day),
            value: showUfRate(rate.value),
          })}
    </p>
  )
}

/** What the rule fixes stays the rule's. */
function open(value: MonthlyValue, last: Typed): Partial<Typed> {
  return {
    ...(value.quantity_is_fixed ? {} : { quantity: last.quantity }),
    ...(value.price_is_fixed ? {} : { price: last.price }),
  }
}
