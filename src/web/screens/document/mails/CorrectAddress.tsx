import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { correctDeliveryAddress, readDeliveryAddresses } from '#contract/deliveries.ts'
import { email } from '#contract/fields.ts'
import { attentionQuery } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { IconSend } from '#web/ui/icons.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import classes from './Deliveries.module.css'

type Address = ReplyOf<typeof readDeliveryAddresses>[number]

interface About {
  delivery: Delivery
  documentId: number
}

/** For a mail that came back: the right address, once, wherever the wrong one stands; and the mail goes again. */
export function CorrectAddress({ delivery, documentId }: About) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="sm" leftSection={<IconSend size={16} />} onClick={() => setIsOpen(true)}>
        {t('deliveries.correct')}
      </Button>
      <Dialog title={t('deliveries.correctTitle')} opened={isOpen} onClose={close}>
        <p className={classes.went}>{t('deliveries.correctLead')}</p>
        <Asked delivery={delivery} documentId={documentId} onClose={close} />
      </Dialog>
    </>
  )
}

function Asked(about: About & { onClose: () => void }) {
  const { t } = useTranslation()
  const { id } = about.delivery
  const addresses = useQuery({
    queryKey: ['documents', about.documentId, 'deliveries', id, 'addresses'],
    queryFn: ({ signal }) => send(readDeliveryAddresses, { params: { id } }, signal),
    // What it shows is what changes: asked each time it is opened.
    gcTime: 0,
  })
  if (addresses.isPending) return <Skeleton height={180} radius={8} />
  if (addresses.isError) {
    return (
      <FaultNotice
        title={t('deliveries.correctFailed')}
        fault={addresses.error}
        onRetry={() => void addresses.refetch()}
      />
    )
  }
  return <Form {...about} addresses={addresses.data} />
}

function Form({
  delivery,
  documentId,
  addresses,
  onClose,
}: About & { addresses: Address[]; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState(addresses[0]?.address ?? '')
  const [written, setWritten] = useState(wrong)
  const [hasOthers, setHasOthers] = useState(true)
  const [isTried, setIsTried] = useState(false)
  const correcting = useCorrect(delivery.id, documentId, onClose)
  const chosen = addresses.find(({ address }) => address === wrong)
  const others = hasOthers ? (chosen?.others ?? []) : []
  const problem = problemOf(written, wrong)
  const said = problem === 'wrong' ? t('deliveries.againWrong', { address: written }) : null
  const error =
    (isTried && (problem === 'same' ? t('deliveries.correctSame') : said)) ||
    fieldMessages(correcting.error, 'corrected')[0]
  // What the server finds wrong is drawn later than it is told.
  useEffect(() => {
    if (correcting.isError) focusFirstWrong(form.current)
  }, [correcting.isError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setIsTried(true))
    if (problem !== null) focusFirstWrong(form.current)
    else if (!correcting.isPending) {
      const ids = others.map(({ id }) => id)
      correcting.mutate({ address: wrong, corrected: written.trim(), others: ids })
    }
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.again}>
      {addresses.length > 1 && (
        <Choice
          label={t('deliveries.correctWhich')}
          options={addresses.map(({ address }) => ({ value: address, label: address }))}
          value={wrong}
          onChange={(address) => {
            setWrong(address)
            setWritten(address)
            setIsTried(false)
          }}
        />
      )}
      <TextInput
        label={t('deliveries.correctTo')}
        value={written}
        error={error}
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ currentTarget: { value } }) => {
          correcting.reset()
          setWritten(value)
        }}
      />
      {chosen !== undefined && <Where address={chosen} />}
      {chosen !== undefined && chosen.others.length > 0 && (
        <Checkbox
          label={t('deliveries.correctOthers', {
            count: chosen.others.length,
            documents: documentsOf(chosen.others),
          })}
          checked={hasOthers}
          onChange={({ currentTarget: { checked } }) => setHasOthers(checked)}
        />
      )}
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={correcting.isPending}>
          {t('deliveries.correctConfirm', { count: others.length + 1 })}
        </Button>
      </div>
    </form>
  )
}

/** Whose address changes with it, and which rules write to it. */
function Where({ address: { contacts } }: { address: Address }) {
  const { t } = useTranslation()
  if (contacts.length === 0) {
    return <p className="muted small">{t('deliveries.correctNowhere')}</p>
  }
  const rules = contacts.flatMap((contact) => contact.rules)
  const names = new Map(rules.map(({ id, name }) => [id, name]))
  const people = new Set(
    contacts.map(({ name, client }) =>
      t('deliveries.correctContact', { name, client: client.name }),
    ),
  )
  return (
    <div className={classes.where}>
      <p>{t('deliveries.correctContacts')}</p>
      <ul>
        {[...people].map((person) => (
          <li key={person}>{person}</li>
        ))}
      </ul>
      {names.size > 0 && (
        <p>{t('deliveries.correctRules', { rules: [...names.values()].join(', ') })}</p>
      )}
    </div>
  )
}

const MOST_NAMED = 5

function documentsOf(others: Address['others']): string {
  const named = others
    .slice(0, MOST_NAMED)
    .map(({ folio, recipient }) => (folio === null ? recipient : `N° ${folio}`))
  return others.length > MOST_NAMED ? `${named.join(', ')}…` : named.join(', ')
}

function problemOf(written: string, wrong: string): 'wrong' | 'same' | null {
  const read = email.safeParse(written)
  if (!read.success) return 'wrong'
  return read.data === wrong.toLowerCase() ? 'same' : null
}

function useCorrect(id: number, documentId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: { address: string; corrected: string; others: number[] }) =>
      send(correctDeliveryAddress, { params: { id }, body }),
    onSuccess: () => {
      onDone()
      toastSuccess(t('deliveries.corrected'))
    },
    onError: (fault) => {
      // Told at its field.
      if (hasStatus(fault, 400)) return
      if (hasStatus(fault, 409)) {
        onDone()
        toastWarning(t('deliveries.tooLate'))
      } else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: deliveriesQuery(documentId).queryKey })
      await client.invalidateQueries({ queryKey: ['documents', 'list'] })
      await client.invalidateQueries({ queryKey: ['contacts'] })
      await client.invalidateQueries({ queryKey: attentionQuery().queryKey })
    },
  })
}
