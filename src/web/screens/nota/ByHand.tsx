import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Correction } from '#contract/documents.ts'
import { recordNota } from '#contract/notas.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { NotaOffer } from '#web/api/notas.ts'
import { documentQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { documentPath } from '#web/paths.ts'
import { toastError } from '#web/ui/toast.ts'
import classes from './Nota.module.css'

/** The steps at the portal, what is typed there, and its number afterwards: believed when the SII's list shows it. */
export function ByHand({
  factura,
  correction,
  isMailed,
  guide,
  isOnlyWay,
}: {
  factura: number
  correction: Correction
  isMailed: boolean
  guide: NonNullable<NotaOffer['by_hand']>
  isOnlyWay: boolean
}) {
  const { t } = useTranslation()
  return (
    <details className={classes.byHand} open={isOnlyWay}>
      <summary>{t(isOnlyWay ? 'nota.byHand' : 'nota.byHandOpen')}</summary>
      <ol className={classes.steps}>
        {guide.steps.map((step) => (
          <li key={step}>{withWholeRuts(step)}</li>
        ))}
      </ol>
      <h2 className={classes.fieldsTitle}>{t('nota.fields')}</h2>
      <dl className={classes.fields}>
        {guide.fields.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Told factura={factura} correction={correction} isMailed={isMailed} />
    </details>
  )
}

const RUT = /(\d{1,2}\.\d{3}\.\d{3}-[\dK])/

/** A RUT that breaks at its hyphen looks like two numbers. */
function withWholeRuts(step: string): ReactNode[] {
  return step.split(RUT).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="nowrap">
        {part}
      </span>
    ),
  )
}

function Told({
  factura,
  correction,
  isMailed,
}: {
  factura: number
  correction: Correction
  isMailed: boolean
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isNumber = /^[1-9]\d{0,9}$/.test(typed.trim())
  const record = useMutateOnce({
    mutationFn: (_, key) =>
      send(recordNota, {
        params: { id: factura },
        body: { folio: Number(typed), correction, mail: isMailed },
        key,
      }),
    onSuccess: async (nota) => {
      client.setQueryData(documentQuery(nota.id).queryKey, nota)
      await navigate(documentPath(nota.id))
      await refreshAgenda(client)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('nota.recordFailed')),
  })
  return (
    <form
      noValidate
      className={classes.told}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isNumber) record.mutate()
        else input.current?.focus()
      }}
    >
      <TextInput
        ref={input}
        label={t('nota.folio')}
        inputMode="numeric"
        className="num"
        maxLength={10}
        value={typed}
        error={isTried && !isNumber && t('nota.folioMissing')}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={record.isPending}>
        {t('nota.record')}
      </Button>
    </form>
  )
}
