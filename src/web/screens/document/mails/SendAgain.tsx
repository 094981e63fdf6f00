import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { MAX_RECIPIENTS, sendMailAgain } from '#contract/deliveries.ts'
import { email } from '#contract/fields.ts'
import { send } from '#web/api/client.ts'
import { fieldMessages, firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { formatInstant } from '#web/clock.ts'
import { PATHS } from '#web/paths.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { focusFirstWrong } from '#web/ui/focus-first-wrong.ts'
import { IconSend } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import classes from './Deliveries.module.css'

type Again = NonNullable<Delivery['again']>

interface About {
  delivery: Delivery
  again: Again
  documentId: number
}

/** For a client who says that nothing came: the mail once more, to the same people or to others. */
export function SendAgain(about: About) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  // Beside the dialog: opened again after a lost answer, it sends the same order under the same key.
  const sending = useSendAgain(about.delivery.id, about.documentId, close)
  const open = () => {
    if (!sending.isPending) sending.reset()
    setIsOpen(true)
  }
  return (
    <div className={classes.buttons}>
      <Button size="sm" variant="default" leftSection={<IconSend size={16} />} onClick={open}>
        {t('deliveries.again')}
      </Button>
      <Dialog title={t('deliveries.againTitle')} opened={isOpen} onClose={close}>
        <Went delivery={about.delivery} />
        {about.again.obstacle === null ? (
          <Form again={about.again} sending={sending} onClose={close} />
        ) : (
          <Obstacle again={about.again} obstacle={about.again.obstacle} onClose={close} />
        )}
      </Dialog>
    </div>
  )
}

function Went({ delivery: { to, cc, sent_at } }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const people = [...to, ...cc].join(', ')
  return (
    <p className={classes.went}>
      {sent_at === null
        ? t('deliveries.againCameBack', { people })
        : t('deliveries.againWent', { when: formatInstant(sent_at), people })}
    </p>
  )
}

function Obstacle({
  again: { from },
  obstacle,
  onClose,
}: {
  again: Again
  obstacle: NonNullable<Again['obstacle']>
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Notice
        tone="needsYou"
        title={t(`deliveries.obstacles.${obstacle}`, { address: from ?? '' })}
      />
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.close')}
        </Button>
        {obstacle === 'mailboxDisconnected' && (
          <LinkButton to={PATHS.emailAccounts}>{t('deliveries.toMailboxes')}</LinkButton>
        )}
      </div>
    </>
  )
}

function Form({
  again,
  sending,
  onClose,
}: {
  again: Again
  sending: ReturnType<typeof useSendAgain>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [to, setTo] = useState(again.to.join(', '))
  const [cc, setCc] = useState(again.cc.join(', '))
  const [isTried, setIsTried] = useState(false)
  const wish = { to: addressesIn(to), cc: addressesIn(cc) }
  const problems = {
    to: wish.to.length === 0 ? t('deliveries.againToMissing') : problemOf(t, wish.to),
    cc: problemOf(t, wish.cc),
  }
  const isWrong = problems.to !== null || problems.cc !== null
  const errorOf = (copy: 'to' | 'cc') =>
    (isTried && problems[copy]) || fieldMessages(sending.error, copy)[0]
  // What the server finds wrong is drawn later than it is told.
  useEffect(() => {
    if (sending.isError) focusFirstWrong(form.current)
  }, [sending.isError])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => setIsTried(true))
    if (isWrong) focusFirstWrong(form.current)
    else sending.mutate(wish)
  }
  const change = (set: (value: string) => void) => (value: string) => {
    sending.reset()
    set(value)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.again}>
      <Addresses
        label={t('deliveries.againTo')}
        description={t('deliveries.againHint')}
        value={to}
        error={errorOf('to')}
        onChange={change(setTo)}
      />
      <Addresses
        label={t('deliveries.againCc')}
        value={cc}
        error={errorOf('cc')}
        onChange={change(setCc)}
      />
      <p className="muted small">{t('deliveries.againFrom', { address: again.from ?? '' })}</p>
      <div className={classes.dialogButtons}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={sending.isPending}>
          {t('deliveries.againConfirm')}
        </Button>
      </div>
    </form>
  )
}

function Addresses({
  label,
  description,
  value,
  error,
  onChange,
}: {
  label: string
  description?: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      error={error}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function addressesIn(text: string): string[] {
  return text.split(/[,;\s]+/).filter((part) => part !== '')
}

function problemOf(t: TFunction, addresses: readonly string[]): string | null {
  const wrong = addresses.find((address) => !email.safeParse(address).success)
  if (wrong !== undefined) return t('deliveries.againWrong', { address: wrong })
  const isTooMany = addresses.length > MAX_RECIPIENTS
  return isTooMany ? t('deliveries.againTooMany', { count: MAX_RECIPIENTS }) : null
}

function useSendAgain(id: number, documentId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: (body: { to: string[]; cc: string[] }, key) =>
      send(sendMailAgain, { params: { id }, body, key }),
    onSuccess: () => {
      onDone()
      toastSuccess(t('deliveries.againDone'))
    },
    onError: (fault) => {
      // Told at its field.
      if (hasStatus(fault, 400)) return
      const said = firstMessage(fault) ?? t('document.actionFailed')
      if (hasStatus(fault, 409)) {
        onDone()
        toastWarning(said)
      } else toastError(said)
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: deliveriesQuery(documentId).queryKey })
      await client.invalidateQueries({ queryKey: ['documents', 'list'] })
    },
  })
}
