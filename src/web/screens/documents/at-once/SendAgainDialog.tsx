import { Button, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sendMailsAgain } from '#contract/documents-at-once.ts'
import { send } from '#web/api/client.ts'
import { mailsAgainQuery, type MailAgain } from '#web/api/documents-at-once.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import classes from '#web/ui/AtOnce.module.css'

/** To whom each mail would go once more, and which ones can't; those that can are sent. */
export function SendAgainDialog({
  documents,
  onClose,
  onDone,
}: {
  documents: readonly number[]
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const shown = useQuery(mailsAgainQuery(documents))
  const sendAll = useSend(() => {
    onClose()
    onDone()
  })
  const mails = (shown.data ?? []).flatMap(sendable)
  return (
    <Dialog
      title={t('bulk.documents.againTitle', { count: documents.length })}
      opened
      size="lg"
      isFirm
      onClose={onClose}
    >
      {shown.isPending && <Skeleton height={160} aria-label={t('loading')} />}
      {shown.isError && (
        <Notice tone="wrong" isAlert>
          {firstMessage(shown.error) ?? t('bulk.failed')}
        </Notice>
      )}
      {shown.data !== undefined && (
        <>
          <p className={classes.sum}>
            {mails.length === 0
              ? t('bulk.documents.againNone')
              : t('bulk.documents.againSum', { count: mails.length })}
          </p>
          <ul className={classes.shown} aria-label={t('bulk.documents.againList')}>
            {shown.data.map((mail) => (
              <li
                key={mail.document}
                className={classes.one}
                data-same={mail.obstacle !== null || undefined}
              >
                <p className={classes.name}>
                  {mail.recipient}
                  {mail.folio !== null && (
                    <span className="muted num">
                      {' '}
                      · {t('documents.number', { folio: mail.folio })}
                    </span>
                  )}
                </p>
                <p className={classes.what}>
                  {mail.obstacle === null
                    ? [...mail.to, ...mail.cc].join(', ')
                    : t(`bulk.documents.obstacles.${mail.obstacle}`)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button
          disabled={mails.length === 0 || shown.isFetching}
          loading={sendAll.isPending}
          onClick={() => sendAll.mutate(mails)}
        >
          {mails.length === 0
            ? t('bulk.documents.sendAgain')
            : t('bulk.documents.againConfirm', { count: mails.length })}
        </Button>
      </div>
    </Dialog>
  )
}

interface Mail {
  delivery: number
  to: string[]
  cc: string[]
}

function sendable({ delivery, to, cc, obstacle }: MailAgain): Mail[] {
  return delivery === null || obstacle !== null ? [] : [{ delivery, to, cc }]
}

function useSend(onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    keyFollowsContent: true,
    mutationFn: (mails: Mail[], key) => send(sendMailsAgain, { body: { mails }, key }),
    onSuccess: (outcomes) => {
      const queued = outcomes.filter(({ outcome }) => outcome === 'queued').length
      const said = t('bulk.documents.againDone', { count: queued })
      if (queued === outcomes.length) toastSuccess(said)
      else {
        const refused = t('bulk.documents.againRefused', { count: outcomes.length - queued })
        toastWarning(`${said} ${refused}`)
      }
      onDone()
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('bulk.failed')),
    onSettled: () => client.invalidateQueries({ queryKey: ['documents'] }),
  })
}
