import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideDelivery } from '#contract/deliveries.ts'
import { attentionQuery } from '#web/api/agenda.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconCheck, IconSend } from '#web/ui/icons.ts'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { CorrectAddress } from './CorrectAddress.tsx'
import classes from './Deliveries.module.css'

type Wish = Exclude<Delivery['can'][number], 'correct'>

/** In the order of their buttons. */
const WISHES: readonly Wish[] = ['sendNota', 'resend', 'sendAnnulled', 'sent', 'leave']

/** What a person may say of a mail that waits for a word. */
export function DecideMail({ delivery, documentId }: { delivery: Delivery; documentId: number }) {
  const { can } = delivery
  const [asked, setAsked] = useState<Wish>('resend')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { t } = useTranslation()
  const decide = useDecide(delivery.id, documentId, close)
  const ask = (wish: Wish) => {
    setAsked(wish)
    setIsOpen(true)
  }
  const wishes = WISHES.filter((wish) => can.includes(wish))
  return (
    <>
      {can.length > 0 && (
        <div className={classes.buttons}>
          {can.includes('correct') && (
            <CorrectAddress delivery={delivery} documentId={documentId} />
          )}
          {wishes.map((wish) => (
            <Button
              key={wish}
              size="sm"
              variant={looksOf(wish, can)}
              leftSection={ICONS[wish]}
              onClick={() => ask(wish)}
            >
              {labelOf(t, wish, delivery)}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        {...wordsOf(t, asked, delivery)}
        isBusy={decide.isPending}
        opened={isOpen}
        onClose={close}
        onConfirm={() => decide.mutate(asked)}
      />
    </>
  )
}

const ICONS: Record<Wish, ReactNode> = {
  sendNota: <IconSend size={16} />,
  resend: <IconSend size={16} />,
  sendAnnulled: <IconSend size={16} />,
  sent: <IconCheck size={16} />,
  leave: null,
}

/** One button stands out: what the mail asks for. One in doubt has none, as it may have left already. */
function looksOf(wish: Wish, can: Delivery['can']): 'filled' | 'default' | 'subtle' {
  if (wish === 'leave') return 'subtle'
  if (wish === 'sendNota') return 'filled'
  const isPlain = can.includes('sent') || can.includes('correct')
  return wish === 'resend' && !isPlain ? 'filled' : 'default'
}

function labelOf(t: TFunction, wish: Wish, { can, resend_to, to, cc }: Delivery): string {
  switch (wish) {
    case 'resend': {
      if (can.includes('sent')) return t('deliveries.again')
      const isUncorrected = resend_to.every((address) => [...to, ...cc].includes(address))
      return can.includes('correct') && isUncorrected
        ? t('deliveries.resendUncorrected')
        : t('deliveries.resend')
    }
    case 'sent':
      return t('deliveries.takeAsSent')
    default:
      return t(`deliveries.${wish}`)
  }
}

function wordsOf(
  t: TFunction,
  asked: Wish,
  { can, resend_to, nota }: Delivery,
): { title: string; body: string; confirm: string } {
  const people = resend_to.join(', ')
  switch (asked) {
    case 'sent':
      return {
        title: t('deliveries.sentTitle'),
        body: t('deliveries.sentBody'),
        confirm: t('deliveries.takeAsSent'),
      }
    case 'leave':
      return {
        title: t('deliveries.leaveTitle'),
        body: t('deliveries.leaveBody'),
        confirm: t('deliveries.leave'),
      }
    case 'sendAnnulled':
      return {
        title: t('deliveries.sendAnnulledTitle'),
        body: t('deliveries.sendAnnulledBody', { people }),
        confirm: t('deliveries.sendAnnulled'),
      }
    case 'sendNota':
      return {
        title: t('deliveries.sendNotaTitle'),
        body: t('deliveries.sendNotaBody', { people, folio: nota?.folio ?? '' }),
        confirm: t('deliveries.sendNota'),
      }
    case 'resend':
      return can.includes('sent')
        ? {
            title: t('deliveries.againTitle'),
            body: t('deliveries.doubtBody', { people }),
            confirm: t('deliveries.againConfirm'),
          }
        : {
            title: t('deliveries.resendTitle'),
            body: t('deliveries.resendBody', { people }),
            confirm: t('deliveries.resendConfirm'),
          }
  }
}

function useDecide(id: number, documentId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (decision: Wish) => send(decideDelivery, { params: { id }, body: { decision } }),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('deliveries.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: deliveriesQuery(documentId).queryKey })
      await client.invalidateQueries({ queryKey: ['documents', 'list'] })
      await client.invalidateQueries({ queryKey: attentionQuery().queryKey })
    },
  })
}
