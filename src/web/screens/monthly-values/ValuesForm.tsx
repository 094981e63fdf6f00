import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveMonthlyValues } from '#contract/monthly-values.ts'
import { showMonth, showRut } from '#texts/formats.ts'
import type { MonthlyTask } from '#web/api/agenda.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { language } from '#web/language.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import type { NumberFault } from '../rule-wizard/line.ts'
import type { MonthlyValue, Typed } from './values.ts'
import { keyOf, lastText, problemOf, typedFrom, writtenOf } from './values.ts'
import classes from './Values.module.css'

/** A client after the other, its lines below; what was said last time is offered and never put in by itself. */
export function ValuesForm({ task }: { task: MonthlyTask }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Record<string, Typed>>(() =>
    Object.fromEntries(task.values.map((value) => [keyOf(value), typedFrom(value)])),
  )
  const [isTried, setIsTried] = useState(false)
  const save = useSave(task)
  const of = (value: MonthlyValue) => typed[keyOf(value)] ?? typedFrom(value)
  const wrong = task.values.find((value) => problemOf(value, of(value)) !== null)
  const clients = [...new Map(task.values.map(({ client }) => [client.id, client])).values()]
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (wrong === undefined)
          save.mutate(task.values.map((value) => writtenOf(value, of(value))))
        else document.getElementById(fieldId(wrong, of(wrong)))?.focus()
      }}
    >
      {clients.map((client) => (
        <fieldset key={client.id} className={classes.client}>
          <legend className={classes.name}>
            {client.name} <span className="muted small num">{showRut(client.identifier)}</span>
          </legend>
          {task.values
            .filter((value) => value.client.id === client.id)
            .map((value) => (
              <Line
                key={value.order}
                value={value}
                typed={of(value)}
                isTried={isTried}
                onChange={(change) =>
                  setTyped((all) => ({ ...all, [keyOf(value)]: { ...of(value), ...change } }))
                }
              />
            ))}
        </fieldset>
      ))}
      <Button type="submit" loading={save.isPending} className={classes.save}>
        {t('values.save')}
      </Button>
    </form>
  )
}

function Line({
  value,
  typed,
  isTried,
  onChange,
}: {
  value: MonthlyValue
  typed: Typed
  isTried: boolean
  onChange: (change: Partial<Typed>) => void
}) {
  const { t } = useTranslation()
  const problem = isTried ? problemOf(value, typed) : null
  const fault = (found: NumberFault | null | undefined, missing: string) =>
    found == null ? null : found === 'missing' ? missing : t(`wizard.lines.${found}`)
  const last = lastText(value, (quantity, price) => t('values.lastOf', { quantity, price }))
  return (
    <div className={classes.line}>
      <p className={classes.description}>{value.description}</p>
      <div className={classes.numbers}>
        {!value.quantity_is_fixed && (
          <TextInput
            id={`quantity ${keyOf(value)}`}
            label={t('wizard.lines.quantity')}
            inputMode="decimal"
            className="num"
            maxLength={30}
            value={typed.quantity}
            error={fault(problem?.quantity, t('wizard.lines.badQuantity'))}
            onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
          />
        )}
        {!value.price_is_fixed && (
          <TextInput
            id={`price ${keyOf(value)}`}
            label={t(value.currency === 'UF' ? 'wizard.lines.priceUf' : 'wizard.lines.priceClp')}
            inputMode="decimal"
            className="num"
            maxLength={30}
            value={typed.price}
            error={fault(problem?.price, t('wizard.lines.badPrice'))}
            onChange={({ currentTarget }) => onChange({ price: currentTarget.value })}
          />
        )}
      </div>
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

/** What the rule fixes stays the rule's. */
function open(value: MonthlyValue, last: Typed): Partial<Typed> {
  return {
    ...(value.quantity_is_fixed ? {} : { quantity: last.quantity }),
    ...(value.price_is_fixed ? {} : { price: last.price }),
  }
}

function fieldId(value: MonthlyValue, typed: Typed): string {
  const part = problemOf(value, typed)?.quantity == null ? 'price' : 'quantity'
  return `${part} ${keyOf(value)}`
}

function useSave({ rule, period }: MonthlyTask) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: ReturnType<typeof writtenOf>[]) =>
      send(saveMonthlyValues, { params: { id: rule.id, period }, body: { values } }),
    onSuccess: () => toastSuccess(t('values.saved')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('values.saveFailed')),
    onSettled: () => refreshAgenda(client),
  })
}
