import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveMonthlyValues } from '#contract/monthly-values.ts'
import { parseDay } from '#domain/day.ts'
import { showRut } from '#texts/formats.ts'
import type { MonthlyTask } from '#web/api/agenda.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { ruleQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useDeparture } from '#web/ui/use-departure.ts'
import { Line } from './Line.tsx'
import { totalsOf } from './month-totals.ts'
import { Totals, WillHappen, type Late } from './Totals.tsx'
import { useRate } from './use-rate.ts'
import type { MonthlyValue, Typed } from './values.ts'
import { firstFault, firstRefused, keyOf, refusedOf, typedFrom, writtenOf } from './values.ts'
import classes from './Values.module.css'

/** A client after the other, its lines below; what was said last time is offered and never put in by itself. */
export function ValuesForm({
  task,
  onSaved,
}: {
  task: MonthlyTask
  /** `isLate`: what becomes of it is for its rule to say. */
  onSaved: (isLate: boolean) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<Record<string, Typed>>(() =>
    Object.fromEntries(task.values.map((value) => [keyOf(value), typedFrom(value)])),
  )
  const [isTried, setIsTried] = useState(false)
  const of = (value: MonthlyValue) => typed[keyOf(value)] ?? typedFrom(value)
  const { documents, rate, company } = useDocuments(task, of)
  const isEstimated = rate !== null && rate.day === null
  const late = useLate(task, company)
  const save = useSave(task, () => onSaved(late === 'today' || late === 'past'))
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        const wrong = firstFault(task.values, of)
        if (wrong === null) save.mutate(task.values.map((value) => writtenOf(value, of(value))))
        else document.getElementById(wrong)?.focus()
      }}
    >
      {documents.map(({ client, values, totals }) => (
        <fieldset key={client.id} className={classes.client}>
          <legend className={classes.name}>
            {client.name} <span className="muted small num">{showRut(client.identifier)}</span>
          </legend>
          {values.map((value) => (
            <Line
              key={value.order}
              value={value}
              month={task.service_month}
              typed={of(value)}
              rate={rate}
              isTried={isTried}
              refused={refusedOf(save.error, task.values.indexOf(value))}
              onChange={(change) => {
                save.reset()
                setTyped((all) => ({ ...all, [keyOf(value)]: { ...of(value), ...change } }))
              }}
            />
          ))}
          {totals !== null && <Totals of={totals} isEstimated={isEstimated} />}
        </fieldset>
      ))}
      <WillHappen
        task={task}
        late={late}
        totals={documents.map(({ totals }) => totals)}
        isEstimated={isEstimated}
      />
      <Button type="submit" loading={save.isPending} className={classes.save}>
        {t('values.save')}
      </Button>
    </form>
  )
}

/** Each client's lines, and what its document comes to as typed. */
function useDocuments(task: MonthlyTask, typed: (value: MonthlyValue) => Typed) {
  const rule = useQuery(ruleQuery(task.rule.id)).data
  const rate = useRate(rule, task)
  const day = parseDay(task.emission_date)
  const clients = [...new Map(task.values.map(({ client }) => [client.id, client])).values()]
  const documents = clients.map((client) => {
    const values = task.values.filter((value) => value.client.id === client.id)
    const isKnown = rule !== undefined && day !== null
    const totals = isKnown ? totalsOf(rule, values, typed, { day, rate }) : null
    return { client, values, totals }
  })
  return { documents, rate, company: rule?.facturator_comp }
}

/** Its date is met while a document prepared now would carry it, or an earlier one. */
function useLate({ emission_date: own }: MonthlyTask, company: number | undefined): Late {
  const { today, date } = useDeparture(company ?? 0, company !== undefined)
  if (today === undefined || date === undefined) return 'unknown'
  if (own < today) return 'past'
  return own < date ? 'today' : 'no'
}

function useSave({ rule, period, values: asked }: MonthlyTask, onSaved: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (values: ReturnType<typeof writtenOf>[]) =>
      send(saveMonthlyValues, { params: { id: rule.id, period }, body: { values } }),
    onSuccess: () => {
      toastSuccess(t('values.saved'))
      onSaved()
    },
    onError: (fault) => {
      const field = firstRefused(fault, asked)
      if (field !== null) document.getElementById(field)?.focus()
      else toastError(firstMessage(fault) ?? t('values.saveFailed'))
    },
    onSettled: () => refreshAgenda(client),
  })
}
