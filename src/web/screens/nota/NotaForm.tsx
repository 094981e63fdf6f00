import { Button, Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { BodyToWrite } from '#contract/call.ts'
import type { Correction } from '#contract/documents.ts'
import { orderNota } from '#contract/notas.ts'
import { parseClp } from '#domain/money.ts'
import { NOTA_REASON_LENGTH, NOTA_TEXT_LENGTH } from '#domain/nota.ts'
import { showClp } from '#texts/formats.ts'
import { refreshAgenda } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage } from '#web/api/fault.ts'
import type { NotaOffer } from '#web/api/notas.ts'
import { documentQuery, type DocumentDetail } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { documentPath } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError } from '#web/ui/toast.ts'
import { reasonText } from '#web/documents/reason-text.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { MoneyAfter } from './MoneyAfter.tsx'
import classes from './Nota.module.css'

export interface TypedNota {
  correction: Correction
  neto: string
  reason: string
  wrong: string
  right: string
  isMailed: boolean
}

/** One that was lowered already can only be lowered again. */
export function nothingTyped({ refused }: NotaOffer): TypedNota {
  return {
    correction: refused === null ? 'annul' : 'amounts',
    neto: '',
    reason: '',
    wrong: '',
    right: '',
    isMailed: true,
  }
}

type Order = BodyToWrite<typeof orderNota>

export function NotaForm({
  factura,
  offer,
  found,
  typed,
  onType,
}: {
  factura: DocumentDetail
  offer: NotaOffer
  /** What the server says of what is typed; undefined while it isn't known. */
  found: NotaOffer | undefined
  typed: TypedNota
  onType: (typed: TypedNota) => void
}) {
  const { t } = useTranslation()
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const body = orderOf(typed, found?.nota ?? null)
  const order = useOrder(factura.id, body, () => setIsAsking(false))
  const faults = faultsOf(typed, offer)
  const left = showClp(offer.left.neto)
  const change = (changed: Partial<TypedNota>) => {
    setIsAsking(false)
    onType({ ...typed, ...changed })
  }
  const said = {
    folio: factura.folio ?? '',
    name: factura.recipient.name,
    total: found?.nota == null ? '' : showClp(found.nota.total),
  }
  const submit = () => {
    setIsTried(true)
    const wrong = Object.keys(faults)[0]
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    // Where the server's answer is still on its way, the question comes with it.
    else setIsAsking(true)
  }
  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Choice
        label={t('nota.what')}
        columns
        options={KINDS.filter((kind) => kind !== 'annul' || offer.refused === null).map(
          (value) => ({
            value,
            label: t(`nota.kinds.${value}`),
            hint: t(`nota.kindHints.${value}`, { left }),
          }),
        )}
        value={typed.correction}
        onChange={(correction) => change({ correction })}
      />
      {offer.refused !== null && <p className="muted">{t('nota.refused.notaAfterLowering')}</p>}
      {typed.correction === 'amounts' && (
        <>
          <TextInput
            name="neto"
            label={t('nota.neto')}
            description={t('nota.netoHint', { left })}
            inputMode="numeric"
            className="num"
            maxLength={20}
            value={typed.neto}
            error={isTried && faults.neto !== undefined && t(`nota.${faults.neto}`, { left })}
            onChange={({ currentTarget }) => change({ neto: currentTarget.value })}
          />
          <TextInput
            name="reason"
            label={t('nota.reason')}
            description={t('nota.reasonHint')}
            maxLength={NOTA_REASON_LENGTH}
            value={typed.reason}
            error={
              (isTried && faults.reason !== undefined && t('nota.reasonMissing')) ||
              fieldMessages(order.error, 'reason')[0]
            }
            onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
          />
        </>
      )}
      {typed.correction === 'text' && <Texts typed={typed} onChange={change} />}
      <Ahead found={found} said={said} />
      {found?.nota != null && <MoneyAfter factura={factura} total={found.nota.total} />}
      {offer.mail_to !== null && (
        <Checkbox
          label={t('nota.mail')}
          description={t('nota.mailHint', { addresses: offer.mail_to.join(', ') })}
          checked={typed.isMailed}
          onChange={({ currentTarget }) => onType({ ...typed, isMailed: currentTarget.checked })}
        />
      )}
      <OrderButton
        isOurs={typed.correction !== 'text' && found?.by_portal?.possible !== false}
        isReady={typed.correction !== 'annul' || body !== null}
      />
      <ConfirmDialog
        title={t('nota.confirmTitle')}
        body={t(typed.correction === 'annul' ? 'nota.confirmAnnul' : 'nota.confirmAmounts', said)}
        confirm={t('nota.confirm', said)}
        isDangerous={typed.correction === 'annul'}
        isBusy={order.isPending}
        opened={isAsking && body !== null}
        onClose={() => setIsAsking(false)}
        onConfirm={() => order.mutate()}
      />
    </form>
  )
}

const KINDS = ['annul', 'amounts', 'text'] as const

/** None where only a person can make it. */
function OrderButton({ isOurs, isReady }: { isOurs: boolean; isReady: boolean }) {
  const { t } = useTranslation()
  if (!isOurs) return null
  return (
    <Button type="submit" fullWidth disabled={!isReady}>
      {t('nota.order')}
    </Button>
  )
}

/** Both may stay empty: of a nota that is made already its own file tells. */
function Texts({
  typed,
  onChange,
}: {
  typed: TypedNota
  onChange: (changed: Partial<TypedNota>) => void
}) {
  const { t } = useTranslation()
  return (['wrong', 'right'] as const).map((name) => (
    <TextInput
      key={name}
      name={name}
      label={t(`nota.${name}`)}
      description={name === 'wrong' && t('nota.wrongHint')}
      maxLength={NOTA_TEXT_LENGTH}
      value={typed[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  ))
}

/** What would happen, or why we can't do it. */
function Ahead({
  found,
  said,
}: {
  found: NotaOffer | undefined
  said: { folio: number | string; name: string; total: string }
}) {
  const { t } = useTranslation()
  if (found === undefined) return null
  if (found.refused === 'notaTooLarge' || found.refused === 'notaTooSmall') {
    return <Notice tone="wrong">{t(`nota.refused.${found.refused}`)}</Notice>
  }
  if (found.by_portal?.possible === false) {
    if (found.by_portal.reason === null) {
      return (
        <Notice tone="calm" title={t('nota.textTitle')}>
          {t('nota.textByHand')}
        </Notice>
      )
    }
    const { what, todo } = reasonText(t, found.by_portal.reason)
    return (
      <Notice tone="needsYou" title={t('nota.cannotTitle')}>
        <p className={classes.what}>{what}.</p>
        <p>{todo}</p>
      </Notice>
    )
  }
  return <p aria-live="polite">{t('nota.willIssue', said)}</p>
}

type Faults = { neto?: 'netoMissing' | 'netoTooMuch'; reason?: 'reasonMissing' }

function faultsOf({ correction, neto, reason }: TypedNota, { left }: NotaOffer): Faults {
  if (correction !== 'amounts') return {}
  const read = parseClp(neto)
  const isRead = read.kind === 'ok' && read.value > 0
  return {
    ...(!isRead ? { neto: 'netoMissing' } : {}),
    ...(isRead && read.value > left.neto ? { neto: 'netoTooMuch' } : {}),
    ...(reason.trim() === '' ? { reason: 'reasonMissing' } : {}),
  }
}

/** Null: nothing can be ordered yet, or by nobody but by hand. */
function orderOf(typed: TypedNota, nota: NotaOffer['nota']): Order | null {
  const { correction, isMailed: mail } = typed
  if (nota === null || correction === 'text') return null
  const { neto, total } = nota
  if (correction === 'annul') return { correction, total, mail }
  return { correction, neto, total, reason: typed.reason.trim(), mail }
}

/** Ordered again after a lost answer, even on another day, it is the same nota. */
function useOrder(factura: number, body: Order | null, onFail: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutateOnce({
    keptAs: `nota of ${factura}`,
    mutationFn: async (_, key) => {
      if (body === null) throw new Error('Nothing is ordered')
      return send(orderNota, { params: { id: factura }, body, key })
    },
    onSuccess: async (nota) => {
      client.setQueryData(documentQuery(nota.id).queryKey, nota)
      await navigate(documentPath(nota.id))
      await refreshAgenda(client)
    },
    onError: async (fault) => {
      onFail()
      toastError(firstMessage(fault) ?? t('nota.failed'))
      await client.invalidateQueries({ queryKey: ['documents', factura] })
    },
  })
}
