import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { revokeShare, shareDocument } from '#contract/sharing.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { CopyField } from '#web/ui/CopyField.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconSend, IconShare, IconTrash, IconWhatsApp } from '#web/ui/icons.ts'
import { QrCode } from '#web/ui/QrCode.tsx'
import { toastError } from '#web/ui/toast.ts'
import { LinkCost } from './payment/LinkCost.tsx'
import classes from './Sharing.module.css'

type Share = ReplyOf<typeof shareDocument>

/** Opening it makes the address: whoever presses "share" wants one. */
export function Sharing({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  if (!document.has_pdf) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShare size={17} />}
        onClick={() => setIsOpen(true)}
      >
        {t('share.open')}
      </Button>
      <Dialog title={t('share.title')} opened={isOpen} onClose={() => setIsOpen(false)}>
        <Address document={document} onWithdrawn={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function Address({ document, onWithdrawn }: { document: DocumentDetail; onWithdrawn: () => void }) {
  const { id } = document
  const { t } = useTranslation()
  const client = useQueryClient()
  const queryKey = ['share', id]
  const made = useQuery({
    queryKey,
    queryFn: () => send(shareDocument, { params: { id } }),
    staleTime: 0,
  })
  const withdraw = useMutation({
    mutationFn: () => send(revokeShare, { params: { id } }),
    onSuccess: () => {
      onWithdrawn()
      client.removeQueries({ queryKey })
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('share.withdrawFailed')),
  })
  if (made.isError) {
    return (
      <FaultNotice
        title={t('share.failed')}
        fault={made.error}
        onRetry={() => void made.refetch()}
      />
    )
  }
  if (made.data?.url === undefined || made.data.url === null) {
    return <Skeleton height={320} radius={8} role="status" aria-label={t('loading')} />
  }
  return (
    <div className={classes.share}>
      <p className="muted">{t('share.lead')}</p>
      <CopyField
        label={t('share.address')}
        value={made.data.url}
        copy={t('share.copy')}
        copied={t('share.copied')}
      />
      <Button
        component="a"
        href={`https://wa.me/?text=${encodeURIComponent(made.data.whatsapp_text ?? made.data.url)}`}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconWhatsApp size={18} />}
      >
        {t('share.whatsapp')}
      </Button>
      <ByDevice text={made.data.whatsapp_text ?? made.data.url} />
      <LinkCost document={document} />
      <QrCode text={made.data.url} label={t('share.code')} />
      <Views share={made.data} />
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={17} />}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        {t('share.withdraw')}
      </Button>
    </div>
  )
}

/** By whatever the browser offers to send a text with; nothing where it offers nothing. */
function ByDevice({ text }: { text: string }) {
  const { t } = useTranslation()
  if (!('share' in navigator)) return null
  const offer = async () => {
    try {
      await navigator.share({ text })
    } catch (fault) {
      // Its user closed the list.
      if (fault instanceof DOMException && fault.name === 'AbortError') return
      toastError(t('share.byDeviceFailed'))
    }
  }
  return (
    <Button variant="default" leftSection={<IconSend size={17} />} onClick={() => void offer()}>
      {t('share.byDevice')}
    </Button>
  )
}

function Views({ share: { views, last_viewed_at: last } }: { share: Share }) {
  const { t } = useTranslation()
  if (last === null) return <p className="muted small">{t('share.unseen')}</p>
  return (
    <p className="muted small num">
      {t('share.seen', { count: views, last: formatInstant(last) })}
    </p>
  )
}
