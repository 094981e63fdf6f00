import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideDelivery } from '#contract/deliveries.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { IconCheck, IconSend } from '#web/ui/icons.ts'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import classes from './Deliveries.module.css'

type Wish = Delivery['can'][number]

/** What a person may say of a mail that waits for a word: send it, or, of one in doubt, take it as sent. */
export function DecideMail({ delivery, documentId }: { delivery: Delivery; documentId: number }) {
  const { t } = useTranslation()
  const { id, can, resend_to } = delivery
  const [asked, setAsked] = useState<Wish>('resend')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const decide = useDecide(id, documentId, close)
  const isInDoubt = can.includes('sent')
  const words = wordsOf(t, { asked, isInDoubt, people: resend_to.join(', ') })
  const ask = (wish: Wish) => {
    setAsked(wish)
    setIsOpen(true)
  }
  return (
    <>
      {can.length > 0 && (
        <div className={classes.buttons}>
          {can.includes('resend') && (
            <Button
              size="sm"
              // It may have left already: neither answer is the one to press unread.
              variant={isInDoubt ? 'default' : 'filled'}
              leftSection={<IconSend size={16} />}
              onClick={() => ask('resend')}
            >
              {t(isInDoubt ? 'deliveries.again' : 'deliveries.resend')}
            </Button>
          )}
          {isInDoubt && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconCheck size={16} />}
              onClick={() => ask('sent')}
            >
              {t('deliveries.takeAsSent')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        {...words}
        isBusy={decide.isPending}
        opened={isOpen}
        onClose={close}
        onConfirm={() => decide.mutate(asked)}
      />
    </>
  )
}

function wordsOf(
  t: TFunction,
  { asked, isInDoubt, people }: { asked: Wish; isInDoubt: boolean; people: string },
): { title: string; body: string; confirm: string } {
  if (asked === 'sent') {
    return {
      title: t('deliveries.sentTitle'),
      body: t('deliveries.sentBody'),
      confirm: t('deliveries.takeAsSent'),
    }
  }
  if (isInDoubt) {
    return {
      title: t('deliveries.againTitle'),
      body: t('deliveries.doubtBody', { people }),
      confirm: t('deliveries.againConfirm'),
    }
  }
  return {
    title: t('deliveries.resendTitle'),
    body: t('deliveries.resendBody', { people }),
    confirm: t('deliveries.resendConfirm'),
  }
}

function useDecide(id: number, documentId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Wish) => send(decideDelivery, { params: { id }, body: { decision } }),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('deliveries.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: deliveriesQuery(documentId).queryKey })
      await client.invalidateQueries({ queryKey: ['documents', 'list'] })
    },
  })
}
